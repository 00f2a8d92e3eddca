/** A US number as files have it, however it was typed: "+16025550100" → "602-555-0100". Any other text stays as it is. */
export function writtenPhone(typed: string): string {
  const [, number = "", extension] =
    /^(.*?)(?:\s*(?:x|;?\s*ext\.?)\s*[=:]?\s*(\d{1,7}))?$/i.exec(typed.trim()) ?? [];
  const [, area, exchange, line] =
    /^(?:tel:)?\s*(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(number.replace(/[\s().\-/]/g, "")) ?? [];
  if (area === undefined) return typed;
  return `${area}-${exchange}-${line}${extension ? ` x${extension}` : ""}`;
}
