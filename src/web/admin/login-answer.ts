import type { Notice } from "./notices.ts";
import { signInError } from "./notices.ts";
import { waitText } from "./wait-text.ts";

export type LoginErrors = { email?: string; password?: string };

/** What the sign-in form is answered with when nobody was signed in. */
export type LoginAnswer = {
  /** Stands above the form. */
  message: string;
  errors: LoginErrors;
  notice: Notice;
  /** As it was typed, so that it need not be typed again. */
  email: string;
};

const FAILED = "Failed to sign in. Please check your credentials and try again.";
const TITLE = "Sign in failed";

export type LoginParse =
  | { ok: true; value: { email: string; password: string } }
  | { ok: false; answer: LoginAnswer };

/** The sign-in form → address and password; both are required. */
export function parseLogin(form: FormData): LoginParse {
  const email = textOf(form, "email").trim();
  const password = textOf(form, "password");
  if (email && password) return { ok: true, value: { email, password } };
  const errors: LoginErrors = {
    ...(email ? {} : { email: "Email is required" }),
    ...(password ? {} : { password: "Password is required" }),
  };
  const notice: Notice = { tone: "error", title: TITLE, description: "Email and password are required" };
  return { ok: false, answer: { message: FAILED, errors, notice, email } };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The answer is the same for an unknown address and for a wrong password. */
export function refusedAnswer(
  email: string,
  refusal: { reason: "invalid" | "throttled"; retryAfterSeconds?: number },
): LoginAnswer {
  if (refusal.reason === "invalid") {
    const notice: Notice = { tone: "error", title: TITLE, description: "Invalid email or password" };
    return { message: FAILED, errors: {}, notice, email };
  }
  return { ...throttledAnswer(refusal.retryAfterSeconds), errors: {}, email };
}

function throttledAnswer(seconds = 60): { message: string; notice: Notice } {
  const message = `Too many attempts. Please try again in ${waitText(seconds)}.`;
  return { message, notice: { tone: "error", title: TITLE, description: message } };
}

/** What the form of the second step is answered with when nobody was signed in. */
export type CodeAnswer = { message: string; notice: Notice; error?: string };

const CODE_FAILED = "Failed to sign in. Please check your code and try again.";

export function refusedCode(refusal: {
  reason: "invalid" | "throttled";
  retryAfterSeconds?: number;
}): CodeAnswer {
  if (refusal.reason === "throttled") return throttledAnswer(refusal.retryAfterSeconds);
  const description = "The code is wrong or was used already";
  return { message: CODE_FAILED, notice: { tone: "error", title: TITLE, description } };
}

export function missingCode(): CodeAnswer {
  const error = "Code is required";
  return { message: CODE_FAILED, notice: { tone: "error", title: TITLE, description: error }, error };
}

export function tryCodeAgain(): CodeAnswer {
  return { message: CODE_FAILED, notice: signInError };
}

export function tryAgainAnswer(email: string): LoginAnswer {
  return { message: FAILED, errors: {}, notice: signInError, email };
}
