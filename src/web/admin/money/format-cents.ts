import { type Cents, formatMoney } from "#domain/money/money.ts";

/** "$12.50", "−$3.00", "$0.00". */
export function formatCents(cents: Cents): string {
  return cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents);
}

/** "$12.50, succeeded"; "nothing" where this side knows of none. */
export function formatSide(cents: Cents | null, status: string | null): string {
  if (cents === null) return "nothing";
  return status === null ? formatCents(cents) : `${formatCents(cents)}, ${status.replaceAll("_", " ")}`;
}
