// Former addresses and where they lead, and the addresses without a page that people asked for.
import { href } from "react-router";
import { redirectForm } from "#domain/redirects/redirect-form.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { listMissingPages } from "#server/catalog/list-missing-pages.ts";
import { listRedirects } from "#server/settings/redirects/find-redirect.ts";
import { deleteRedirect, saveRedirect } from "#server/settings/redirects/save-redirect.ts";
import { answerForm, formAnswerIn } from "../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../admin/frame/notice-line.tsx";
import { done, success } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { MissingPagesCard } from "../../admin/redirects/missing-pages-card.tsx";
import { RedirectForm } from "../../admin/redirects/redirect-form.tsx";
import { RedirectsCard } from "../../admin/redirects/redirects-card.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/redirects";
import { type Asked, adminAction, answered } from "./admin-action.ts";

const TITLE = "Redirects";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = { query: oneLine(url.searchParams.get("q"), 100), after: url.searchParams.get("after") };
  const [missing, listed] = await Promise.all([listMissingPages(shop), listRedirects(shop, search)]);
  return { missing, search, ...listed };
}

/** 'Add Redirect', 'Redirect' next to a missing page, and 'Delete'. */
export const action = adminAction("save", {
  save,
  "save-missing": save,
  delete: async ({ shop, actor, text }) => {
    await deleteRedirect(shop, { actor, path: text("path") });
    return answered(done("Redirect deleted"));
  },
});

async function save({ shop, actor, form, fields }: Asked) {
  const saved = await saveRedirect(shop, { actor, fields });
  return answerForm(form, redirectForm, saved, { saved: success("Redirect saved") });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function RedirectsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { missing, search, redirects, next } = loaderData;
  const path = href("/admin/redirects");
  const answer = formAnswerIn(actionData);
  return (
    <>
      <PageTitle title={TITLE} />
      <PageAnswer answer={answer ? null : actionData} />
      <div className="grid gap-5">
        <RedirectForm action={path} answer={answer} />
        <MissingPagesCard action={path} pages={missing} />
        <RedirectsCard action={path} redirects={redirects} search={search} next={next} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load redirects");
