// The answers to the forms of a return.
import { formatMoney } from "#domain/money/money.ts";
import { RETURN_ANSWER_MAX } from "#domain/returns/return-request.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { DecideResult } from "#server/orders/returns/decide-return.ts";
import type { ReceiveResult } from "#server/orders/returns/receive-return.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { gone, refundOutcome } from "../detail/order-answer.ts";
import { returnStateLabels } from "./return-texts.ts";

const decided = {
  approve: done("Return approved", "The customer gets a mail with what to do."),
  decline: done("Return declined", "The customer gets a mail with your reason."),
  close: done("Return closed", "What was kept aside for it is in stock again."),
};

export function decideOutcome(step: keyof typeof decided, result: DecideResult): Outcome {
  if (result.ok) return decided[step];
  const because = (text: string, status = 409) => refused(status, "Nothing was changed", text);
  switch (result.reason) {
    case "not_found":
      return gone;
    case "decided":
      return because(`Somebody was faster: it is "${returnStateLabels[result.state]}" by now.`);
    case "units_gone":
      return because("Some of these items were refunded since it was asked for. Decline it, and say so.");
    case "sold_out":
      return because(`${result.name} is sold out. Approve it for a refund instead, or decline it.`);
    case "bad_answer":
      return because(`Please write to the customer in 1 to ${RETURN_ANSWER_MAX} characters.`, 422);
    default:
      return unreachable(result);
  }
}

export function receiveOutcome(result: ReceiveResult): Outcome {
  if (result.ok) {
    const { exchanged, refund } = result;
    const sent = exchanged === 1 ? "1 item is to send" : `${exchanged} items are to send`;
    if (!refund && exchanged > 0)
      return done(`Received. ${sent} in exchange`, "The order is back among those to ship.");
    if (!refund) return done("Marked as received", "Nothing is refunded yet.");
    const { notice, status } = refundOutcome(refund);
    const title = exchanged > 0 ? `Received. ${sent} in exchange.` : "Received.";
    return { notice: { ...notice, title: `${title} ${notice.title}` }, status };
  }
  const because = (text: string, status = 409) => refused(status, "Nothing was changed", text);
  switch (result.reason) {
    case "not_open":
      return because(`It is "${returnStateLabels[result.state]}" by now, so nothing can come back for it.`);
    case "changed":
      return because("Somebody marked items as received meanwhile. Look at it and send it again.");
    case "no_units":
      return because("Choose how many items came back.", 422);
    case "too_many_came":
      return because("More items than were asked for can't come back. Look at it and send it again.", 422);
    case "sold_out":
      return because(`${result.name} can't be sent: it is sold out by now. Choose a refund for it.`);
    case "not_wanted":
      return because("Nothing is wanted instead of these items. Choose a refund for them.");
    case "units_gone":
      return because("Some of these items were refunded meanwhile. Look at it and send it again.");
    case "too_little":
      return because(
        "What is wanted instead costs less, and less than that is left of the payment after refunds.",
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

/** What the button says: "Received, refund $32.00", and how many units are exchanged with it. */
export function refundLabel(cents: number | null, exchanged: number): string {
  const received = exchanged > 0 ? `Received, exchange ${exchanged} and` : "Received,";
  return cents ? `${received} refund ${formatMoney(cents)}` : `${received} refund`;
}
