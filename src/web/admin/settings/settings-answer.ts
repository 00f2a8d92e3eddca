import {
  type SettingsChange,
  type SettingsErrors,
  type SettingsForm,
  settingsFields,
} from "#domain/settings/settings-form.ts";
import { failure, type Notice, success } from "../frame/notices.ts";

/** The answer to 'Save Settings'. */
export type SettingsAnswer = {
  kind: "saved";
  notice: Notice;
  errors: SettingsErrors;
  changes: SettingsChange[];
  /** The values of the form; null for the stored ones. */
  form: SettingsForm | null;
};

const ERROR = "Error saving settings";

export function savedAnswer(): SettingsAnswer {
  const notice = success("Settings saved", "Your store configuration has been updated successfully.");
  return { kind: "saved", notice, errors: {}, changes: [], form: null };
}

export function invalidAnswer(errors: SettingsErrors, form: SettingsForm): SettingsAnswer {
  const reasons = Object.values(errors).join(". ");
  return { ...refusal(reasons), errors, form };
}

export function changedAnswer(changes: SettingsChange[], form: SettingsForm): SettingsAnswer {
  const labels = changes.map(({ field }) => settingsFields[field].label).join(", ");
  return { ...refusal(`Changed in another tab: ${labels}`), changes, form };
}

export function unexpectedAnswer(): SettingsAnswer {
  return refusal("An unexpected error occurred. Please try again.");
}

function refusal(reason: string): SettingsAnswer {
  return { kind: "saved", notice: failure(ERROR, reason), errors: {}, changes: [], form: null };
}
