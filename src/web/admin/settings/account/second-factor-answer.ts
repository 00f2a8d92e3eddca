import { unreachable } from "#domain/text/unreachable.ts";
import type {
  NewCodes,
  Setup,
  SetupEnd,
  SetupStart,
  TurnOff,
} from "#server/auth/second-factor/second-factor.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";
import { throttledText } from "../../sign-in/wait-text.ts";
import { othersText } from "./password-answer.ts";

export type SecondFactorForm = "start" | "confirm" | "codes" | "off";
export type SecondFactorErrors = { password?: string; code?: string };

export type SecondFactorAnswer = {
  kind: "second-factor";
  notice: Notice;
  /** The form that the errors belong to. */
  form: SecondFactorForm;
  errors: SecondFactorErrors;
  /** What the setup page shows; its `sealed` is sent back with the code. */
  setup?: Setup;
  /** Shown once and stored nowhere. */
  recoveryCodes?: string[];
};

type Refusal = Exclude<SetupStart | SetupEnd | NewCodes | TurnOff, { ok: true }>;

const refusedTitles: Record<SecondFactorForm, string> = {
  start: "Two-step sign-in not set up",
  confirm: "Two-step sign-in is still off",
  codes: "No new recovery codes made",
  off: "Two-step sign-in is still on",
};

/** Says what to correct, beneath its field and in the toast. */
export function refusedFactor(form: SecondFactorForm, refusal: Refusal, setup?: Setup): SecondFactorAnswer {
  switch (refusal.reason) {
    case "wrong_password":
      return refusedFactorField(form, { password: "This is not your current password" }, setup);
    case "wrong_code":
      return refusedFactorField(
        form,
        { code: "This code is wrong or was used already: enter a new one" },
        setup,
      );
    case "throttled":
      return refusedFactorField(form, { password: throttledText(refusal) }, setup);
    case "too_late":
      return answerOf(form, failure(refusedTitles[form], "This setup is too old. Please start it again."));
    case "on_already":
      return answerOf(form, failure(refusedTitles[form], "It is on already, set up from another page."));
    case "off_already":
      return answerOf(form, failure(refusedTitles[form], "It is off already, turned off from another page."));
    default:
      return unreachable(refusal);
  }
}

/** A field of the form is blank or wrong. */
export function refusedFactorField(
  form: SecondFactorForm,
  errors: SecondFactorErrors,
  setup?: Setup,
): SecondFactorAnswer {
  const notice = failure(refusedTitles[form], Object.values(errors).join(". "));
  return answerOf(form, notice, { errors, ...(setup && { setup }) });
}

export function startedFactor(setup: Setup): SecondFactorAnswer {
  const notice = success("Set up your app", "Scan the QR code, then enter the code that the app shows.");
  return answerOf("confirm", notice, { setup });
}

export function turnedOnFactor(recoveryCodes: string[], sessionsEnded: number): SecondFactorAnswer {
  const ended = sessionsEnded === 0 ? "" : ` ${othersText(sessionsEnded)} ended.`;
  const notice = success("Two-step sign-in is on", `Keep your recovery codes safe.${ended}`);
  return answerOf("confirm", notice, { recoveryCodes });
}

export function renewedCodes(recoveryCodes: string[]): SecondFactorAnswer {
  const notice = success("New recovery codes made", "The old ones no longer work.");
  return answerOf("codes", notice, { recoveryCodes });
}

export function turnedOffFactor(): SecondFactorAnswer {
  return answerOf("off", success("Two-step sign-in is off", "Your password alone signs you in now."));
}

function answerOf(
  form: SecondFactorForm,
  notice: Notice,
  rest: Partial<SecondFactorAnswer> = {},
): SecondFactorAnswer {
  return { kind: "second-factor", notice, form, errors: {}, ...rest };
}
