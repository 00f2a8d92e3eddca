import { href } from "react-router";
import { synonymsText } from "#domain/search/own-synonyms.ts";
import { synonymsForm } from "#domain/search/synonyms-form.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { saveSynonyms } from "#server/settings/save-synonyms.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { TextForm } from "../../../admin/settings/text-form.tsx";
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
  save: async ({ shop, actor, form, fields }) =>
    answerForm(form, synonymsForm, await saveSynonyms(shop, { actor, fields }), {
      saved: success("Words saved", "Searches use them now."),
      refused: REFUSED,
    }),
});

const REFUSED = "Error saving words";

export default function SearchSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame>
      <TextForm
        action={href("/admin/settings/search")}
        schema={synonymsForm}
        text={loaderData.text}
        answer={actionData}
        refused={REFUSED}
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
