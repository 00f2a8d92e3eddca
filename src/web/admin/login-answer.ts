import type { Notice } from "./notices.ts";
import { signInError } from "./notices.ts";

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
  const message = `Too many attempts. Please try again in ${waitText(refusal.retryAfterSeconds ?? 60)}.`;
  return { message, errors: {}, notice: { tone: "error", title: TITLE, description: message }, email };
}

export function tryAgainAnswer(email: string): LoginAnswer {
  return { message: FAILED, errors: {}, notice: signInError, email };
}

function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
