import type { Notice } from "../notices.ts";
import { waitText } from "../wait-text.ts";

export type PasswordErrors = { current?: string; next?: string; repeat?: string };
export type UserAnswer = { kind: "user"; notice: Notice; errors: PasswordErrors };

type Refusal = {
  reason: "wrong_password" | "too_short" | "too_long" | "same" | "throttled";
  retryAfterSeconds?: number;
};

/** Three fields out of a form → what to ask the server for, or what to mend first. */
export function parsePasswordForm(
  form: FormData,
): { ok: true; value: { current: string; next: string } } | { ok: false; answer: UserAnswer } {
  const [current = "", next = "", repeat = ""] = ["current", "next", "repeat"].map((name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  });
  const errors: PasswordErrors = {};
  if (!current) errors.current = "Please enter your current password";
  if (!next) errors.next = "Please enter a new password";
  else if (next !== repeat) errors.repeat = "The two new passwords differ";
  if (Object.keys(errors).length === 0) return { ok: true, value: { current, next } };
  return { ok: false, answer: passwordError(errors) };
}

export function refusedPassword({ reason, retryAfterSeconds = 60 }: Refusal): UserAnswer {
  if (reason === "wrong_password") return passwordError({ current: "This is not your current password" });
  if (reason === "too_short") return passwordError({ next: "Use at least 12 characters" });
  if (reason === "too_long") return passwordError({ next: "Use at most 128 characters" });
  if (reason === "same") return passwordError({ next: "This is your current password: choose another one" });
  return passwordError({ current: `Too many attempts. Please try again in ${waitText(retryAfterSeconds)}.` });
}

export function changedPassword(sessionsEnded: number): UserAnswer {
  const others = sessionsEnded === 1 ? "1 other session was" : `${sessionsEnded} other sessions were`;
  const description =
    sessionsEnded === 0 ? "You stay signed in here." : `You stay signed in here; ${others} ended.`;
  return { kind: "user", notice: { tone: "success", title: "Password changed", description }, errors: {} };
}

export function endedSessions(count: number): UserAnswer {
  const title = count === 1 ? "1 session signed out" : `${count} sessions signed out`;
  return { kind: "user", notice: { tone: "success", title }, errors: {} };
}

function passwordError(errors: PasswordErrors): UserAnswer {
  const description = Object.values(errors).join(". ");
  return { kind: "user", notice: { tone: "error", title: "Password not changed", description }, errors };
}
