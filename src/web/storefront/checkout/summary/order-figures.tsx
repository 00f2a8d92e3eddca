import type { Totals } from "#domain/checkout/pricing.ts";
import { formatMoney } from "#domain/money/money.ts";

/** Subtotal, shipping, tax and total. `taxLabel` null leaves the tax line out (no tax is added). */
export function OrderFigures({ totals, taxLabel }: { totals: Totals; taxLabel: string | null }) {
  const rows = [
    ["Subtotal", formatMoney(totals.subtotal)],
    ["Shipping", totals.shipping === 0 ? "Free shipping" : formatMoney(totals.shipping)],
    ...(taxLabel === null ? [] : [[taxLabel, formatMoney(totals.tax)]]),
  ] as const;
  return (
    <dl className="numerals grid gap-1.5">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-2">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-ink pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="display text-2xl">{formatMoney(totals.total)}</dd>
      </div>
    </dl>
  );
}
