// The options of a product as its owner types them. Shoppers only see those that are stored.
import { withoutControls } from "../../text/one-line.ts";

/** "S| M |L||M" → ["S", "M", "L"]: trimmed, none empty, no duplicates, in the owner's order. */
export function parseOptions(pipeSeparated: string): string[] {
  const names = pipeSeparated.split("|").map((name) => name.trim().replace(/\s+/g, " "));
  return [...new Set(names.filter(Boolean))].slice(0, OPTIONS_MAX);
}

export const OPTIONS_MAX = 20;
export const OPTION_LENGTH_MAX = 40;

/** The name of an option that an address or a form asks for. It is compared with stored ones, so it keeps format characters. */
export function askedOption(text: string): string {
  const clean = withoutControls(text).replace(/\s+/g, " ").trim();
  return [...clean].slice(0, OPTION_LENGTH_MAX).join("").trim();
}

/** Sets of options that owners type often. */
export const optionPresets = [
  { label: "S–XL", options: "S|M|L|XL" },
  { label: "S–2XL", options: "S|M|L|XL|2XL" },
  { label: "XS–3XL", options: "XS|S|M|L|XL|2XL|3XL" },
  { label: "S/M, L/XL", options: "S/M|L/XL" },
  { label: "One size", options: "One size" },
];
