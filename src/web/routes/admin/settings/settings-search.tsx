import { useState } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { synonymsText, tidySynonyms } from "#domain/search/own-synonyms.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { saveSynonyms } from "#server/settings/save-synonyms.ts";
import { LeaveDialog } from "../../../admin/forms/leave-dialog.tsx";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { useUnsavedGuard } from "../../../admin/forms/use-unsaved-guard.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { failure, type Notice, success } from "../../../admin/frame/notices.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { StoreTabs } from "../../../admin/settings/store-tabs.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextAreaField } from "../../../ui/form/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/settings-search";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Search");

export async function loader({ context }: Route.LoaderArgs) {
  const { synonyms } = await loadConfiguration(adminOf(context).shop);
  return { text: synonymsText(synonyms) };
}

type SearchAnswer = { notice: Notice; error: string | null; text: string | null; current: string | null };

/** 'Save Words'. */
export const action = adminAction("save", {
  save: async ({ shop, actor, form }) => {
    const text = textOf(form, "text");
    const result = await saveSynonyms(shop, { actor, text, base: form.get("base") });
    if (result.ok) {
      const notice = success("Words saved", "Searches find by them now.");
      return data<SearchAnswer>({ notice, error: null, text: null, current: null });
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

function refused(why: string, status: number, kept: Partial<SearchAnswer>) {
  const notice = failure("Error saving words", why);
  return data<SearchAnswer>({ notice, error: null, text: null, current: null, ...kept }, { status });
}

export default function SearchSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  useAnswerToast(actionData);
  return (
    <SettingsFrame>
      <StoreTabs current="search" />
      <SynonymsForm key={loaderData.text} text={loaderData.text} answer={actionData} />
    </SettingsFrame>
  );
}

function SynonymsForm({ text, answer }: { text: string; answer: SearchAnswer | undefined }) {
  const [typed, setTyped] = useState(answer?.text ?? text);
  const isSaving = useNavigation().state !== "idle";
  const blocker = useUnsavedGuard(tidySynonyms(typed) !== text && !isSaving);
  const isLive = useHydrated();
  const current = answer?.current ?? null;
  return (
    <Form
      method="post"
      action={href("/admin/settings/search")}
      preventScrollReset
      className="admin-card grid gap-5 p-5 sm:p-7"
    >
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      {current !== null && (
        <div role="alert" className="grid gap-2 rounded-field bg-warn-tint p-4">
          <p className="font-semibold">Somebody else has changed the words meanwhile. They are now:</p>
          <p className="wrap-anywhere whitespace-pre-line">{current === "" ? "(blank)" : current}</p>
          <p>Your own words are still below. Saving them again replaces the words above.</p>
        </div>
      )}
      <input type="hidden" name="base" value={current ?? text} />
      <TextAreaField
        label="Words that mean the same"
        name="text"
        rows={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={answer?.error ?? undefined}
        hint="One group on each line, separated by commas: cap, hat, lid. Who searches for one of them finds the others, too."
      />
      <p className="text-sm text-ink-2">
        The usual words of golf apparel, colors and sizes are known already: tee and T-shirt, 1/4 zip and
        quarter zip, pine and green, XXL and 2XL.
      </p>
      <div className="flex justify-end">
        <Button type="submit" name="intent" value="save" pending={isSaving}>
          Save Words
        </Button>
      </div>
      <LeaveDialog blocker={blocker} />
    </Form>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
