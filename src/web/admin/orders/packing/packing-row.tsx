import type { FormEvent } from "react";
import { type FetcherWithComponents, href, Link, useFetcher } from "react-router";
import { orderNumber } from "#domain/order/order.ts";
import { TRACKING_LENGTH_MAX } from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { itemName } from "#domain/product/item-name.ts";
import { tellDay } from "#domain/text/dates.ts";
import type { OrderToPack } from "#server/orders/packing/list-to-pack.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TriangleAlert } from "../../../ui/icons.tsx";
import { useHeld } from "../../forms/use-held.ts";
import { WaitingBadge } from "../order-badges.tsx";
import { OrderLink } from "../order-link.tsx";
import { WithdrawBox } from "../withdraw-box.tsx";
import type { PackedAnswer } from "./packing-answer.ts";

type PackingRowProps = {
  order: OrderToPack;
  /** What all rows are sent with. */
  carrier: string;
  /** The answer of the page's own action, in a browser without scripts. */
  answered: PackedAnswer | undefined;
};

/** One order that waits: what goes in, where it goes, and its tracking number. Enter sends it and leads to the next. */
export function PackingRow({ order, carrier, answered }: PackingRowProps) {
  const fetcher = useFetcher<PackedAnswer>({ key: `pack-${order.id}` });
  const answer = fetcher.data ?? (answered?.orderId === order.id ? answered : undefined);
  const isPending = fetcher.state !== "idle";
  // The label may be printed before its number is scanned.
  const { seen } = useHeld(
    {
      ...{ seen: order.corrections, formKey: "", answer, isPending },
      ...{ isKept: true, isOld: answer?.isOld === true },
    },
    { fromStart: true },
  );
  return (
    <li className="admin-card grid gap-x-8 gap-y-3 p-5 lg:grid-cols-[1fr_22rem]" data-order={order.number}>
      <div className="grid content-start gap-2">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
          <OrderLink order={order} />
          <Promised order={order} />
          {order.waitingFor !== null && <WaitingBadge amount={order.waitingFor} />}
        </h2>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <ul className="grid content-start gap-1">
            {linesWith(order.items, unitsToSend).map((item) => (
              <li key={item.id} className="wrap-anywhere">
                <strong className="numerals font-semibold">{item.quantity} ×</strong> {itemName(item)}
              </li>
            ))}
          </ul>
          <address className="grid content-start text-ink-2 not-italic">
            {addressLines(order.address).map((line) => (
              <span key={line} className="wrap-anywhere">
                {line}
              </span>
            ))}
          </address>
        </div>
        {order.attention.length > 0 && (
          <p className="flex items-center gap-2 text-warn">
            <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
            {order.attention.includes("fraud_warning")
              ? "Early fraud warning: don’t ship this order. Open it to refund it."
              : "Needs attention: look at the order before you pack it."}
          </p>
        )}
      </div>
      <ShipRow {...{ order, carrier, seen, answer, isPending, fetcher }} />
    </li>
  );
}

type ShipRowProps = Pick<PackingRowProps, "order" | "carrier"> & {
  seen: number;
  answer: PackedAnswer | undefined;
  isPending: boolean;
  fetcher: FetcherWithComponents<PackedAnswer>;
};

function ShipRow({ order, carrier, seen, answer, isPending, fetcher }: ShipRowProps) {
  const number = orderNumber(order.number);
  return (
    <fetcher.Form method="post" className="grid content-start gap-2" onSubmit={leadOn}>
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="carrier" value={carrier} />
      <div className="flex items-start gap-2">
        <Field
          className="min-w-0 flex-1"
          label={
            <>
              Tracking number<span className="sr-only"> of {number}</span>
            </>
          }
          name="trackingNumber"
          maxLength={TRACKING_LENGTH_MAX}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={isPending}
          defaultValue={answer?.values.trackingNumber ?? ""}
          error={isPending ? undefined : answer?.error}
        />
        <Button type="submit" name="intent" value="ship" pending={isPending} className="mt-8 flex-none">
          Ship<span className="sr-only"> {number}</span>
        </Button>
      </div>
      {order.waitingFor !== null && <WithdrawBox amount={order.waitingFor} />}
      <details className="disclosure">
        <summary>
          Other ways<span className="sr-only"> for {number}</span>
        </summary>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
          <Button
            type="submit"
            name="intent"
            value="ship-without"
            look="secondary"
            size="small"
            className="min-h-11"
            formNoValidate
            disabled={isPending}
          >
            Ship without a number
          </Button>
          <Link
            to={href("/admin/orders/:id", { id: order.id })}
            className="text-link inline-flex min-h-11 items-center"
          >
            A part, a letter, or by hand
          </Link>
        </div>
      </details>
    </fetcher.Form>
  );
}

/** While one order is being sent, the next number can be scanned already. */
function leadOn({ currentTarget: form }: FormEvent<HTMLFormElement>): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>("[data-order] input[name=trackingNumber]")];
  const own = fields.findIndex((field) => field.form === form);
  fields[own + 1]?.focus();
}

function Promised({ order: { urgency, arrival } }: Pick<PackingRowProps, "order">) {
  const promised = <span className="text-sm font-normal text-ink-2">promised by {tellDay(arrival.to)}</span>;
  return (
    <>
      {urgency === "late" && <Badge tone="red">Late</Badge>}
      {urgency === "today" && <Badge tone="yellow">Send today</Badge>}
      {promised}
    </>
  );
}
