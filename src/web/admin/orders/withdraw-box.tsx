import { type Cents, formatMoney } from "#domain/money/money.ts";

/** What a change is to replace ships only when the owner says so. */
export function WithdrawBox({ amount }: { amount: Cents }) {
  return (
    <label className="check-line rounded-field bg-warn-tint px-4 py-3">
      <input type="checkbox" name="withdraw" />
      <span>Ship the old item and withdraw the {formatMoney(amount)} request</span>
    </label>
  );
}
