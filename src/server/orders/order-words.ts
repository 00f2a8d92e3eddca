/** `idRange`: all ids that begin with what was typed. */
export type OrderWords = {
  number: string | null;
  idRange: { from: string; to: string } | null;
  paymentIntentId: string;
  /** One or more. */
  words: string[];
};

const NUMBER = /^(?:ord-?|#)?(\d{1,15})$/i;
const ID_DIGITS_MIN = 4;
const WORDS_MAX = 6;

/**
 * What a search may mean: an order's number ("ORD-007", "7"), the beginning of its id (also followed by "...", as the
 * confirmation page shows it), a payment's id, or words of a name or email.
 */
export function parseOrderWords(query: string): OrderWords | null {
  const text = query.trim();
  if (text === "") return null;
  return {
    number: NUMBER.exec(text)?.[1] ?? null,
    idRange: idRange(text),
    paymentIntentId: text,
    words: text.toLowerCase().split(/\s+/).slice(0, WORDS_MAX),
  };
}

function idRange(text: string): { from: string; to: string } | null {
  const digits = text
    .replace(/(?:\.{3}|…)$/, "")
    .replaceAll("-", "")
    .toLowerCase();
  if (!/^[0-9a-f]{1,32}$/.test(digits) || digits.length < ID_DIGITS_MIN) return null;
  return { from: uuid(digits.padEnd(32, "0")), to: uuid(digits.padEnd(32, "f")) };
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
