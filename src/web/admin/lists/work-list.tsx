import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { AllDone } from "./empty-list.tsx";

type WorkListProps<Item> = {
  items: Item[];
  /** The text when nothing is left to do. */
  done: string;
  children: (item: Item) => ReactNode;
};

/** Work that the shop could not finish and leaves to the owner. */
export function WorkList<Item extends { id: string }>({ items, done, children }: WorkListProps<Item>) {
  if (items.length === 0) return <AllDone text={done} className="admin-card p-6" />;
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
}

type WorkItemProps = {
  id: string;
  title: string;
  /** The facts, in small text below the title. */
  facts: ReactNode;
  reason: string | null;
  /** Path of the page whose action answers. */
  action: string;
  /** The actions. */
  children: (isPending: boolean) => ReactNode;
};

export function WorkItem({ id, title, facts, reason, action, children }: WorkItemProps) {
  const fetcher = useFetcher();
  return (
    <article className="admin-card grid gap-3 p-5">
      <h2 className="text-lg font-semibold first-letter:uppercase">{title}</h2>
      <div className="text-sm wrap-anywhere text-ink-2">{facts}</div>
      {reason && <p className="wrap-anywhere">{reason}</p>}
      <fetcher.Form method="post" action={action} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="id" value={id} />
        {children(fetcher.state !== "idle")}
      </fetcher.Form>
    </article>
  );
}

type CloseWithNoteProps = { label: string; intent: string; isPending: boolean; children: ReactNode };

/** Puts work away as it is, with the reason why; `label`: what the reason is asked with. */
export function CloseWithNote({ label, intent, isPending, children }: CloseWithNoteProps) {
  return (
    <>
      <Field label={label} name="note" required />
      <Button type="submit" name="intent" value={intent} look="quiet" disabled={isPending}>
        {children}
      </Button>
    </>
  );
}
