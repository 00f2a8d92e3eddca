import type { Choice } from "../../../ui/form/select.tsx";

const commonSizes = ["S", "M", "L", "XL", "2XL", "S/M", "L/XL"] as const;

/** The sizes offered as a filter, and one that only the URL names. */
export function sizeChoices(chosen: string): Choice[] {
  const sizes: string[] = [...commonSizes];
  if (chosen && !sizes.includes(chosen)) sizes.push(chosen);
  return [{ value: "", label: "Any size" }, ...sizes.map((size) => ({ value: size, label: `Size ${size}` }))];
}
