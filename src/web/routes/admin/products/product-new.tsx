import { href } from "react-router";
import { emptyFields } from "#domain/product/product-form.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { adminMeta, BackLink } from "../../../admin/frame/admin-page.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/product-new";
import { answerProductForm, limitOf } from "./answer-product-form.ts";
import "../../../admin/products/products.css";

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

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/products")} label="All products" />
      <PageTitle title="Create Product" />
      <ProductForm
        formId="new"
        opened={{ fields: emptyFields, version: 0, newId: loaderData.newId }}
        createdAt={loaderData.createdAt}
        answer={actionData}
        suggestions={loaderData.suggestions}
      />
    </>
  );
}
