import type { ComponentProps, FormEvent, ReactNode } from "react";
import { href, useFetcher, useNavigate } from "react-router";
import type { OrderSummary } from "#domain/order/order.ts";
import { Button } from "../../../ui/form/button.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { BulkStep } from "./bulk-lines.ts";

export const ORDERS_BULK_FORM = "orders-bulk-form";

type OrdersBulkBarProps = {
  /** The orders chosen on this page; empty in a browser without scripts. */
  chosen: OrderSummary[];
  /** The check box for every order of this page. */
  allBox: ReactNode;
  /** Path of the page whose action starts a sync. */
  action: string;
  /** A step was chosen that needs a dialog first. */
  onStep: (step: BulkStep) => void;
};

/**
 * Actions for the chosen orders. It is a plain form whose buttons say where it is sent, and the check boxes
 * of the table belong to it, so without scripts each button leads to a page that does the same.
 */
export function OrdersBulkBar({ chosen, allBox, action, onStep }: OrdersBulkBarProps) {
  const sync = useFetcher();
  const navigate = useNavigate();
  const isOff = useHydrated() && chosen.length === 0;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const wish = button?.dataset.wish;
    if (wish === "export") return;
    event.preventDefault();
    const form = new FormData(event.currentTarget, button);
    if (wish === "sync") void sync.submit(form, { method: "post", action });
    else if (wish === "slips") void navigate(slipsPath(chosen));
    else if (wish === "shipped" || wish === "delivered") onStep(wish);
  };
  const bulk = href("/admin/orders/bulk");
  return (
    <form
      id={ORDERS_BULK_FORM}
      method="get"
      action={bulk}
      onSubmit={onSubmit}
      aria-label="Selected orders"
      className="bulk-bar"
      data-chosen={chosen.length > 0 || undefined}
    >
      <input type="hidden" name="selected" value="yes" />
      {allBox}
      <p role="status" className="numerals mr-2 text-sm font-semibold whitespace-nowrap">
        {chosen.length === 0 ? "Select orders" : `${chosen.length} selected`}
      </p>
      <Action wish="shipped" label="Mark as shipped" disabled={isOff} name="step" value="shipped" />
      <Action wish="delivered" label="Mark as delivered" disabled={isOff} name="step" value="delivered" />
      <Action
        wish="slips"
        label="Print packing slips"
        disabled={isOff}
        formAction={href("/admin/orders/slips")}
      />
      <Action
        wish="sync"
        label="Sync selected"
        disabled={isOff || sync.state !== "idle"}
        formMethod="post"
        formAction={action}
        name="intent"
        value="sync-selected"
      />
      <Action
        wish="export"
        label="Export selected"
        disabled={isOff}
        formAction={href("/admin/orders/export")}
      />
    </form>
  );
}

type ActionProps = Omit<ComponentProps<typeof Button>, "children"> & { wish: string; label: string };

function Action({ wish, label, ...rest }: ActionProps) {
  return (
    <Button type="submit" look="secondary" size="small" className="min-h-11" data-wish={wish} {...rest}>
      {label}
    </Button>
  );
}

/** The page with the packing slips of these orders. */
export function slipsPath(orders: readonly { id: string }[]): string {
  const params = new URLSearchParams(orders.map(({ id }) => ["id", id]));
  return `${href("/admin/orders/slips")}?${params}`;
}
