import type { Totals } from "#domain/checkout/pricing.ts";
import { isTaxAdded } from "#domain/checkout/tax-rate.ts";
import { discountLabel, discountText } from "#domain/discount/discount.ts";
import { formatMoney } from "#domain/money/money.ts";
import { type ConfirmationOrder, orderNumber, shortOrderId } from "#domain/order/order.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { FlagGlyph } from "../../../ui/flag-glyph.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { linesOfOrder, type OrderLineView } from "../summary/order-line.tsx";
import { CopyButton } from "./copy-button.tsx";

type ScorecardProps = {
  items: OrderLineView[];
  totals: Totals;
  /** null while the payment is still processing and the order has no number yet. */
  order: ConfirmationOrder | null;
};

/** The scorecard of an order that the server knows. */
export function OrderScorecard({ order }: { order: ConfirmationOrder }) {
  return <Scorecard items={linesOfOrder(order)} totals={order} order={order} />;
}

/** The order as a filled-in scorecard: one hole per item, the sums in the last row. */
export function Scorecard({ items, totals, order }: ScorecardProps) {
  const { businessInfo } = useRootData().settings;
  return (
    <section aria-label="Order summary" className="mt-8 border-2 border-ink bg-surface">
      <header className="on-dark flex flex-wrap items-center gap-x-4 gap-y-1 bg-fairway px-4 py-3 text-white sm:px-5">
        <FlagGlyph className="size-9 flex-none" />
        <p className="display text-xl">{businessInfo.storeName}</p>
        {order && (
          <p className="numerals ml-auto font-semibold">
            {orderNumber(order.number)}, <ShopTime at={order.createdAt} />
          </p>
        )}
      </header>
      <ol>
        {items.map((line, at) => (
          <Hole key={line.key} number={at + 1} line={line} />
        ))}
      </ol>
      <Sums totals={totals} />
      {order && (
        <dl className="border-t border-line px-4 py-3 text-[0.9375rem] sm:px-5">
          <dt className="eyebrow text-ink-2">Order ID</dt>
          <dd className="numerals flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{shortOrderId(order.id)}</span>
            <CopyButton text={order.id} label="Copy order ID" />
          </dd>
        </dl>
      )}
    </section>
  );
}

function Hole({ number, line }: { number: number; line: OrderLineView }) {
  return (
    <li className="flex items-stretch border-b border-line">
      <span
        aria-hidden="true"
        className="display grid w-11 flex-none place-items-center border-r border-line text-lg text-flag sm:w-14"
      >
        {number}
      </span>
      <Picture
        image={line.imageUrl ? { url: line.imageUrl, alt: "" } : null}
        sizes="72px"
        placeholder=""
        className="aspect-[4/5] w-16 flex-none self-center bg-sand object-cover sm:w-18"
      />
      <div className="min-w-0 flex-1 self-center px-3 py-3 sm:px-4">
        <p className="leading-snug font-semibold break-words">
          {line.option === null ? line.name : `${line.name} (${line.option})`}
        </p>
        <p className="numerals text-[0.9375rem] text-ink-2">
          {line.quantity} × {formatMoney(line.unitPrice)}
        </p>
        {line.refunded ? (
          <p className="numerals text-[0.9375rem] text-flag">
            {line.refunded} of {line.quantity} refunded
          </p>
        ) : null}
      </div>
      <p className="numerals grid w-24 flex-none place-items-center border-l border-line font-semibold sm:w-28">
        {formatMoney(line.quantity * line.unitPrice)}
      </p>
    </li>
  );
}

function Sums({ totals }: { totals: Totals }) {
  const { tax } = useRootData().settings;
  // As in the cart: without a tax that is added there is no line of it.
  const hasTax = totals.tax > 0 || isTaxAdded(tax);
  const { discount } = totals;
  const sums: [label: string, amount: string][] = [
    ["Subtotal", formatMoney(totals.subtotal)],
    ...(discount ? [[discountLabel(discount), discountText(discount)] as [string, string]] : []),
    ["Shipping", formatMoney(totals.shipping)],
    ...(hasTax ? [["Tax", formatMoney(totals.tax)] as [string, string]] : []),
    ["Total", formatMoney(totals.total)],
    ...(totals.extraPaid
      ? [["Paid for order change", formatMoney(totals.extraPaid)] as [string, string]]
      : []),
  ];
  return (
    <dl className="numerals flex flex-wrap border-t border-ink">
      {sums.map(([label, amount]) => (
        <div
          key={label}
          className={`flex-1 px-4 py-3 sm:px-5 ${label === "Total" ? "bg-sun" : "border-r border-line"}`}
        >
          <dt className={`eyebrow ${label === "Total" ? "" : "text-ink-2"}`}>{label}</dt>
          <dd className={label === "Total" ? "display text-xl" : "text-lg"}>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
