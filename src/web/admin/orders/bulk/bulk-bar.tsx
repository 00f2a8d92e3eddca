import type { ReactNode } from "react";
import { href, useFetcher, useNavigate } from "react-router";
import type { OrderSummary } from "#domain/order/order.ts";
import { Button, type ButtonProps } from "../../../ui/form/button.tsx";
import type { BulkStep } from "./bulk-lines.ts";

export const ORDERS_BULK_FORM = "orders-bulk-form";

type OrdersBulkBarProps = {
  /** The orders chosen on this page. */
  chosen: OrderSummary[];
  /** The check box for every order of this page. */
  allBox: ReactNode;
  /** Path of the page whose action starts a sync. */
  action: string;
  /** A step was chosen that needs a dialog first. */
  onStep: (step: BulkStep) => void;
};

/** Actions for the chosen orders. The check boxes of the table belong to its form, which is sent for a file. */
export function OrdersBulkBar({ chosen, allBox, action, onStep }: OrdersBulkBarProps) {
  const sync = useFetcher();
  const navigate = useNavigate();
  const isOff = chosen.length === 0;
  const syncChosen = () => {
    const form = new FormData();
    form.append("intent", "sync-selected");
    for (const { id } of chosen) form.append("id", id);
    void sync.submit(form, { method: "post", action });
  };
  return (
    <form
      id={ORDERS_BULK_FORM}
      action={href("/admin/orders/export")}
      aria-label="Selected orders"
      className="bulk-bar"
      data-chosen={!isOff || undefined}
    >
      <input type="hidden" name="selected" value="yes" />
      {allBox}
      <p role="status" className="numerals mr-2 text-sm font-semibold whitespace-nowrap">
        {isOff ? "Select orders" : `${chosen.length} selected`}
      </p>
      <Action disabled={isOff} onClick={() => onStep("shipped")}>
        Mark as shipped
      </Action>
      <Action disabled={isOff} onClick={() => onStep("delivered")}>
        Mark as delivered
      </Action>
      <Action disabled={isOff} onClick={() => void navigate(slipsPath(chosen))}>
        Print packing slips
      </Action>
      <Action disabled={isOff || sync.state !== "idle"} onClick={syncChosen}>
        Sync selected
      </Action>
      <Action disabled={isOff} type="submit">
        Export selected
      </Action>
    </form>
  );
}

function Action(button: ButtonProps) {
  return <Button {...button} look="secondary" size="small" className="min-h-11" />;
}

/** The page with the packing slips of these orders. */
export function slipsPath(orders: readonly { id: string }[]): string {
  const params = new URLSearchParams(orders.map(({ id }) => ["id", id]));
  return `${href("/admin/orders/slips")}?${params}`;
}
