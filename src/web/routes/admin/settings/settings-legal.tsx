import { data, href } from "react-router";
import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import {
  LEGAL_TEXT_MAX,
  type LegalPageName,
  legalPages,
  legalPageTitles,
  legalWords,
  tidy,
} from "#domain/settings/legal-text.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { restoreLegalText, saveLegalText } from "#server/settings/save-legal-text.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { failure, success } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { onlyNotice, type TextAnswer, TextForm } from "../../../admin/settings/text-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/settings-legal";

const TITLE = "Legal pages";

const back = <BackLink to={href("/admin/store")} label="Online store" />;

const BODY_BYTES_MAX = 512 * 1024;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

function pageIn(url: URL): LegalPageName {
  return legalPages.find((page) => page === url.searchParams.get("page")) ?? "privacy";
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { legalTexts } = await loadConfiguration(adminOf(context).shop);
  const page = pageIn(url);
  return { page, text: legalTexts[page] ?? legalDrafts[page], isOwn: legalTexts[page] !== undefined };
}

/** 'Save Text' and 'Restore default'. */
export const action = adminAction(
  "save",
  {
    save: async ({ shop, actor, form, url }) => {
      const text = textOf(form, "text");
      const result = await saveLegalText(shop, { actor, page: pageIn(url), text, base: form.get("base") });
      if (result.ok) return saved(tidy(text), "Text saved", "It is on the page now.");
      switch (result.reason) {
        case "invalid":
          return refused(result.error, 422, { error: result.error, text });
        case "changed":
          return refused("This page was changed in another tab. Nothing was saved yet.", 409, {
            text,
            current: result.current,
          });
        default:
          return unreachable(result);
      }
    },
    restore: async ({ shop, actor, url }) => {
      const page = pageIn(url);
      await restoreLegalText(shop, { actor, page });
      return saved(legalDrafts[page], "Default text restored");
    },
  },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => refused(TOO_LONG, 413, { error: TOO_LONG }) },
);

const TOO_LONG = `A text has at most ${LEGAL_TEXT_MAX} characters`;

function saved(stored: string, title: string, description?: string) {
  return data<TextAnswer>({ ...onlyNotice, notice: success(title, description), stored });
}

function refused(why: string, status: number, kept: Partial<TextAnswer>) {
  const notice = failure("Error saving text", why);
  return data<TextAnswer>({ notice, ...onlyNotice, ...kept }, { status });
}

export default function LegalTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  useAnswerToast(actionData);
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      <LinkTabs
        label="Legal pages"
        className="tab-row mb-5"
        tabs={legalPages.map((name) => ({
          to: `${href("/admin/settings/legal")}?page=${name}`,
          label: legalPageTitles[name],
          isHere: name === page,
        }))}
      />
      <LegalForm key={page} {...loaderData} answer={actionData} />
    </>
  );
}

type LegalFormProps = { page: LegalPageName; text: string; isOwn: boolean; answer: TextAnswer | undefined };

function LegalForm({ page, text, isOwn, answer }: LegalFormProps) {
  return (
    <TextForm
      action={`${href("/admin/settings/legal")}?page=${page}`}
      text={text}
      answer={answer}
      tidy={tidy}
      meanwhile={{
        said: "This page was changed in another tab. It now says:",
        kept: "Your text is still below. Save again to replace the text above.",
      }}
      label={`Text of the ${legalPageTitles[page]} page`}
      hint="Leave a blank line between paragraphs. Start a line with # for a heading, or with - for a list item."
      rows={20}
      maxLength={LEGAL_TEXT_MAX}
      help={
        <details className="disclosure">
          <summary>Words that are filled in from your settings</summary>
          <dl className="grid gap-x-6 gap-y-1 pt-2 sm:grid-cols-[auto_1fr]">
            {Object.entries(legalWords).map(([word, meaning]) => (
              <div key={word} className="contents">
                <dt className="font-semibold">{`{${word}}`}</dt>
                <dd className="text-ink-2">{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
      }
      aside={(isSaving) => (
        <>
          <p className="mr-auto text-sm text-ink-2">
            {isOwn ? "Your own text is shown." : "The default text is shown."}{" "}
            <a href={`/${page}`} className="text-link">
              View page
            </a>
          </p>
          {isOwn && (
            <Button type="submit" name="intent" value="restore" look="quiet" disabled={isSaving}>
              Restore default
            </Button>
          )}
        </>
      )}
      saveLabel="Save Text"
    />
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load settings", back);
