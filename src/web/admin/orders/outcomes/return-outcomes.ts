// The outcomes of the forms of a return, in words.
import { RETURN_ANSWER_MAX } from "#domain/returns/return-request.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { DecideResult } from "#server/orders/returns/decide-return.ts";
import type { ReceiveResult } from "#server/orders/returns/receive-return.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { returnStateLabels } from "../returns/return-texts.ts";
import { changedOutcome, type FormOutcome, gone, refundOutcome } from "./order-outcomes.ts";

const decided = {
  approve: done("Return approved", "We emailed the customer what to do."),
  decline: done("Return declined", "We emailed your reason to the customer."),
  close: done("Return closed", "Its replacement is back in stock."),
};

export function decideOutcome(step: keyof typeof decided, result: DecideResult): Outcome {
  if (result.ok) return decided[step];
  const because = (text: string, status = 409) => refused(status, "Nothing was changed", text);
  switch (result.reason) {
    case "not_found":
      return gone;
    case "decided":
      return because(`This return has changed: it is now “${returnStateLabels[result.state]}”.`);
    case "units_gone":
      return because("Some of these items were refunded after the request. Decline it and say so.");
    case "sold_out":
      return because(`${result.name} is sold out. Approve it as a refund or decline it.`);
    case "bad_answer":
      return because(`Write to the customer in 1 to ${RETURN_ANSWER_MAX} characters.`, 422);
    default:
      return unreachable(result);
  }
}

export function receiveOutcome(result: ReceiveResult): FormOutcome {
  if (result.ok) {
    const { exchanged, refund } = result;
    const sent = exchanged === 1 ? "1 item to ship" : `${exchanged} items to ship`;
    if (!refund && exchanged > 0)
      return done(`Received. ${sent} in exchange`, "The order is back in the list of orders to ship.");
    if (!refund) return done("Marked as received", "Nothing is refunded yet.");
    const { notice, status } = refundOutcome(refund);
    const title = exchanged > 0 ? `Received. ${sent} in exchange.` : "Received.";
    return { notice: { ...notice, title: `${title} ${notice.title}` }, status };
  }
  const because = (text: string, status = 409) => refused(status, "Nothing was changed", text);
  switch (result.reason) {
    case "not_open":
      return because(`This return is now “${returnStateLabels[result.state]}”, so nothing can be received.`);
    case "changed":
      return changedOutcome("return");
    case "no_units":
      return because("Choose how many items you received.", 422);
    case "too_many_came":
      return because(
        "This is more than the customer asked to return. Review the quantities and try again.",
        422,
      );
    case "sold_out":
      return because(`${result.name} is sold out. Choose a refund instead.`);
    case "not_wanted":
      return because("No replacement was requested for these items. Choose a refund.");
    case "units_gone":
      return because(
        "Some of these items were refunded while you were editing. Review the return and try again.",
      );
    case "too_little":
      return because(
        "The replacement costs less, and the difference is more than what is left of the payment after refunds.",
      );
    case "not_refunded": {
      const { notice, status } = refundOutcome(result.refusal);
      return { notice: { ...notice, title: "Marked as received, but not refunded" }, status };
    }
    default: {
      const { notice, status } = refundOutcome(result);
      return { notice: { ...notice, title: "Nothing was changed" }, status };
    }
  }
}
