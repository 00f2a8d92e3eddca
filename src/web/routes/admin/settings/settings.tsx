import { useState } from "react";
import { data, href, useLocation } from "react-router";
import {
  readSettingsForm,
  type SettingsField,
  settingsFields,
  settingsFormOf,
} from "#domain/settings/settings-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { previewRules } from "#server/settings/preview-rules.ts";
import { saveSettings } from "#server/settings/save-settings.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { isPasswordAsked, otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { type PreviewAnswer, stayingHere } from "../../../admin/settings/rules-preview.tsx";
import {
  changedAnswer,
  invalidAnswer,
  type SettingsAnswer,
  savedAnswer,
  unexpectedAnswer,
} from "../../../admin/settings/settings-answer.ts";
import { SettingsFormView } from "../../../admin/settings/settings-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { parseSection } from "../../../admin/settings/settings-tabs.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { type Asked, adminAction, asksPasswordWhen, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Settings");

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, profile, holds, version } = await loadConfiguration(adminOf(context).shop);
  return { settings, profile, holds, version };
}

/** 'Save Settings', and the preview of the typed rules. */
export const action = adminAction("save", {
  save: asksPasswordWhen(movesMail, save),
  preview: async ({ shop, form }) => {
    const preview = await previewRules(shop, { fields: Object.fromEntries(form) });
    return data<PreviewAnswer>({ kind: "preview", preview });
  },
});

/** New orders and alarms are mailed to the shop's address: whoever changes it reads them from then on. */
async function movesMail({ shop, form }: Asked): Promise<boolean> {
  const stored = settingsFormOf(await loadConfiguration(shop));
  return readSettingsForm(Object.fromEntries(form), stored).email !== stored.email;
}

async function save({ shop, actor, form }: Asked) {
  const fields = Object.fromEntries(form);
  const { base } = fields;
  const saving = saveSettings(shop, { actor, fields, version: Number(fields.version), base });
  const result = await orLogged(shop, "settings.save_failed", saving);
  if (!result) return data<SettingsAnswer>(unexpectedAnswer(), { status: 500 });
  if (result.ok) return data<SettingsAnswer>(savedAnswer());
  switch (result.reason) {
    case "invalid":
      return data<SettingsAnswer>(invalidAnswer(result.errors, result.form), { status: 422 });
    case "changed":
      return data<SettingsAnswer>(changedAnswer(result.changes, result.form), { status: 409 });
    default:
      return unreachable(result);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isPreview = (await request.clone().formData()).get("intent") === "preview";
  return isPreview ? stayingHere(serverAction()) : tellingOf(serverAction());
}

/**
 * Also after a refusal: the next save continues from what somebody else has saved. And after a preview: its answer ends
 * what is loaded after a save meanwhile, in whose place this is loaded.
 */
export const shouldRevalidate = isAnswered;

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const other = otherThanAsked(actionData);
  const answer = other?.kind === "saved" ? other : undefined;
  const wrong = Object.keys(answer?.errors ?? {})[0] as SettingsField | undefined;
  const [section, setSection] = useState(
    wrong ? settingsFields[wrong].section : parseSection(new URLSearchParams(search).get("section")),
  );
  useAnswerToast(answer);
  const ownPath = `${href("/admin/settings")}?section=${section}`;
  return (
    <SettingsFrame tabs={null}>
      {isPasswordAsked(actionData) && <PasswordQuestion asked={actionData} action={ownPath} />}
      <SettingsFormView
        action={ownPath}
        stored={loaderData}
        section={section}
        onSection={setSection}
        answer={answer}
        preview={other?.kind === "preview" ? other.preview : undefined}
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
