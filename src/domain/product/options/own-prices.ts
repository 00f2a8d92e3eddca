// What variants cost of their own, as the form has it: an empty text means what the product costs.
import { CHARGE_MAX, formatDollars, formatMoney } from "../../money/money.ts";
import { parseDollars } from "../../money/money-input.ts";
import type { OwnPrices } from "../product.ts";

export type PriceTexts = { price: string; salePrice: string };
export type PriceName = keyof PriceTexts;

export const priceNames: PriceName[] = ["price", "salePrice"];
export const noPriceTexts: PriceTexts = { price: "", salePrice: "" };
export const priceLabels: PriceTexts = { price: "Price", salePrice: "Sale price" };

export function priceTextsOf({ price, salePrice }: OwnPrices): PriceTexts {
  return { price: textOf(price), salePrice: textOf(salePrice) };
}

function textOf(cents: number | null): string {
  return cents === null ? "" : formatDollars(cents);
}

export function ownPricesOf({ price, salePrice }: OwnPrices): OwnPrices {
  return { price, salePrice };
}

/** `product`: what stands in its fields. */
export function parseOwnPrices(
  texts: PriceTexts,
  product: PriceTexts,
): { values: OwnPrices; errors: Partial<PriceTexts> } {
  const errors: Partial<PriceTexts> = {};
  const [price, salePrice] = priceNames.map((name) => parseDollars(texts[name]));
  const values = { price: price ?? null, salePrice: salePrice ?? null };
  for (const name of priceNames) {
    const label = priceLabels[name];
    if (texts[name].trim() === "") continue;
    if ((values[name] ?? 0) <= 0) errors[name] = `${label} must be a positive number`;
    else if ((values[name] ?? 0) > CHARGE_MAX)
      errors[name] = `${label} must be at most ${formatMoney(CHARGE_MAX)}`;
  }
  const regular = values.price ?? parseDollars(product.price) ?? 0;
  if (!errors.salePrice && values.salePrice !== null && regular > 0 && values.salePrice >= regular)
    errors.salePrice = "Sale price must be below the price";
  return { values, errors };
}
