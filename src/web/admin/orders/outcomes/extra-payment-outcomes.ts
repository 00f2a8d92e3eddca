// The outcomes of asking a customer to pay for a dearer swap, in words.
import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { CHARGE_MIN, formatMoney } from "#domain/money/money.ts";
import type { ExtraPaymentResult } from "#server/orders/extra-payments/ask-extra-payment.ts";
import type {
  ExtraPaymentResend,
  ExtraPaymentWithdrawal,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { refusedSwap } from "./correction-outcomes.ts";
import { type FormOutcome, gone } from "./order-outcomes.ts";

export function askExtraPaymentOutcome(result: ExtraPaymentResult): FormOutcome {
  if (result.ok)
    return done(
      `${formatMoney(result.amount)} requested`,
      `We emailed the customer a payment link. The new items are reserved for ${EXTRA_PAYMENT_DAYS} days.`,
    );
  const because = (text: string) => refused(409, "Not requested", text);
  switch (result.reason) {
    case "amount_changed":
      return {
        ...because(
          result.more > 0
            ? `The difference is now ${formatMoney(result.more)}. Review the amount and ask again.`
            : "There is no difference anymore. Swap it without asking.",
        ),
        more: result.more,
      };
    case "not_chargeable":
      return because(
        result.more < CHARGE_MIN
          ? `Cards can't be charged less than ${formatMoney(CHARGE_MIN)}, and the difference is ${formatMoney(result.more)}. Check “Don't charge the difference” to swap it.`
          : `Cards can't be charged ${formatMoney(result.more)} in one payment. Sell it in a separate order.`,
      );
    case "open":
      return because("This order is already waiting for a payment. Withdraw that request first.");
    case "refused_by_provider":
      return because("Stripe refused the payment request. The items are no longer reserved. Try again.");
    default:
      return refusedSwap(result);
  }
}

export function resendExtraPaymentOutcome(result: ExtraPaymentResend): Outcome {
  if (result.ok) return done("Email sent again", `It requests ${formatMoney(result.amount)}.`);
  return result.reason === "not_found" ? gone : over;
}

export function withdrawExtraPaymentOutcome(result: ExtraPaymentWithdrawal): Outcome {
  if (!result.ok) return result.reason === "not_found" ? gone : over;
  return result.isEnded
    ? done("Withdrawn", "If the customer is paying right now, we'll refund it.")
    : done("Withdrawn", "The items stay reserved until Stripe confirms that it can't be paid anymore.");
}

const over = refused(409, "Request ended", "The request was paid, was withdrawn, or has expired.");
