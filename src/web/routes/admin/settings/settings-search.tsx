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
import { StoreTabs } from "../../../admin/settings/store-tabs.tsx";
import { onlyNotice, type TextAnswer, TextForm } from "../../../admin/settings/text-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/settings-search";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Search");

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
      const notice = success("Words saved", "Searches find by them now.");
      return data<TextAnswer>({ ...onlyNotice, notice, stored: result.text });
    }
    switch (result.reason) {
      case "invalid":
        return refused(result.error, 422, { error: result.error, text });
      case "changed":
        return refused("Somebody else has changed the words meanwhile. Nothing is saved yet.", 409, {
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
      <StoreTabs current="search" />
      <TextForm
        action={href("/admin/settings/search")}
        text={text}
        answer={actionData}
        tidy={tidySynonyms}
        meanwhile={{
          said: "Somebody else has changed the words meanwhile. They are now:",
          kept: "Your own words are still below. Saving them again replaces the words above.",
        }}
        label="Words that mean the same"
        hint="One group on each line, separated by commas: cap, hat, lid. Who searches for one of them finds the others, too."
        rows={10}
        help={
          <p className="text-sm text-ink-2">
            The usual words of golf apparel, colors and sizes are known already: tee and T-shirt, 1/4 zip and
            quarter zip, pine and green, XXL and 2XL.
          </p>
        }
        saveLabel="Save Words"
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
