import { useState } from "react";
import { href } from "react-router";
import {
  adminProductSearchText,
  everyProduct,
  parseAdminProductSearch,
} from "#domain/product/admin-product-search.ts";
import { readDrafts } from "#domain/product/drafts/drafts-form.ts";
import { undoBulk } from "#server/products/bulk/undo-bulk.ts";
import { listDrafts } from "#server/products/drafts/list-drafts.ts";
import { saveDrafts } from "#server/products/drafts/save-drafts.ts";
import { answerForm, answerUnread, formAnswerIn, UNEXPECTED } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { failure } from "../../../admin/frame/notices.ts";
import { NoMatch } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { draftsOutcome, NOT_SAVED } from "../../../admin/products/drafts/draft-outcome.ts";
import { DraftTable } from "../../../admin/products/drafts/draft-table.tsx";
import { PhotoDrop } from "../../../admin/products/drafts/photo-drop.tsx";
import { BulkUndo } from "../../../admin/products/list/bulk-undo.tsx";
import { undoOutcome } from "../../../admin/products/list/change-outcomes.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { type Asked, adminAction, answered, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/drafts";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Drafts");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { after } = parseAdminProductSearch(url.searchParams);
  return { after, ...(await listDrafts(adminOf(context).shop, after)) };
}

/** A page of drafts with long descriptions. */
const BYTES_MAX = 512 * 1024;

export const action = adminAction(
  "save",
  { save, "bulk-undo": undo },
  { bytesMax: BYTES_MAX, tooLarge: () => answerUnread("save", failure(NOT_SAVED, UNEXPECTED)) },
);

async function save({ shop, form, actor, fields }: Asked) {
  const isPublishing = form.has("publish");
  const { schema, rows, shared } = readDrafts(fields, form.get("base"));
  const saving = saveDrafts(shop, { rows, shared, isPublishing, actor });
  const result = await orLogged(shop, "products.change_failed", saving);
  if (!result) return answerForm(form, schema, null);
  const { saved, notice, undoId } = draftsOutcome(result, rows, isPublishing);
  return answerForm(form, schema, saved, { saved: notice, refused: notice, undoId });
}

async function undo({ shop, actor, text }: Asked) {
  const undoing = undoBulk(shop, { id: text("undo"), actor });
  return answered(undoOutcome(await orLogged(shop, "products.change_failed", undoing)));
}

/** Also when some rows are refused: the others are saved, and have a new version. */
export const shouldRevalidate = isAnswered;

export default function DraftsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { after, drafts, next } = loaderData;
  const path = href("/admin/products/drafts");
  const pathOf = (cursor: typeof next) =>
    `${path}${adminProductSearchText({ ...everyProduct, after: cursor })}`;
  const [isDirty, setDirty] = useState(false);
  const answer = formAnswerIn(actionData);
  return (
    <>
      <PageTitle title="Drafts" />
      <PageAnswer answer={actionData} />
      {answer?.undoId && <BulkUndo key={answer.undoId} undoId={answer.undoId} />}
      <PhotoDrop table={{ loaded: drafts, isDirty }} />
      {drafts.length === 0 ? (
        <NoMatch
          title="No drafts"
          text="Photos that you drop here or on Products become drafts, and so do the products of an imported file."
          all={after !== null && { label: "Show the newest drafts", to: path }}
        />
      ) : (
        <DraftTable key={pathOf(after)} drafts={drafts} answer={answer} onDirty={setDirty} />
      )}
      <ListPager
        label="Pages of drafts"
        first={after && { label: "First page", to: pathOf(null) }}
        next={next && { label: "Next page", to: pathOf(next) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Drafts", "Failed to load drafts");
