import { href } from "react-router";
import { formatBusinessDays, formatDeliveryDays } from "#domain/checkout/delivery-days.ts";
import type { ProductInColors } from "#domain/product/product.ts";
import { attributes } from "#domain/product/product-fields.ts";
import { formatShippingCost } from "#domain/settings/legal-facts.ts";
import { returnLines } from "#domain/settings/return-window.ts";
import type { ShippingSettings } from "#domain/settings/settings.ts";

/** A closed row below the buttons: what a shopper may ask before buying. */
export type ProductFact = { name: string; text: string; link?: { to: string; label: string } };

/** What the owner said nothing about has no row. It is put together on the server: browsers get the words alone. */
export function productFacts(
  { material, fit, care, sizeChart }: Pick<ProductInColors, "material" | "fit" | "care" | "sizeChart">,
  shipping: ShippingSettings,
): ProductFact[] {
  const days = `Delivered in ${formatBusinessDays(formatDeliveryDays(shipping))}.`;
  const facts: ProductFact[] = [
    { name: attributes.material.label, text: material },
    {
      name: attributes.fit.label,
      text: fit,
      ...(sizeChart !== null && { link: { to: href("/size-guide"), label: "See the size guide" } }),
    },
    { name: attributes.care.label, text: care },
    {
      name: "Shipping & returns",
      text: [`${days} ${formatShippingCost(shipping)}`, ...returnLines(shipping)].join("\n"),
      link: { to: href("/shipping"), label: "How shipping and returns work" },
    },
  ];
  return facts.filter(({ text }) => text !== "");
}

/** More names than this are counted. */
const COLOR_NAMES_MAX = 5;

/** "Bone · Also in Clay, Navy, Pine"; "Bone" for a product that comes in one color, "" when that has no name. */
export function formatColors({
  id,
  color,
  colors,
}: Pick<ProductInColors, "id" | "color" | "colors">): string {
  const names = colors.filter((other) => other.id !== id).map((other) => other.color);
  const shown = names.length > COLOR_NAMES_MAX ? names.slice(0, COLOR_NAMES_MAX - 1) : names;
  const more = names.length - shown.length;
  const others = `Also in ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [color, names.length > 0 && others].filter(Boolean).join(" · ");
}
