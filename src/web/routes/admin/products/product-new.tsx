import { href } from "react-router";
import { usualCategory } from "#domain/category/guess-category.ts";
import { emptyFields } from "#domain/product/product-form.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { adminMeta, BackLink } from "../../../admin/frame/admin-page.tsx";
import { isToSignIn } from "../../../admin/frame/failures/keep-frame.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { forgetTyped } from "../../../admin/products/form/use-product-form.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/product-new";
import { answerProductForm, limitOf } from "./answer-product-form.ts";
import "../../../admin/products/products.css";

const FORM_ID = "new";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Create Product");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const suggestions = await listSuggestions(shop.db);
  return { newId: shop.newId(), createdAt: new Date(shop.clock()).toISOString(), suggestions };
}

export const action = adminAction(
  "save",
  { save: (asked) => answerProductForm(asked, null) },
  limitOf("create"),
);

/** A product that was created has a page of its own. Its form is gone by then, and the next one begins empty. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response && !isToSignIn(thrown)) forgetTyped(FORM_ID);
    throw thrown;
  }
}

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const category = usualCategory(useRootData().categories)?.id ?? "";
  return (
    <>
      <BackLink to={href("/admin/products")} label="All products" />
      <PageTitle title="Create Product" />
      <ProductForm
        formId={FORM_ID}
        opened={{ fields: { ...emptyFields, category }, version: 0, newId: loaderData.newId }}
        createdAt={loaderData.createdAt}
        answer={actionData}
        suggestions={loaderData.suggestions}
      />
    </>
  );
}
