import { weakPasswordWords } from "#domain/auth/weak-password.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { PasswordChange } from "#server/auth/password/change-password.ts";
import { textOf } from "../../forms/posted-body.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";
import { throttledText } from "../../sign-in/wait-text.ts";

export type PasswordErrors = { current?: string; next?: string; repeat?: string };
export type UserAnswer = { kind: "user"; notice: Notice; errors: PasswordErrors };

/** The three fields of the form → the change to ask for, or what to correct first. */
export function parsePasswordForm(
  form: FormData,
): { ok: true; value: { current: string; next: string } } | { ok: false; answer: UserAnswer } {
  const [current, next, repeat] = [textOf(form, "current"), textOf(form, "next"), textOf(form, "repeat")];
  const errors: PasswordErrors = {};
  if (!current) errors.current = "Please enter your current password";
  if (!next) errors.next = "Please enter a new password";
  else if (next !== repeat) errors.repeat = "The two new passwords do not match";
  if (Object.keys(errors).length === 0) return { ok: true, value: { current, next } };
  return { ok: false, answer: passwordError(errors) };
}

export function refusedPassword(refusal: Exclude<PasswordChange, { ok: true }>): UserAnswer {
  switch (refusal.reason) {
    case "wrong_password":
      return passwordError({ current: "This is not your current password" });
    case "too_short":
    case "too_long":
    case "common":
    case "pattern":
    case "own_name":
      return passwordError({ next: weakPasswordWords[refusal.reason] });
    case "same":
      return passwordError({ next: "This is your current password. Choose another one" });
    case "throttled":
      return passwordError({ current: throttledText(refusal) });
    default:
      return unreachable(refusal);
  }
}

export function changedPassword(sessionsEnded: number): UserAnswer {
  const ended = sessionsEnded === 0 ? "." : `; ${othersText(sessionsEnded)} ended.`;
  const description = `You stay signed in here${ended}`;
  return { kind: "user", notice: success("Password changed", description), errors: {} };
}

/** 1 → "1 other session was", 3 → "3 other sessions were" */
export function othersText(count: number): string {
  return count === 1 ? "1 other session was" : `${count} other sessions were`;
}

export function endedSessions(count: number): UserAnswer {
  const notice = success(count === 1 ? "1 session signed out" : `${count} sessions signed out`);
  return { kind: "user", notice, errors: {} };
}

function passwordError(errors: PasswordErrors): UserAnswer {
  const notice = failure("Password not changed", Object.values(errors).join(". "));
  return { kind: "user", notice, errors };
}
