// The frame around the panels.
import { view } from "../engine/place";
import { PANELS } from "./panels";

export function Shell() {
  const Panel = PANELS[view.value];
  return <main><Panel /></main>;
}
