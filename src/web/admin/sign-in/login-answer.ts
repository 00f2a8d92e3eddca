import { unreachable } from "#domain/text/unreachable.ts";
import type { CompleteSignIn } from "#server/auth/second-factor/complete-sign-in.ts";
import type { SignIn } from "#server/auth/sign-in.ts";
import { textOf } from "../forms/posted-body.ts";
import { failure, type Notice, signInError } from "../frame/notices.ts";
import { throttledText } from "./wait-text.ts";

/** The answer to either step of signing in when it failed. */
export type StepAnswer = {
  /** Stands above the form. */
  message: string;
  notice: Notice;
};

export type LoginErrors = { email?: string; password?: string };

export type LoginAnswer = StepAnswer & {
  errors: LoginErrors;
  /** As typed, so that it need not be typed again. */
  email: string;
};

export type CodeAnswer = StepAnswer & { error?: string };

const FAILED = "Failed to sign in. Please check your credentials and try again.";
const CODE_FAILED = "Failed to sign in. Please check your code and try again.";
const TITLE = "Sign in failed";

export type LoginParse =
  | { ok: true; value: { email: string; password: string } }
  | { ok: false; answer: LoginAnswer };

/** The sign-in form → email and password; both are required. */
export function parseLogin(form: FormData): LoginParse {
  const email = textOf(form, "email").trim();
  const password = textOf(form, "password");
  if (email && password) return { ok: true, value: { email, password } };
  const errors: LoginErrors = {
    ...(email ? {} : { email: "Email is required" }),
    ...(password ? {} : { password: "Password is required" }),
  };
  const notice = failure(TITLE, "Email and password are required");
  return { ok: false, answer: { message: FAILED, errors, notice, email } };
}

/** Why signing in failed and the form is shown again. */
type Refusal<Result> = Extract<Result, { reason: "invalid" | "throttled" }>;

/** The answer is the same for an unknown email and for a wrong password. */
export function refusedAnswer(email: string, refusal: Refusal<SignIn>): LoginAnswer {
  return { ...refusedStep(refusal, FAILED, "Invalid email or password"), errors: {}, email };
}

export function refusedCode(refusal: Refusal<CompleteSignIn>): CodeAnswer {
  return refusedStep(refusal, CODE_FAILED, "The code is wrong or was used already");
}

function refusedStep(
  refusal: Refusal<SignIn | CompleteSignIn>,
  message: string,
  invalid: string,
): StepAnswer {
  switch (refusal.reason) {
    case "invalid":
      return { message, notice: failure(TITLE, invalid) };
    case "throttled":
      return { message: throttledText(refusal), notice: failure(TITLE, throttledText(refusal)) };
    default:
      return unreachable(refusal);
  }
}

export function missingCode(): CodeAnswer {
  const error = "Code is required";
  return { message: CODE_FAILED, notice: failure(TITLE, error), error };
}

export function tryCodeAgain(): CodeAnswer {
  return { message: CODE_FAILED, notice: signInError };
}

export function tryAgainAnswer(email: string): LoginAnswer {
  return { message: FAILED, errors: {}, notice: signInError, email };
}
