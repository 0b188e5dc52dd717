// A link to a place of this page: a real one, so that it can be copied or opened in another tab.
import type { ComponentChildren } from "preact";

import { go, urlOf, type Changes } from "../engine/place";

interface LinkProps {
  to: Changes;
  class?: string;
  title?: string;
  label?: string;
  current?: boolean;
  children: ComponentChildren;
}

export function Link({ to, class: name, title, label, current, children }: LinkProps) {
  return (
    <a
      href={urlOf(to)}
      class={name}
      title={title}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
