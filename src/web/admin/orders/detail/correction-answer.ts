// The answers to the forms that correct an order.
import type { CorrectionRefusal } from "#domain/order/corrections.ts";
import type { CorrectingRefusal } from "#server/orders/corrections/change-before-shipping.ts";
import type { CorrectAddressResult } from "#server/orders/corrections/correct-address.ts";
import type { CorrectEmailResult } from "#server/orders/corrections/correct-email.ts";
import type { Resend } from "#server/orders/links/resend-confirmation.ts";
import { done, type Outcome, refused } from "../../frame/notices.ts";
import { changedOutcome, gone } from "./order-answer.ts";

type Told =
  | CorrectionRefusal
  | Exclude<CorrectingRefusal["reason"], "not_found" | "changed">
  | "unchanged"
  | "bad_email";

const uncorrected: Record<Told, string> = {
  shipped: "All of it has left by now.",
  over: "It was canceled or refunded, so nothing of it will be sent.",
  too_often: "It was corrected too often.",
  unchanged: "That is what is written down already.",
  bad_email: "That is not an email address.",
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
