import { type ReactNode, useState } from "react";
import { moved } from "#domain/text/moved.ts";
import { Button } from "../../ui/form/button.tsx";
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
          <div className="flex flex-wrap items-center justify-between gap-2">
            <strong
              draggable
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              className="min-w-0 cursor-grab wrap-anywhere"
            >
              {nameOf(item)}
            </strong>
            <span className="flex flex-wrap gap-1">
              <Button look="quiet" size="small" disabled={at === 0} onClick={() => move(at, at - 1)}>
                Up<span className="sr-only">: {nameOf(item)}</span>
              </Button>
              <Button
                look="quiet"
                size="small"
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              >
                Down<span className="sr-only">: {nameOf(item)}</span>
              </Button>
              {(canRemove?.(item) ?? true) && (
                <Button
                  look="quiet"
                  size="small"
                  onClick={() => set(items.filter((_, other) => other !== at))}
                >
                  Remove<span className="sr-only">: {nameOf(item)}</span>
                </Button>
              )}
            </span>
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
