import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type Cart, itemCount, keyOf } from "#domain/cart/cart.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import { isTaxAdded, taxLabel, taxRateFor } from "#domain/checkout/tax-rate.ts";
import { discountLabel, discountText } from "#domain/discount/discount.ts";
import { formatMoney } from "#domain/money/money.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ArrivesNow } from "../../../ui/arrives.tsx";
import type { CartSettings } from "../../cart/cart-settings.ts";
import { RESERVED_AT_PAY } from "../checkout-flow.ts";
import { ChevronDown } from "../checkout-icons.ts";
import { lineOfCart, OrderLine } from "./order-line.tsx";

type OrderSummaryProps = {
  cart: Cart;
  totals: Totals;
  settings: CartSettings;
  /** On phones, too, all of it shows. */
  isUnfolded?: boolean;
  /** Where a code is typed, above the sums. */
  code?: ReactNode;
  /** Nothing of it is held before 'Pay Now' is pressed. */
  isReservedAtPay?: boolean;
};

const HALF_A_LINE_PX = 25;
/** More lines than this are drawn small, so that eight of them show at once. */
const LARGE_LINES_MAX = 4;

/** The items of the order: on phones an expandable bar with the total; next to the form everything. */
export function OrderSummary({
  cart,
  totals,
  settings,
  isUnfolded = false,
  code,
  isReservedAtPay = false,
}: OrderSummaryProps) {
  const [wasOpened, setOpen] = useState(false);
  const isOpen = wasOpened || isUnfolded;
  const list = useRef<HTMLUListElement>(null);
  const below = useLinesBelow(list);
  const { tax, shipTo } = settings;
  const { profile } = useRootData();
  const isBeforeTax = taxRateFor(tax, shipTo) === null;
  const taxed = isBeforeTax ? "By your state" : formatMoney(totals.tax);
  const taxRow = isTaxAdded(tax) ? ([taxLabel(tax, shipTo), taxed] as const) : null;
  return (
    <section aria-label="Order Summary" className="checkout-summary">
      <SummaryHeading
        count={itemCount(cart)}
        total={totals.total}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      <div id="order-summary" className={`pt-4 ${isOpen ? "" : "max-lg:hidden"}`}>
        <ul
          ref={list}
          aria-label="Items"
          // A long order scrolls; its scrollbar is in the margin, so prices and sums stay aligned.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard too.
          tabIndex={0}
          className="-mr-2 max-h-[400px] overflow-y-auto overscroll-contain pr-2"
        >
          {cart.lines.map((line) => (
            <OrderLine
              key={keyOf(line)}
              line={lineOfCart(line)}
              isCompact={cart.lines.length > LARGE_LINES_MAX}
            />
          ))}
        </ul>
        {below !== null && (
          <p className="min-h-8 pt-2 text-[0.9375rem] text-ink-2">{below > 0 && `${below} more below`}</p>
        )}
        <div className="pt-4">
          <div>{code}</div>
          <OrderFigures totals={totals} taxRow={taxRow} isBeforeTax={isBeforeTax} />
          {isReservedAtPay && <p className="mt-1 text-[0.9375rem] text-ink-2">{RESERVED_AT_PAY}</p>}
          {tax.taxByState && taxRow && (
            // It changes while another field is in hand.
            <p role="status" className="sr-only">
              {!isBeforeTax && `${taxRow.join(": ")}. Total: ${formatMoney(totals.total)}`}
            </p>
          )}
          {tax.enableTax && tax.includeTaxInPrice && (
            <p className="mt-1 text-sm text-ink-2">(Tax included)</p>
          )}
          <ArrivesNow
            rules={{ timeZone: profile.timeZone, ...settings.shipping }}
            className="mt-3 font-medium"
          />
        </div>
      </div>
    </section>
  );
}

type SummaryHeadingProps = { count: number; total: number; isOpen: boolean; onToggle: () => void };

function SummaryHeading({ count, total, isOpen, onToggle }: SummaryHeadingProps) {
  return (
    <h2>
      <span className="hidden items-baseline justify-between lg:flex">
        <span className="display text-xl">Order Summary</span>
        <span className="text-[0.9375rem] font-normal text-ink-2">{countOf(count)}</span>
      </span>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="order-summary"
        className="flex min-h-12 w-full items-center gap-2 text-left lg:hidden"
        onClick={onToggle}
      >
        <span className="font-semibold">Order Summary</span>
        <span className="whitespace-nowrap text-ink-2">{countOf(count)}</span>
        <ChevronDown className={`size-5 transition-[rotate] ${isOpen ? "rotate-180" : ""}`} />
        <span className="display numerals ml-auto text-xl">{formatMoney(total)}</span>
      </button>
    </h2>
  );
}

const countOf = (count: number) => `${count} ${count === 1 ? "item" : "items"}`;

/** How many lines are out of sight below; null where the list shows all it has. */
function useLinesBelow(list: RefObject<HTMLUListElement | null>): number | null {
  const [below, setBelow] = useState<number | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const bottom = element.getBoundingClientRect().bottom;
      const isBelow = (line: Element) => line.getBoundingClientRect().bottom > bottom + HALF_A_LINE_PX;
      const scrolls = element.scrollHeight > element.clientHeight;
      setBelow(scrolls ? [...element.children].filter(isBelow).length : null);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const lines = new MutationObserver(look);
    lines.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      lines.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [list]);
  return below;
}

type OrderFiguresProps = { totals: Totals; taxRow: readonly [string, string] | null; isBeforeTax: boolean };

/** Subtotal, shipping, tax and total. `taxRow` null leaves the tax line out (no tax is added). */
function OrderFigures({ totals, taxRow, isBeforeTax }: OrderFiguresProps) {
  const rows = [
    ["Subtotal", formatMoney(totals.subtotal)],
    ...(totals.discount ? [[discountLabel(totals.discount), discountText(totals.discount)] as const] : []),
    ["Shipping", totals.shipping === 0 ? "Free shipping" : formatMoney(totals.shipping)],
    ...(taxRow ? [taxRow] : []),
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
        <dt className="font-semibold">{isBeforeTax ? "Total before tax" : "Total"}</dt>
        <dd className="display text-2xl">{formatMoney(totals.total)}</dd>
      </div>
    </dl>
  );
}
