import { href } from "react-router";
import { listCollections } from "#server/catalog/list-collections.ts";
import { moveCollection } from "#server/products/collections/save-collection.ts";
import { CollectionsTable } from "../../../admin/collections/collections-table.tsx";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { done, refused } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/collections";

const TITLE = "Collections";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ context }: Route.LoaderArgs) {
  return { collections: await listCollections(adminOf(context).shop) };
}

/** The order of the list. */
export const action = adminAction("up", {
  up: (asked) => move(asked, -1),
  down: (asked) => move(asked, 1),
});

async function move({ shop, actor, text }: Asked, by: -1 | 1) {
  const moved = await moveCollection(shop, { actor, id: text("id"), by });
  return answered(moved.ok ? done("Order saved") : refused(404, "This collection was deleted"));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function CollectionsPage({ loaderData: { collections } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={TITLE}>
        <LinkButton to={href("/admin/collections/new")}>New Collection</LinkButton>
      </PageTitle>
      {collections.length === 0 ? (
        <EmptyList title="No collections yet">
          <p className="max-w-prose text-ink-2">
            Group products on a page of their own, such as gifts or a season.
          </p>
        </EmptyList>
      ) : (
        <CollectionsTable action={href("/admin/collections")} collections={collections} />
      )}
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load collections");
