import type { Cart } from "#domain/cart/cart.ts";
import { linesToPrice } from "#domain/cart/change-cart.ts";
import { missingForFreeShipping } from "#domain/checkout/free-shipping.ts";
import { priceCart } from "#domain/checkout/pricing.ts";
import { isTaxAdded, taxLabel, taxRateFor } from "#domain/checkout/tax-rate.ts";
import { discountLabel, discountText } from "#domain/discount/discount.ts";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import type { CartSettings } from "./cart-settings.ts";

type CartSummaryProps = { cart: Cart; settings: CartSettings };

/** Below the sums: the same total that the checkout asks for. */
export function CartTotal({ cart, settings }: CartSummaryProps) {
  const { total } = priceCart(linesToPrice(cart), settings);
  const isBeforeTax = taxRateFor(settings.tax) === null;
  return (
    <dl className="numerals text-lg font-bold">
      <Row label={isBeforeTax ? "Total before tax" : "Total"} value={formatMoney(total)} />
    </dl>
  );
}

/** Subtotal, tax where it is added, and shipping. */
export function CartSummary({ cart, settings }: CartSummaryProps) {
  const lines = linesToPrice(cart);
  const totals = priceCart(lines, settings);
  const { tax } = settings;
  const { subtotal, discount } = totals;
  const isBeforeTax = taxRateFor(tax) === null;
  const missing = missingForFreeShipping(lines, settings);
  return (
    <div>
      {missing !== null && <FreeShippingMeter goods={subtotal} missing={missing} />}
      <dl className="numerals grid gap-1">
        <Row label="Subtotal" value={formatMoney(subtotal)} />
        {discount && <Row label={discountLabel(discount)} value={discountText(discount)} />}
        {isTaxAdded(tax) && (
          <Row
            label={taxLabel(tax)}
            value={isBeforeTax ? "By state, at checkout" : formatMoney(totals.tax)}
          />
        )}
        <Row
          label="Shipping"
          value={totals.shipping === 0 ? "Free shipping" : formatMoney(totals.shipping)}
        />
      </dl>
    </div>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function FreeShippingMeter({ goods, missing }: { goods: Cents; missing: Cents }) {
  return (
    <div className="mb-3">
      <p className="text-[0.9375rem] font-medium">{`Spend ${formatMoney(missing)} more for free shipping`}</p>
      <progress
        className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-fairway [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-fairway"
        aria-label="On the way to free shipping"
        value={goods}
        max={goods + missing}
      />
    </div>
  );
}
