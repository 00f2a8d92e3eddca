import type { FormSchema } from "#domain/form/form-fields.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { CompleteSignIn } from "#server/auth/second-factor/complete-sign-in.ts";
import type { SignIn } from "#server/auth/sign-in.ts";
import { answerForm } from "../forms/form-outcome.ts";
import { failure, type Notice, signInError } from "../frame/notices.ts";
import { throttled } from "./signed-in.ts";
import { throttledText } from "./wait-text.ts";

export const SIGN_IN_FAILED = "Sign in failed";

/** What a step says above its form, and in the toast of a refusal. */
type StepTexts = { message: string; invalid: string };

/** Why signing in failed and the form is shown again; null: the shop itself failed. */
type StepRefusal = Extract<SignIn | CompleteSignIn, { reason: "invalid" | "throttled" }> | null;

/** The answer to either step of signing in. It is the same for an unknown email and for a wrong password. */
export function refusedStep(
  form: FormData,
  schema: FormSchema,
  refusal: StepRefusal,
  { message, invalid }: StepTexts,
) {
  const answer = (text: string, refused: Notice, init: ResponseInit) =>
    answerForm(form, schema, { ok: false, reason: "invalid", errors: { "": text } }, { refused, init });
  if (!refusal) return answer(message, signInError, { status: 500 });
  switch (refusal.reason) {
    case "invalid":
      return answer(message, failure(SIGN_IN_FAILED, invalid), { status: 401 });
    case "throttled": {
      const text = throttledText(refusal);
      return answer(text, failure(SIGN_IN_FAILED, text), throttled(refusal));
    }
    default:
      return unreachable(refusal);
  }
}
