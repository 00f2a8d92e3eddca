// The answers to the forms by which a customer is asked to pay for a dearer swap.

import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import type { ExtraPaymentResult } from "#server/orders/extra-payments/ask-extra-payment.ts";
import type {
  ExtraPaymentResend,
  ExtraPaymentWithdrawal,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { done, type Outcome, refused } from "../../../frame/notices.ts";
import { refusedSwap } from "../correction-answer.ts";
import { gone } from "../order-answer.ts";

export function askExtraPaymentOutcome(result: ExtraPaymentResult): Outcome {
  if (result.ok)
    return done(
      `${formatMoney(result.amount)} asked for`,
      `The customer gets a mail with the link. The new items are kept for ${EXTRA_PAYMENT_DAYS} days.`,
    );
  const because = (text: string) => refused(409, "Not asked for", text);
  switch (result.reason) {
    case "amount_changed":
      return because(
        result.more > 0
          ? `By now it costs ${formatMoney(result.more)} more. Look at the amount and ask again.`
          : "By now it costs nothing more. Swap it without asking.",
      );
    case "not_chargeable":
      return because(
        result.more < CHARGE_MIN
          ? `No card is charged less than ${formatMoney(CHARGE_MIN)}, and this is ${formatMoney(result.more)}. Swap it by the box "ask for nothing more".`
          : `No card is charged ${formatMoney(result.more)} at once. Sell it in an order of its own.`,
      );
    case "open":
      return because("The customer is asked for another payment for this order. Withdraw that one first.");
    case "refused_by_provider":
      return because("Stripe did not take it. The items are free again; try it once more.");
    default:
      return refusedSwap(result);
  }
}

export function resendExtraPaymentOutcome(result: ExtraPaymentResend): Outcome {
  if (result.ok) return done("Mail sent again", `It asks for ${formatMoney(result.amount)}.`);
  return result.reason === "not_found" ? gone : over;
}

export function withdrawExtraPaymentOutcome(result: ExtraPaymentWithdrawal): Outcome {
  if (!result.ok) return result.reason === "not_found" ? gone : over;
  return result.isEnded
    ? done("Withdrawn", "What the customer may have paid at this moment goes back.")
    : done("Withdrawn", "The items are free as soon as Stripe says that it can't be paid any more.");
}

const over = refused(409, "It is over", "It was paid, withdrawn, or has expired meanwhile.");
