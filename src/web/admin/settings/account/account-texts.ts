// What the owner reads after a change of the password, of two-step sign-in, or of the open sessions.
import { weakPasswordWords } from "#domain/auth/weak-password.ts";
import type { FormErrors } from "#domain/form/form-saved.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { PasswordChange } from "#server/auth/password/change-password.ts";
import type { NewCodes, SetupEnd, SetupStart, TurnOff } from "#server/auth/second-factor/second-factor.ts";
import { type Notice, success } from "../../frame/notices.ts";
import { throttledText } from "../../sign-in/wait-text.ts";

const WRONG_PASSWORD = "This is not your current password";

export function passwordErrors(refusal: Exclude<PasswordChange, { ok: true }>): FormErrors {
  switch (refusal.reason) {
    case "wrong_password":
      return { current: WRONG_PASSWORD };
    case "too_short":
    case "too_long":
    case "common":
    case "pattern":
    case "own_name":
      return { next: weakPasswordWords[refusal.reason] };
    case "same":
      return { next: "This is your current password. Choose another one" };
    case "throttled":
      return { current: throttledText(refusal) };
    default:
      return unreachable(refusal);
  }
}

type FactorRefusal = Exclude<SetupStart | SetupEnd | NewCodes | TurnOff, { ok: true }>;

export function factorErrors(refusal: FactorRefusal): FormErrors {
  switch (refusal.reason) {
    case "wrong_password":
      return { password: WRONG_PASSWORD };
    case "wrong_code":
      return { code: "This code is wrong or was used already. Enter a new one." };
    case "throttled":
      return { password: throttledText(refusal) };
    case "too_late":
      return { "": "This setup has expired. Start it again." };
    case "on_already":
      return { "": "Two-step sign-in was turned on in another tab. Reload the page." };
    case "off_already":
      return { "": "Two-step sign-in was turned off in another tab. Reload the page." };
    default:
      return unreachable(refusal);
  }
}

export function passwordChanged(sessionsEnded: number): Notice {
  const ended = sessionsEnded === 0 ? "." : `; ${othersText(sessionsEnded)} ended.`;
  return success("Password changed", `You stay signed in here${ended}`);
}

export function sessionsEnded(count: number): Notice {
  return success(count === 1 ? "1 session signed out" : `${count} sessions signed out`);
}

/** 1 → "1 other session was", 3 → "3 other sessions were" */
export function othersText(count: number): string {
  return count === 1 ? "1 other session was" : `${count} other sessions were`;
}
