import { useState } from "react";
import { data, href, useLocation } from "react-router";
import { readSettingsForm, settingsForm, settingsFormOf } from "#domain/settings/settings-form.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { previewRules } from "#server/settings/preview-rules.ts";
import { saveSettings } from "#server/settings/save-settings.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { type PreviewAnswer, stayingHere } from "../../../admin/settings/rules-preview.tsx";
import { SETTINGS_REFUSED, SettingsFormView } from "../../../admin/settings/settings-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { parseSection } from "../../../admin/settings/settings-tabs.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { type Asked, adminAction, asksPasswordWhen, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Settings");

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, profile, holds } = await loadConfiguration(adminOf(context).shop);
  return { settings, profile, holds };
}

/** 'Save Settings', and the preview of the typed rules. */
export const action = adminAction("save", {
  save: asksPasswordWhen(movesMail, save),
  preview: async ({ shop, form }) => {
    const preview = await previewRules(shop, { fields: Object.fromEntries(form) });
    return data<PreviewAnswer>({ kind: "preview", preview });
  },
});

/** New orders and alarms are emailed to the shop's address: who changes it reads them from then on. */
async function movesMail({ shop, form }: Asked): Promise<boolean> {
  const stored = settingsFormOf(await loadConfiguration(shop));
  return readSettingsForm(Object.fromEntries(form), stored).email !== stored.email;
}

async function save({ shop, actor, form, fields }: Asked) {
  const saving = saveSettings(shop, { actor, fields });
  const saved = await orLogged(shop, "settings.save_failed", saving);
  return answerForm(form, settingsForm, saved, {
    saved: success("Settings saved", "Your store configuration has been updated successfully."),
    refused: SETTINGS_REFUSED,
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isPreview = (await request.clone().formData()).get("intent") === "preview";
  return isPreview ? stayingHere(serverAction()) : showAnswerOf(serverAction());
}

/**
 * Also after a refusal: the next save continues from what somebody else has saved. And after a preview: its answer cuts
 * off the loading that follows a save, so the page loads again.
 */
export const shouldRevalidate = isAnswered;

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const [section, setSection] = useState(parseSection(new URLSearchParams(search).get("section")));
  const ownPath = `${href("/admin/settings")}?section=${section}`;
  return (
    <SettingsFrame tabs={null}>
      <PasswordQuestion answer={actionData} action={ownPath} />
      <SettingsFormView
        action={ownPath}
        stored={loaderData}
        section={section}
        onSection={setSection}
        answer={formAnswerIn(actionData)}
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
