import { href } from "react-router";
import { collectionForm } from "#domain/collection/collection-form.ts";
import { newCollectionForm } from "#server/catalog/list-collections.ts";
import { listDiscountProducts } from "#server/checkout/discounts/queries.ts";
import { saveCollection } from "#server/products/collections/save-collection.ts";
import { CollectionForm } from "../../../admin/collections/collection-form.tsx";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/collection-new";

const TITLE = "New Collection";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await listDiscountProducts(adminOf(context).shop.db, []);
  return { stored: newCollectionForm, products };
}

export const action = adminAction("save", {
  save: async ({ shop, actor, form, fields }) => {
    const saved = await saveCollection(shop, { actor, id: null, fields });
    if (!saved.ok && saved.reason === "not_found") throw new Error("a new collection is not looked for");
    if (saved.ok && saved.id)
      return goTo(href("/admin/collections/:id", { id: saved.id }), "collection-created");
    return answerForm(form, collectionForm, saved);
  },
});

const back = <BackLink to={href("/admin/collections")} label="All collections" />;

export default function NewCollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      <CollectionForm
        {...loaderData}
        action={href("/admin/collections/new")}
        answer={formAnswerIn(actionData)}
        saveLabel="Create Collection"
      />
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the form", back);
