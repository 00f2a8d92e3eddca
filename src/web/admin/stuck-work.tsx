import { CircleCheck } from "lucide-react";
import { href, Link, useFetcher } from "react-router";
import type { StuckItem } from "#domain/stuck-work.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { LocalTime } from "./local-time.tsx";

/** What the shop could not finish by itself, with what can be done about each. */
export function StuckWork({ items, action }: { items: StuckItem[]; action: string }) {
  if (items.length === 0) {
    return (
      <p className="admin-card flex items-center gap-2.5 p-6">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-ok" />
        Nothing waits for you.
      </p>
    );
  }
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} action={action} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item, action }: { item: StuckItem; action: string }) {
  const fetcher = useFetcher();
  const isPending = fetcher.state !== "idle";
  return (
    <article className="admin-card grid gap-3 p-5">
      <h2 className="text-lg font-semibold">{item.title}</h2>
      <div className="text-sm wrap-anywhere text-ink-2">
        {item.orderId && (
          <p>
            <Link to={href("/admin/orders/:id", { id: item.orderId })} className="text-link">
              Open the order
            </Link>
          </p>
        )}
        <p>
          Since <LocalTime at={item.since} withTime />
        </p>
        <p>{item.id}</p>
      </div>
      {item.reason && <p className="wrap-anywhere">{item.reason}</p>}
      <fetcher.Form method="post" action={action} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="id" value={item.id} />
        {item.canRetry && (
          <Button
            type="submit"
            name="intent"
            value="retry"
            look="secondary"
            pending={isPending}
            formNoValidate
          >
            Try again
          </Button>
        )}
        <Field label="Why it can be closed" name="note" required />
        <Button type="submit" name="intent" value="close" look="quiet" disabled={isPending}>
          Close
        </Button>
      </fetcher.Form>
    </article>
  );
}
