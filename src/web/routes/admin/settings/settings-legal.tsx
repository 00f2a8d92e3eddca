import { Form, href } from "react-router";
import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import {
  LEGAL_TEXT_MAX,
  type LegalPageName,
  legalPages,
  legalPageTitles,
  legalWords,
} from "#domain/settings/legal-text.ts";
import { legalTextForm } from "#domain/settings/legal-text-form.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { restoreLegalText, saveLegalText } from "#server/settings/save-legal-text.ts";
import { answerAnew, answerForm, answerUnread, type FormAnswer } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { failure, success } from "../../../admin/frame/notices.ts";
import { TextForm } from "../../../admin/settings/text-form.tsx";
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
    save: async ({ shop, actor, form, url, fields }) => {
      const saved = await saveLegalText(shop, { actor, page: pageIn(url), fields });
      return answerForm(form, legalTextForm, saved, {
        saved: success("Text saved", "It is on the page now."),
        refused: REFUSED,
      });
    },
    restore: async ({ shop, actor, url }) => {
      const page = pageIn(url);
      await restoreLegalText(shop, { actor, page });
      return answerAnew("save", success("Default text restored"), { text: legalDrafts[page] });
    },
  },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => answerUnread("save", failure(REFUSED, TOO_LONG)) },
);

const REFUSED = "Error saving text";
const TOO_LONG = `A text has at most ${LEGAL_TEXT_MAX} characters`;

export default function LegalTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      <LinkTabs
        label="Legal pages"
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

type LegalFormProps = { page: LegalPageName; text: string; isOwn: boolean; answer: FormAnswer | undefined };

function LegalForm({ page, text, isOwn, answer }: LegalFormProps) {
  const action = `${href("/admin/settings/legal")}?page=${page}`;
  return (
    <>
      {isOwn && <Form id="restore-text" method="post" action={action} preventScrollReset />}
      <TextForm
        action={action}
        schema={legalTextForm}
        text={text}
        answer={answer}
        refused={REFUSED}
        label={`Text of the ${legalPageTitles[page]} page`}
        hint="Leave a blank line between paragraphs. Start a line with # for a heading, or with - for a list item."
        rows={20}
        help={
          <details className="disclosure">
            <summary>Words filled in from your settings</summary>
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
        aside={
          <>
            <p className="mr-auto text-sm text-ink-2">
              {isOwn ? "Your own text is shown." : "The default text is shown."}{" "}
              <a href={`/${page}`} className="text-link">
                View page
              </a>
            </p>
            {isOwn && (
              <Button type="submit" form="restore-text" name="intent" value="restore" look="quiet">
                Restore default
              </Button>
            )}
          </>
        }
        saveLabel="Save Text"
      />
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load settings", back);
