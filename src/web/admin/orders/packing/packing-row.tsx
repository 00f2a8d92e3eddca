import { type FormEvent, useState } from "react";
import { href, Link, useFetcher } from "react-router";
import { packForm } from "#domain/order/forms/shipment-forms.ts";
import { orderNumber } from "#domain/order/order.ts";
import { TRACKING_LENGTH_MAX } from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { itemName } from "#domain/product/item-name.ts";
import { formatDay } from "#domain/text/dates.ts";
import type { OrderToPack } from "#server/orders/packing/list-to-pack.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TriangleAlert } from "../../../ui/icons.tsx";
import { type FormAnswer, formAnswerIn } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { WaitingBadge } from "../order-badges.tsx";
import { OrderLink } from "../order-link.tsx";
import { WithdrawBox } from "../withdraw-box.tsx";

type PackingRowProps = {
  order: OrderToPack;
  /** What all rows are sent with. */
  carrier: string;
  /** The answer of the page's own action, to a form that was sent before scripts arrived. */
  answered: FormAnswer | undefined;
};

/** One order that waits: what goes in, where it goes, and its tracking number. Enter sends it and leads to the next. */
export function PackingRow({ order, carrier, answered }: PackingRowProps) {
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
      <ShipRow {...{ order, carrier, answered }} />
    </li>
  );
}

function ShipRow({ order, carrier, answered }: PackingRowProps) {
  const number = orderNumber(order.number);
  const fetcher = useFetcher<FormAnswer>({ key: `pack-${order.id}` });
  const isOwn = answered?.result.initialValue?.orderId === order.id;
  // The label may be printed before its number is scanned.
  const [seen] = useState(order.corrections);
  const form = useOwnerForm({
    ...{ schema: packForm, intent: "ship", id: `pack-${order.id}`, fetcher, isGuarded: false },
    stored: { carrier, trackingNumber: "", withdraw: "", seen },
    answer: formAnswerIn(fetcher.data) ?? (isOwn ? answered : undefined),
  });
  const { error, label, ...field } = form.field("trackingNumber");
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (!event.defaultPrevented) leadOn(event.currentTarget);
  };
  return (
    <OwnerForm form={form} className="grid content-start gap-2" onSubmit={onSubmit}>
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="carrier" value={carrier} />
      <div className="flex items-start gap-2">
        <Field
          className="min-w-0 flex-1"
          label={
            <>
              {label}
              <span className="sr-only"> of {number}</span>
            </>
          }
          {...field}
          maxLength={TRACKING_LENGTH_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={form.isSaving}
          error={form.isSaving ? undefined : (error ?? form.field("carrier").error)}
        />
        <Button type="submit" pending={form.isSaving} className="mt-8 flex-none">
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
            name="without"
            value="yes"
            look="secondary"
            size="small"
            className="min-h-11"
            disabled={form.isSaving}
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
    </OwnerForm>
  );
}

/** While one order is being sent, the next number can be scanned already. */
function leadOn(form: HTMLFormElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>("[data-order] input[name=trackingNumber]")];
  const own = fields.findIndex((field) => field.form === form);
  fields[own + 1]?.focus();
}

function Promised({ order: { urgency, arrival } }: Pick<PackingRowProps, "order">) {
  const promised = (
    <span className="text-sm font-normal text-ink-2">promised by {formatDay(arrival.to)}</span>
  );
  return (
    <>
      {urgency === "late" && <Badge tone="red">Late</Badge>}
      {urgency === "today" && <Badge tone="yellow">Send today</Badge>}
      {promised}
    </>
  );
}
