import type { Notice } from "../notices.ts";
import { waitText } from "../wait-text.ts";
import type { UserAnswer } from "./password-answer.ts";

/** What the page of a setup shows; `sealed` goes back with the code. */
export type ShownSetup = { sealed: string; secret: string; qr: { size: number; path: string } };

export type SecondFactorErrors = { password?: string; code?: string };

export type SecondFactorAnswer = {
  kind: "second-factor";
  notice: Notice;
  /** Which form the errors belong to. */
  form: SecondFactorForm;
  errors: SecondFactorErrors;
  setup?: ShownSetup;
  /** Shown once and kept nowhere. */
  recoveryCodes?: string[];
};

export type SecondFactorForm = "start" | "confirm" | "codes" | "off";

type Refusal = {
  reason: "wrong_password" | "throttled" | "wrong_code" | "too_late" | "on_already" | "off_already";
  retryAfterSeconds?: number;
};

const refusedTitles: Record<SecondFactorForm, string> = {
  start: "Two-step sign-in not set up",
  confirm: "Two-step sign-in is still off",
  codes: "No new recovery codes made",
  off: "Two-step sign-in is still on",
};

/** Says what to mend, beneath its field and in the toast. */
export function refusedFactor(
  form: SecondFactorForm,
  refusal: Refusal,
  setup?: ShownSetup,
): SecondFactorAnswer {
  const { errors, description } = reasonText(refusal);
  const notice: Notice = { tone: "error", title: refusedTitles[form], description };
  return { kind: "second-factor", notice, form, errors, ...(setup ? { setup } : {}) };
}

function reasonText({ reason, retryAfterSeconds = 60 }: Refusal): {
  errors: SecondFactorErrors;
  description: string;
} {
  const inField = (errors: SecondFactorErrors) => ({ errors, description: Object.values(errors).join(". ") });
  if (reason === "wrong_password") return inField({ password: "This is not your current password" });
  if (reason === "wrong_code")
    return inField({ code: "This code is wrong or was used already: enter a new one" });
  if (reason === "throttled") {
    return inField({ password: `Too many attempts. Please try again in ${waitText(retryAfterSeconds)}.` });
  }
  const descriptions = {
    too_late: "This setup is too old. Please start it again.",
    on_already: "It is on already, set up from another page.",
    off_already: "It is off already, turned off from another page.",
  };
  return { errors: {}, description: descriptions[reason] };
}

/** A field of the form was left blank. */
export function missingFactorField(
  form: SecondFactorForm,
  errors: SecondFactorErrors,
  setup?: ShownSetup,
): SecondFactorAnswer {
  const description = Object.values(errors).join(". ");
  const notice: Notice = { tone: "error", title: refusedTitles[form], description };
  return { kind: "second-factor", notice, form, errors, ...(setup ? { setup } : {}) };
}

export function startedFactor(setup: ShownSetup): SecondFactorAnswer {
  const notice: Notice = {
    tone: "success",
    title: "Set up your app",
    description: "Scan the QR code, then enter the code that the app shows.",
  };
  return { kind: "second-factor", notice, form: "confirm", errors: {}, setup };
}

export function turnedOnFactor(recoveryCodes: string[], sessionsEnded: number): SecondFactorAnswer {
  const others = sessionsEnded === 1 ? "1 other session was" : `${sessionsEnded} other sessions were`;
  const ended = sessionsEnded === 0 ? "" : ` ${others} ended.`;
  const notice: Notice = {
    tone: "success",
    title: "Two-step sign-in is on",
    description: `Keep your recovery codes safe.${ended}`,
  };
  return { kind: "second-factor", notice, form: "confirm", errors: {}, recoveryCodes };
}

export function renewedCodes(recoveryCodes: string[]): SecondFactorAnswer {
  const notice: Notice = {
    tone: "success",
    title: "New recovery codes made",
    description: "The old ones no longer work.",
  };
  return { kind: "second-factor", notice, form: "codes", errors: {}, recoveryCodes };
}

export function turnedOffFactor(): SecondFactorAnswer {
  const notice: Notice = {
    tone: "success",
    title: "Two-step sign-in is off",
    description: "Your password alone signs you in now.",
  };
  return { kind: "second-factor", notice, form: "off", errors: {} };
}

/** What any form of User Settings is answered with. */
export type UserSettingsAnswer = UserAnswer | SecondFactorAnswer;
