// Tensors side by side.
import { useEffect, useState } from "preact/hooks";

import { call, CallError } from "../../engine/client";
import { go, run, textOf } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { Link } from "../../widgets/link";
import { Empty } from "../../widgets/notice";
import { Card } from "./card";
import { cardsOf, placeOf, type CardState } from "./cards";
import { pinnedEvents, setPinned } from "./pins";
import "./value.css";

export function ValuePanel() {
  const cards = cardsOf(textOf);
  const id = currentRun()?.id ?? null;
  const [pinned, setPins] = useState<readonly number[]>([]);

  // Pinned cards stand beside whatever a link opens.
  useEffect(() => {
    if (id === null) return;
    const pins = pinnedEvents(id);
    setPins(pins);
    const missing = pins.filter((event) => cards.every((card) => card.event !== event));
    if (missing.length > 0 && cards.length > 0) go(placeOf([...missing.map(newCard), ...cards]), "replace");
  }, [id]);

  const pin = (events: readonly number[]) => {
    setPins(events);
    if (id !== null) setPinned(id, events);
  };
  const change = (at: number, changes: Partial<CardState>, how: "push" | "replace" = "push") => {
    const old = cards[at];
    if (!old) return;
    if (changes.event !== undefined && pinned.includes(old.event)) {
      pin(pinned.map((event) => (event === old.event ? (changes.event ?? event) : event)));
    }
    go(placeOf(cards.map((card, other) => (other === at ? { ...card, ...changes } : card))), how);
  };
  const close = (at: number) => {
    pin(pinned.filter((event) => event !== cards[at]?.event));
    go(placeOf(cards.filter((_, other) => other !== at)));
  };
  const add = (event: number) => go(placeOf([...cards, newCard(event)]));

  return (
    <div class="value">
      {cards.length === 0 ? (
        <Empty title="No tensor is chosen">
          <p>Pick one in <Link to={{ view: "tensors" }}>Tensors</Link> (Enter, then Value), follow a link from an alert or a node of the graph, or type a name:</p>
          <AddCard onFound={add} />
          <p>A name is written as tdbg prints it: <code>graph::op:0</code>, or <code>op:0</code> where that is enough.</p>
        </Empty>
      ) : (
        <>
          <div class="value-bar">
            <AddCard onFound={add} />
            <span class="faint">{cards.length > 1 ? `${cards.length} cards` : "Cards stand side by side: add another to compare."}</span>
          </div>
          <div class="value-cards">
            {cards.map((card, at) => (
              <Card key={at} card={card} pinned={pinned.includes(card.event)} onClose={() => close(at)}
                onPin={() => pin(pinned.includes(card.event) ? pinned.filter((event) => event !== card.event) : [...pinned, card.event])}
                onChange={(changes, how) => change(at, changes, how)} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function newCard(event: number): CardState {
  return { event, show: null, slice: "", plane: "" };
}

function AddCard({ onFound }: { onFound: (event: number) => void }) {
  const [name, setName] = useState("");
  const [told, setTold] = useState<string | null>(null);
  const find = async () => {
    if (name.trim() === "") return;
    try {
      const found = await call("find", { run: run.value, name: name.trim() });
      if (found.event === null) {
        setTold(`No tensor of this name was recorded: ${name.trim()}`);
        return;
      }
      setTold(null);
      setName("");
      onFound(found.event);
    } catch (error) {
      setTold(error instanceof CallError ? error.message : String(error));
    }
  };
  return (
    <form class="value-add" onSubmit={(event) => {
      event.preventDefault();
      void find();
    }}>
      <input class="mono" type="text" spellcheck={false} autocomplete="off" value={name} placeholder="Name of a tensor" aria-label="Name of a tensor"
        onInput={(event) => setName(event.currentTarget.value)} />
      <button type="submit" disabled={name.trim() === ""}>Add card</button>
      {told !== null && <pre class="value-refusal" role="alert">{told}</pre>}
    </form>
  );
}
