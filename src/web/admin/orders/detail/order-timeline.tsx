import type { ReactNode } from "react";
import type { ExtraPayment, ExtraPaymentState } from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { CUSTOMER, isErased, type OrderCorrection } from "#domain/order/corrections.ts";
import {
  type NamedQuantity,
  type OrderDetail,
  type OrderRefund,
  orderTimeline,
  type TimelineEntry,
} from "#domain/order/order-detail.ts";
import { formatShipment, type Shipment, trackingUrl } from "#domain/order/shipments.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { itemName } from "#domain/product/item-name.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { fulfillmentLabels, mailName, paymentSteps, refundLabels, sourceText } from "../order-texts.ts";
import { Card } from "./order-facts.tsx";

/** Everything that happened to the order, newest first: what, according to whom, and when. */
export function TimelineCard({ order }: { order: OrderDetail }) {
  return (
    <Card title="Timeline">
      <ol className="timeline">
        {orderTimeline(order).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added in front, without state.
          <li key={index}>
            <Entry entry={entry} shipments={order.shipments} />
            <p className="text-sm text-ink-2">
              <ShopTime at={entry.at} style="date and time" />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Entry({ entry, shipments }: { entry: TimelineEntry; shipments: Shipment[] }) {
  switch (entry.kind) {
    case "status":
      return <Lines title={paymentSteps[entry.event.to]}>{sourceText(entry.event.source)}</Lines>;
    case "shipment":
      return (
        <Lines title={entry.event.isCorrection ? "Shipment corrected" : fulfillmentLabels[entry.event.to]}>
          {entry.event.reason && <span className="block">{entry.event.reason}</span>}
          <Restocked lines={entry.event.restocked} />
          {(entry.event.carrier || entry.event.trackingNumber) && <Tracking event={entry.event} />}
          {entry.event.to === "shipped" && !entry.event.isCorrection && (
            <ShipmentLines shipments={shipments} id={entry.event.shipmentId} />
          )}
          <span className="block">{entry.event.actor}</span>
        </Lines>
      );
    case "refund":
      return (
        <Lines title={refundTitle(entry.refund)}>
          <RefundedUnits refund={entry.refund} />
          {entry.refund.reason && <span className="block">{entry.refund.reason}</span>}
          <span className="block">{sourceText(entry.refund.source)}</span>
        </Lines>
      );
    case "correction":
      return (
        <Lines
          title={isUndo(entry.correction) ? "Email change undone" : correctionTitles[entry.correction.kind]}
        >
          <CorrectionLines correction={entry.correction} />
          <span className="block">{correctedBy(entry.correction)}</span>
        </Lines>
      );
    case "extra-payment":
      return <ExtraPaymentEntry extraPayment={entry.extraPayment} isEnd={entry.isEnd} />;
    case "note":
      return (
        <>
          <p className="font-semibold">Note</p>
          <p className="wrap-anywhere whitespace-pre-line">{entry.note.note}</p>
          <p className="text-sm wrap-anywhere text-ink-2">{entry.note.author}</p>
        </>
      );
    case "mail":
      return <Lines title={mailStates[entry.mail.state]}>{mailName(entry.mail.kind)}</Lines>;
    default:
      return unreachable(entry);
  }
}

const extraPaymentEnds: Record<Exclude<ExtraPaymentState, "waiting" | "ending">, string> = {
  done: "Extra payment received",
  refunded: "Extra payment came too late and was refunded",
  expired: "Extra payment not made in time",
  withdrawn: "Request for extra payment withdrawn",
  changed: "Request for extra payment ended: its items shipped, were refunded, or swapped",
  canceled: "Request for extra payment ended: the order is over",
};

function ExtraPaymentEntry({ extraPayment, isEnd }: { extraPayment: ExtraPayment; isEnd: boolean }) {
  const { state, amount, after, before } = extraPayment;
  const title =
    isEnd && state !== "waiting" && state !== "ending" ? extraPaymentEnds[state] : "Extra payment requested";
  return (
    <Lines title={`${title}: ${formatMoney(amount)}`}>
      <span className="block">
        {after} instead of {before}
      </span>
      {!isEnd && <span className="block">{extraPayment.actor}</span>}
    </Lines>
  );
}

const correctionTitles: Record<OrderCorrection["kind"], string> = {
  address: "Address corrected",
  email: "Email corrected",
  swap: "Items swapped",
  exchange: "Items exchanged",
};

function isUndo(correction: OrderCorrection): boolean {
  return correction.kind === "email" && correction.after.undoes !== undefined;
}

function correctedBy(correction: OrderCorrection): string {
  if (isUndo(correction)) return "By the link in the email to the earlier address";
  return correction.actor === CUSTOMER ? "By the customer, on the order's page" : correction.actor;
}

/** What it said before; what it says now stands on the page, or in the next correction. */
function CorrectionLines({ correction }: { correction: OrderCorrection }) {
  if (isErased(correction)) return null;
  if (correction.kind === "email") return <span className="block">It was: {correction.before.email}</span>;
  if (correction.kind === "address")
    return <span className="block">It was: {addressLines(correction.before).join(", ")}</span>;
  const { before, after, difference } = correction;
  const paid = difference > 0 ? `; the customer paid ${formatMoney(difference)} more` : "";
  const back = difference < 0 ? `; ${formatMoney(-difference)} refunded` : paid;
  return (
    <span className="block">
      {after.items} instead of {before.items}
      {back}
    </span>
  );
}

function refundTitle({ state, amount }: OrderRefund): string {
  return amount === 0 ? "Items settled without money" : `${refundLabels[state]}: ${formatMoney(amount)}`;
}

/** What a refund was for, and what it put back on the shelf. */
function RefundedUnits({ refund }: { refund: OrderRefund }) {
  const { lines, restocked, shipping, adjustment, amount } = refund;
  const isMixed = adjustment !== null && adjustment !== 0 && adjustment !== amount;
  return (
    <>
      {lines.length > 0 && <span className="block">For {namesOf(lines)}</span>}
      {shipping !== null && shipping > 0 && (
        <span className="block">{formatMoney(shipping)} of the shipping</span>
      )}
      {isMixed && (
        <span className="block">
          {formatMoney(Math.abs(adjustment))} {adjustment < 0 ? "less" : "more"} than calculated
        </span>
      )}
      <Restocked lines={restocked} />
    </>
  );
}

function Restocked({ lines }: { lines: NamedQuantity[] }) {
  return lines.length > 0 && <span className="block">Back in stock: {namesOf(lines)}</span>;
}

function namesOf(lines: NamedQuantity[]): string {
  return lines.map((line) => `${line.quantity} × ${itemName(line)}`).join(", ");
}

/** The contents of a shipment, and its delivery method when that was not a carrier. */
function ShipmentLines({ shipments, id }: { shipments: Shipment[]; id: string | null }) {
  const shipment = shipments.find((each) => each.id === id);
  if (!shipment) return null;
  return (
    <>
      {shipment.way !== "carrier" && <span className="block">{formatShipment(shipment)}</span>}
      <span className="block">Contents: {namesOf(shipment.lines)}</span>
    </>
  );
}

const mailStates = { waiting: "Email queued", sent: "Email sent", failed: "Email failed" };

function Tracking({ event }: { event: { carrier: string; trackingNumber: string } }) {
  const url = trackingUrl(event);
  const text = `${event.carrier} ${event.trackingNumber}`;
  return url ? (
    <a href={url} target="_blank" rel="noreferrer" className="text-link block">
      {text}
    </a>
  ) : (
    <span className="block">{text}</span>
  );
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <div className="text-sm wrap-anywhere text-ink-2">{children}</div>
    </>
  );
}
