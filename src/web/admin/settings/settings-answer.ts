import {
  type SettingsChange,
  type SettingsErrors,
  type SettingsForm,
  settingsFields,
} from "#domain/settings-form.ts";
import type { Notice } from "../notices.ts";

/** What 'Save Settings' is answered with. */
export type SettingsAnswer = {
  kind: "saved";
  notice: Notice;
  errors: SettingsErrors;
  changes: SettingsChange[];
  /** What the form holds now; null: what is stored. */
  form: SettingsForm | null;
};

const ERROR = "Error saving settings";

export const savedNotice: Notice = {
  tone: "success",
  title: "Settings saved",
  description: "Your store configuration has been updated successfully.",
};

export function savedAnswer(): SettingsAnswer {
  return { kind: "saved", notice: savedNotice, errors: {}, changes: [], form: null };
}

export function invalidAnswer(errors: SettingsErrors, form: SettingsForm): SettingsAnswer {
  const reasons = Object.values(errors).join(". ");
  return { ...refusal(reasons), errors, form };
}

export function changedAnswer(changes: SettingsChange[], form: SettingsForm): SettingsAnswer {
  const labels = changes.map(({ field }) => settingsFields[field].label).join(", ");
  return { ...refusal(`Somebody else saved these meanwhile: ${labels}`), changes, form };
}

/** `form` is what was typed, when that is known. */
export function unexpectedAnswer(form: SettingsForm | null): SettingsAnswer {
  return { ...refusal("An unexpected error occurred. Please try again."), form };
}

function refusal(reason: string): SettingsAnswer {
  const notice: Notice = { tone: "error", title: ERROR, description: reason };
  return { kind: "saved", notice, errors: {}, changes: [], form: null };
}
