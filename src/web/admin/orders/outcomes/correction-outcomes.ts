// The outcomes of the forms that correct an order, in words.
import { type Cents, CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { ChangeRefused } from "#server/orders/changes/change-order.ts";
import type { CorrectAddressResult } from "#server/orders/changes/correct-address.ts";
import type { CorrectEmailResult } from "#server/orders/changes/correct-email.ts";
import type { SwapResult } from "#server/orders/changes/swap-units.ts";
import type { Resend } from "#server/orders/links/resend-confirmation.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { changedOutcome, type FormOutcome, gone, refundOutcome } from "./order-outcomes.ts";

type Told =
  | Exclude<ChangeRefused<"address" | "email">["reason"], "not_found" | "changed">
  | "unchanged"
  | "bad_email"
  | "other_state"
  | "email_changed";

const uncorrected: Record<Told, string> = {
  shipped: "The whole order has already shipped.",
  over: "This order was canceled or refunded, so nothing will ship.",
  too_often: "This order has been changed too many times.",
  unchanged: "Nothing is different from what is saved.",
  bad_email: "Enter an email address.",
  closed: "The time for changes has ended.",
  other_state: "The new address is in another state.",
  email_changed: "The email of this order was changed a moment ago.",
};

function refusedCorrection(reason: Told | "not_found" | "changed"): FormOutcome {
  if (reason === "not_found") return gone;
  if (reason === "changed") return changedOutcome("correction");
  return refused(reason === "bad_email" ? 422 : 409, "Not corrected", uncorrected[reason]);
}

export function addressOutcome(result: CorrectAddressResult): FormOutcome {
  return result.ok
    ? done("Address corrected", "We emailed the new address to the customer.")
    : refusedCorrection(result.reason);
}

export function emailOutcome(result: CorrectEmailResult): FormOutcome {
  if (!result.ok) return refusedCorrection(result.reason);
  const mails = "The old address gets a note about the change.";
  return done(
    "Email corrected",
    result.isConfirmed ? `We're sending the confirmation to the new address. ${mails}` : mails,
  );
}

export function resendOutcome(result: Resend): Outcome {
  if (result.ok) return done("Confirmation sent again", `It goes to ${result.email}.`);
  if (result.reason === "not_found") return gone;
  return refused(409, "Not sent", "This order is not paid, so there is nothing to confirm.");
}

export function swapOutcome(result: SwapResult): FormOutcome {
  if (result.ok) {
    if (result.refund === null) return done("Items swapped", "We emailed the customer.");
    const { amount, isSent, refusal } = result.refund;
    if (refusal) {
      const { notice, status } = refundOutcome(refusal);
      const description = `${formatMoney(amount)} still has to be refunded. ${notice.description}`;
      return { notice: { ...notice, title: "Items swapped, but not refunded", description }, status };
    }
    const back = `${formatMoney(amount)} will be refunded`;
    return done("Items swapped", isSent ? `${back}.` : `${back} as soon as Stripe accepts it.`);
  }
  return refusedSwap(result);
}

export function refusedSwap(refusal: Extract<SwapResult, { ok: false }>): FormOutcome {
  const because = (text: string, status = 409) => refused(status, "Not swapped", text);
  switch (refusal.reason) {
    case "sold_out":
      return because(
        `There aren't enough of ${refusal.name} in stock. Choose another one or restock it first.`,
      );
    case "costs_more":
      return costsMore(refusal.more);
    case "too_many_units":
      return because(
        `${refusal.left} of these items can still be swapped. The others shipped or were refunded while you were editing.`,
      );
    case "no_units":
      return because("Choose at least one item.", 422);
    case "unknown_line":
      return because("These items are from another order.", 422);
    case "too_much_shipping":
      return because("This is more shipping than is left to refund.", 422);
    case "unknown_option":
    case "other_product":
      return because("This is not for sale. Choose another one.");
    case "same":
      return because("This is what the customer gets already. Choose another one.");
    case "too_little":
      return because(
        "The difference is more than what is left of the payment after refunds. Choose one that costs more.",
      );
    case "not_paid":
      return because("This order is not paid.");
    case "disputed":
      return because("The payment is disputed, and the customer's bank has the money.");
    case "not_found":
    case "changed":
    case "shipped":
    case "over":
    case "too_often":
    case "closed":
      return refusedCorrection(refusal.reason);
    default:
      return unreachable(refusal);
  }
}

/** What a card can be charged is asked for right there, in a part of the form of its own. */
function costsMore(more: Cents): FormOutcome {
  if (more < CHARGE_MIN) {
    const text = `It costs ${formatMoney(more)} more, too little to charge a card. Check “Don't charge the difference” to swap it.`;
    return { ...refused(409, "Not swapped", text), more };
  }
  const text = `It costs ${formatMoney(more)} more. Ask the customer for the difference below, or check “Don't charge the difference”.`;
  return { ...refused(409, "Not swapped", text), more, errors: {} };
}
