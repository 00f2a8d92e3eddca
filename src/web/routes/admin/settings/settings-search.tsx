import { data, href } from "react-router";
import { synonymsText, tidySynonyms } from "#domain/search/own-synonyms.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { saveSynonyms } from "#server/settings/save-synonyms.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { failure, success } from "../../../admin/frame/notices.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { onlyNotice, type TextAnswer, TextForm } from "../../../admin/settings/text-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/settings-search";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Search words");

export async function loader({ context }: Route.LoaderArgs) {
  const { synonyms } = await loadConfiguration(adminOf(context).shop);
  return { text: synonymsText(synonyms) };
}

/** 'Save Words'. */
export const action = adminAction("save", {
  save: async ({ shop, actor, form }) => {
    const text = textOf(form, "text");
    const result = await saveSynonyms(shop, { actor, text, base: form.get("base") });
    if (result.ok) {
      const notice = success("Words saved", "Searches use them now.");
      return data<TextAnswer>({ ...onlyNotice, notice, stored: result.text });
    }
    switch (result.reason) {
      case "invalid":
        return refused(result.error, 422, { error: result.error, text });
      case "changed":
        return refused("The words were changed in another tab. Nothing was saved yet.", 409, {
          text,
          current: result.current,
        });
      default:
        return unreachable(result);
    }
  },
});

function refused(why: string, status: number, kept: Partial<TextAnswer>) {
  const notice = failure("Error saving words", why);
  return data<TextAnswer>({ notice, ...onlyNotice, ...kept }, { status });
}

export default function SearchSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = loaderData;
  useAnswerToast(actionData);
  return (
    <SettingsFrame>
      <TextForm
        action={href("/admin/settings/search")}
        text={text}
        answer={actionData}
        tidy={tidySynonyms}
        meanwhile={{
          said: "The words were changed in another tab. They are now:",
          kept: "Your words are still below. Save again to replace the words above.",
        }}
        label="Words that mean the same"
        hint="One group per line, separated by commas. Example: cap, hat, lid"
        rows={10}
        help={
          <p className="text-sm text-ink-2">
            Common words are built in: tee and T-shirt, pine and green, XXL and 2XL.
          </p>
        }
        saveLabel="Save Words"
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
