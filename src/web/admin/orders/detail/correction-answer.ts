// The answers to the forms that correct an order.
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { ChangeRefused } from "#server/orders/changes/change-order.ts";
import type { CorrectAddressResult } from "#server/orders/changes/correct-address.ts";
import type { CorrectEmailResult } from "#server/orders/changes/correct-email.ts";
import type { SwapResult } from "#server/orders/changes/swap-units.ts";
import type { Resend } from "#server/orders/links/resend-confirmation.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { changedOutcome, gone, refundOutcome } from "./order-answer.ts";

type Told =
  | Exclude<ChangeRefused<"address" | "email">["reason"], "not_found" | "changed">
  | "unchanged"
  | "bad_email"
  | "other_state"
  | "email_changed";

const uncorrected: Record<Told, string> = {
  shipped: "All of it has left by now.",
  over: "It was canceled or refunded, so nothing of it will be sent.",
  too_often: "It was corrected too often.",
  unchanged: "That is what is written down already.",
  bad_email: "That is not an email address.",
  closed: "The time for it is over.",
  other_state: "It goes to another state.",
  email_changed: "Its email was changed a moment ago.",
};

function refusedCorrection(reason: Told | "not_found" | "changed"): Outcome {
  if (reason === "not_found") return gone;
  if (reason === "changed") return changedOutcome("correction");
  return refused(reason === "bad_email" ? 422 : 409, "Not corrected", uncorrected[reason]);
}

export function addressOutcome(result: CorrectAddressResult): Outcome {
  return result.ok
    ? done("Address corrected", "The customer gets a mail with the new one.")
    : refusedCorrection(result.reason);
}

export function emailOutcome(result: CorrectEmailResult): Outcome {
  if (!result.ok) return refusedCorrection(result.reason);
  const mails = "A note that mails go elsewhere now goes to the old one.";
  return done(
    "Email corrected",
    result.isConfirmed ? `The confirmation goes to the new one. ${mails}` : mails,
  );
}

export function resendOutcome(result: Resend): Outcome {
  if (result.ok) return done("Confirmation sent again", `It goes to ${result.email}.`);
  if (result.reason === "not_found") return gone;
  return refused(409, "Not sent", "The payment is not in, so there is nothing to confirm.");
}

export function swapOutcome(result: SwapResult): Outcome {
  if (result.ok) {
    if (result.refund === null) return done("Items swapped", "The customer gets a mail about it.");
    const { amount, isSent, refusal } = result.refund;
    if (refusal) {
      const { notice, status } = refundOutcome(refusal);
      const description = `${formatMoney(amount)} is still to go back to the customer. ${notice.description}`;
      return { notice: { ...notice, title: "Items swapped, but not refunded", description }, status };
    }
    const back = `${formatMoney(amount)} goes back to the customer`;
    return done("Items swapped", isSent ? `${back}.` : `${back} as soon as Stripe takes it.`);
  }
  return refusedSwap(result);
}

export function refusedSwap(refusal: Extract<SwapResult, { ok: false }>): Outcome {
  const because = (text: string, status = 409) => refused(status, "Not swapped", text);
  switch (refusal.reason) {
    case "sold_out":
      return because(`Too few of ${refusal.name} are left. Choose another one, or restock it first.`);
    case "costs_more":
      return because(
        refusal.more < CHARGE_MIN
          ? `It costs ${formatMoney(refusal.more)} more, which no card is charged for. Swap it by the box in the form that asks for nothing more.`
          : `It costs ${formatMoney(refusal.more)} more. Ask the customer for it below, or send it without asking, by the box in the form.`,
      );
    case "too_many_units":
      return because(
        `${refusal.left} of these items can still be swapped. Some were sent or refunded meanwhile.`,
      );
    case "no_units":
      return because("Choose at least one item.", 422);
    case "unknown_line":
      return because("It names items of another order.", 422);
    case "too_much_shipping":
      return because("It names more shipping than is left.", 422);
    case "unknown_option":
    case "other_product":
      return because("That is not for sale. Choose another one.");
    case "same":
      return because("That is what is sent already. Choose another one.");
    case "too_little":
      return because(
        "It costs less than was paid, and less than that is left of the payment after refunds. Choose one that costs more.",
      );
    case "not_paid":
      return because("The shop does not have its money.");
    case "disputed":
      return because("The customer's bank has taken the money back.");
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
