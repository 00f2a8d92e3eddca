import { type ReactNode, useState } from "react";
import { moved } from "#domain/text/moved.ts";
import { Button } from "../../ui/form/button.tsx";
import { MoveButtons } from "../lists/order-buttons.tsx";
import { useAt } from "./part-editor.tsx";

type SortableListProps<Item> = {
  path: string;
  /** The name of an item, for the labels of its buttons. */
  nameOf: (item: Item) => string;
  canRemove?: (item: Item) => boolean;
  children: (item: Item, path: string) => ReactNode;
};

/** Items in the owner's order: dragged by their names, or moved by buttons, which work with the keyboard, too. */
export function SortableList<Item>({ path, nameOf, canRemove, children }: SortableListProps<Item>) {
  const { value, set } = useAt<Item[]>(path);
  const items = value ?? [];
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    if (from !== to) set([...moved(items, from, to)]);
  };
  return (
    <ol className="grid gap-3">
      {items.map((item, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no id, and its fields hold no state.
          key={at}
          className="admin-card grid gap-3 p-4"
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => {
            if (dragged !== null) move(dragged, at);
            setDragged(null);
          }}
        >
          <div className="flex items-start justify-between gap-2">
            <strong
              draggable
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              className="min-w-0 cursor-grab py-2.5 wrap-anywhere"
            >
              {nameOf(item)}
            </strong>
            <MoveButtons
              name={nameOf(item)}
              index={at}
              count={items.length}
              onMove={(to) => move(at, to)}
              onRemove={
                (canRemove?.(item) ?? true) ? () => set(items.filter((_, other) => other !== at)) : undefined
              }
            />
          </div>
          {children(item, `${path}[${at}]`)}
        </li>
      ))}
    </ol>
  );
}

/** Adds an item at the end of the list. */
export function AddButton<Item>({ path, label, make }: { path: string; label: string; make: () => Item }) {
  const { value, set } = useAt<Item[]>(path);
  return (
    <Button look="secondary" className="justify-self-start" onClick={() => set([...(value ?? []), make()])}>
      {label}
    </Button>
  );
}
