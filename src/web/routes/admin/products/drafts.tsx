import { useEffect, useState } from "react";
import { data, Form, href, useNavigation } from "react-router";
import {
  adminProductSearchText,
  everyProduct,
  parseAdminProductSearch,
} from "#domain/product/admin-product-search.ts";
import { undoBulk } from "#server/products/bulk/undo-bulk.ts";
import { listDrafts } from "#server/products/drafts/list-drafts.ts";
import { saveDrafts } from "#server/products/drafts/save-drafts.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { useUnsaved } from "../../../admin/forms/unsaved.ts";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/answer-note.tsx";
import { failure } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { showAnswerOf } from "../../../admin/frame/show-answer.ts";
import { NoMatch } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { DraftFields, ForAll } from "../../../admin/products/drafts/draft-rows.tsx";
import {
  type DraftsAnswer,
  draftsAnswer,
  failedDrafts,
  onlyNotice,
} from "../../../admin/products/drafts/drafts-answer.ts";
import { PhotoDrop } from "../../../admin/products/drafts/photo-drop.tsx";
import { readDrafts } from "../../../admin/products/drafts/read-drafts.ts";
import { BulkUndo } from "../../../admin/products/list/bulk-undo.tsx";
import { undoAnswer } from "../../../admin/products/list/list-answer.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { ArrowLeft } from "../../../ui/icons.tsx";
import { type Asked, adminAction, orLogged } from "../admin-action.ts";
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
  {
    save: (asked) => save(asked, false),
    publish: (asked) => save(asked, true),
    "bulk-undo": undo,
  },
  { bytesMax: BYTES_MAX, tooLarge: () => data<DraftsAnswer>(failedDrafts(), { status: 413 }) },
);

async function save({ shop, form, actor }: Asked, isPublishing: boolean) {
  const { rows, shared } = readDrafts(form);
  const saving = saveDrafts(shop, { rows, shared, isPublishing, actor });
  const result = await orLogged(shop, "products.change_failed", saving);
  if (!result) return data<DraftsAnswer>(failedDrafts(), { status: 500 });
  const answer = draftsAnswer(result, rows, isPublishing);
  return data<DraftsAnswer>(answer, { status: answer.notice?.tone === "error" ? 422 : 200 });
}

async function undo({ shop, form, actor }: Asked) {
  const undoing = undoBulk(shop, { id: textOf(form, "undo"), actor });
  const result = await orLogged(shop, "products.change_failed", undoing);
  if (!result) return data<DraftsAnswer>(failedDrafts(), { status: 500 });
  const { notice } = undoAnswer(result);
  return data<DraftsAnswer>(onlyNotice(notice ?? failure("Nothing was undone")), {
    status: result.ok ? 200 : 409,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Also when some rows are refused: the others are saved, and have a new version. */
export const shouldRevalidate = isAnswered;

export default function DraftsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { after, drafts, next } = loaderData;
  const path = href("/admin/products/drafts");
  const pathOf = (cursor: typeof next) =>
    `${path}${adminProductSearchText({ ...everyProduct, after: cursor })}`;
  const isPending = useNavigation().formMethod === "POST";
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <PageTitle title="Drafts">
        <LinkButton to={href("/admin/products")} look="secondary">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All Products
        </LinkButton>
      </PageTitle>
      <PageAnswer answer={actionData} />
      {actionData?.undoId && (
        <BulkUndo key={actionData.undoId} undoId={actionData.undoId} isPending={isPending} />
      )}
      <PhotoDrop table={{ loaded: drafts, isDirty }} />
      {drafts.length === 0 ? (
        <NoMatch
          title="No drafts"
          text="Photos that you drop here or on Products become drafts, and so do the products of an imported file."
          all={after !== null && { label: "Show the newest drafts", to: path }}
        />
      ) : (
        <DraftForm
          key={pathOf(after)}
          drafts={drafts}
          answer={actionData}
          isPending={isPending}
          onDirty={setDirty}
        />
      )}
      <ListPager
        label="Pages of drafts"
        first={after && { label: "First page", to: pathOf(null) }}
        next={next && { label: "Next page", to: pathOf(next) }}
      />
    </>
  );
}

type DraftFormProps = {
  drafts: Route.ComponentProps["loaderData"]["drafts"];
  answer: DraftsAnswer | undefined;
  isPending: boolean;
  onDirty: (isDirty: boolean) => void;
};

function DraftForm({ drafts, answer, isPending, onDirty }: DraftFormProps) {
  /** The answer that says what is saved of what was typed; any other one means that more was typed since. */
  const [typedSince, setTypedSince] = useState<DraftsAnswer | undefined | null>(null);
  const isDirty = typedSince !== null && typedSince === answer;
  useUnsaved(isDirty, isPending);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const complete = drafts.filter(({ lacks }) => Object.keys(lacks).length === 0).length;
  return (
    <Form method="post" preventScrollReset className="grid gap-4" onChange={() => setTypedSince(answer)}>
      {/* A row that is saved starts again from what is stored. */}
      <div className="grid gap-4" inert={isPending}>
        <ForAll />
        {drafts.map((draft) => {
          const refused = answer?.refused[draft.id];
          // A refused row stays as it was, also when another person has changed the draft.
          const { base, was } = refused ?? { base: draft.base, was: draft.texts.stock };
          return <DraftFields key={`${draft.id} ${base} ${was}`} {...{ draft, base, was, refused }} />;
        })}
      </div>
      <div className="save-bar">
        <p role="status" className="mr-auto text-sm text-ink-2">
          {isDirty ? "Unsaved changes" : `${complete} of ${drafts.length} complete`}
        </p>
        <Button type="submit" name="intent" value="save" look="secondary" pending={isPending}>
          Save Drafts
        </Button>
        <Button type="submit" name="intent" value="publish" pending={isPending}>
          Publish all that are complete
        </Button>
      </div>
    </Form>
  );
}

export const ErrorBoundary = failedPage("Drafts", "Failed to load drafts");
