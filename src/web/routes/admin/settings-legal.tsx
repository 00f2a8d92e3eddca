import { useState } from "react";
import { data, Form, href, Link, useNavigation } from "react-router";
import { legalDrafts } from "#domain/legal-drafts.ts";
import {
  LEGAL_TEXT_MAX,
  type LegalPageName,
  legalPages,
  legalPageTitles,
  legalWords,
  tidy,
} from "#domain/legal-text.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { restoreLegalText, saveLegalText } from "#server/settings/save-legal-text.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { LeaveDialog } from "../../admin/leave-dialog.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import type { Notice } from "../../admin/notices.ts";
import { readForm } from "../../admin/posted-body.ts";
import { SettingsFrame } from "../../admin/settings/settings-frame.tsx";
import { StoreTabs } from "../../admin/settings/store-tabs.tsx";
import { TabRow } from "../../admin/tab-row.tsx";
import { useAnswerToast } from "../../admin/use-notice-toasts.ts";
import { useUnsavedGuard } from "../../admin/use-unsaved-guard.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/settings-legal";
import "../../admin/settings/settings.css";

export const headers = privatePage;

const BODY_BYTES_MAX = 512 * 1024;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Legal Pages",
    description: "The texts of the legal pages.",
    path: "/admin/settings/legal",
    noindex: true,
  });

function pageIn(url: URL): LegalPageName {
  return legalPages.find((page) => page === url.searchParams.get("page")) ?? "privacy";
}

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const { legalTexts } = await loadConfiguration(shopOf(context));
  const page = pageIn(url);
  return { page, text: legalTexts[page] ?? legalDrafts[page], isOwn: legalTexts[page] !== undefined };
}

type LegalAnswer = { notice: Notice; error: string | null; text: string | null; current: string | null };

export async function action({ request, url, context }: Route.ActionArgs) {
  const { email: actor } = adminOf(context);
  const shop = shopOf(context);
  const page = pageIn(url);
  const form = await readForm(request, BODY_BYTES_MAX);
  const saved = { error: null, text: null, current: null };
  if (form?.get("intent") === "restore") {
    await restoreLegalText(shop, { actor, page });
    return data<LegalAnswer>({ ...saved, notice: { tone: "success", title: "Default text restored" } });
  }
  const text = String(form?.get("text") ?? "");
  const result = await saveLegalText(shop, { actor, page, text, base: form?.get("base") });
  if (result.ok) {
    const notice: Notice = { tone: "success", title: "Text saved", description: "The page shows it now." };
    return data<LegalAnswer>({ ...saved, notice });
  }
  const title = "Error saving text";
  if (result.reason === "invalid") {
    const notice: Notice = { tone: "error", title, description: result.error };
    return data<LegalAnswer>({ notice, error: result.error, text, current: null }, { status: 422 });
  }
  const description = "Somebody else has changed this page meanwhile. Nothing is saved yet.";
  const notice: Notice = { tone: "error", title, description };
  return data<LegalAnswer>({ notice, error: null, text, current: result.current }, { status: 409 });
}

export default function LegalTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isOwn, text } = loaderData;
  useAnswerToast(actionData);
  return (
    <SettingsFrame>
      <StoreTabs current="legal" />
      <TabRow label="Legal pages" className="tab-row mb-5">
        {legalPages.map((name) => (
          <Link
            key={name}
            to={`${href("/admin/settings/legal")}?page=${name}`}
            className="admin-tab"
            aria-current={name === page ? "page" : undefined}
          >
            {legalPageTitles[name]}
          </Link>
        ))}
      </TabRow>
      <LegalForm key={`${page}:${isOwn}:${text}`} {...loaderData} answer={actionData} />
    </SettingsFrame>
  );
}

type LegalFormProps = { page: LegalPageName; text: string; isOwn: boolean; answer: LegalAnswer | undefined };

function LegalForm({ page, text, isOwn, answer }: LegalFormProps) {
  const [typed, setTyped] = useState(answer?.text ?? text);
  const isSaving = useNavigation().state !== "idle";
  const blocker = useUnsavedGuard(tidy(typed) !== tidy(text) && !isSaving);
  const isLive = useHydrated();
  const current = answer?.current ?? null;
  return (
    <Form
      method="post"
      action={`${href("/admin/settings/legal")}?page=${page}`}
      preventScrollReset
      className="admin-card grid gap-5 p-5 sm:p-7"
    >
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      {current !== null && (
        <div role="alert" className="grid gap-2 rounded-field bg-warn-tint p-4">
          <p className="font-semibold">Somebody else has changed this page meanwhile. It says now:</p>
          <p className="wrap-anywhere whitespace-pre-line">{current}</p>
          <p>Your own text is still below. Saving it again replaces the text above.</p>
        </div>
      )}
      <input type="hidden" name="base" value={current ?? text} />
      <TextAreaField
        label={`Text of the ${legalPageTitles[page]} page`}
        name="text"
        rows={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={LEGAL_TEXT_MAX}
        error={answer?.error ?? undefined}
        hint="Blank lines part paragraphs. A line that begins with # is a heading, lines that begin with - are a list."
      />
      <details className="disclosure">
        <summary className="min-h-11 content-center font-semibold">
          Words that stand for your settings
        </summary>
        <dl className="grid gap-x-6 gap-y-1 pt-2 sm:grid-cols-[auto_1fr]">
          {Object.entries(legalWords).map(([word, meaning]) => (
            <div key={word} className="contents">
              <dt className="font-semibold">{`{${word}}`}</dt>
              <dd className="text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="mr-auto text-sm text-ink-2">
          {isOwn ? "Your own text is shown." : "The default text is shown."}{" "}
          <a href={`/${page}`} className="text-link">
            See the page
          </a>
        </p>
        {isOwn && (
          <Button type="submit" name="intent" value="restore" look="quiet" disabled={isSaving}>
            Restore default
          </Button>
        )}
        <Button type="submit" name="intent" value="save" pending={isSaving}>
          Save Text
        </Button>
      </div>
      <LeaveDialog blocker={blocker} />
    </Form>
  );
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <LoadFailure message="Failed to load settings" />
    </SettingsFrame>
  );
}
