import { useState } from "react";
import { href } from "react-router";
import { usualCategory } from "#domain/category/guess-category.ts";
import { newProductForm } from "#domain/product/form/product-form-schema.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { listShownCharts } from "#server/settings/size-chart-queries.ts";
import { formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/product-new";
import { limitOf, saveProductForm } from "./save-product-form.ts";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Create Product");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const [suggestions, sizeCharts] = await Promise.all([listSuggestions(shop.db), listShownCharts(shop.db)]);
  const product = {
    id: shop.newId(),
    createdAt: new Date(shop.clock()).toISOString(),
    isNew: true as const,
  };
  return { product, suggestions, sizeCharts };
}

export const action = adminAction(
  "save",
  { save: (asked) => saveProductForm(asked, null) },
  limitOf("create"),
);

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const category = usualCategory(useRootData().categories)?.id ?? "";
  const { nextId } = (actionData ?? {}) as { nextId?: string };
  const [id, setId] = useState(nextId ?? loaderData.product.id);
  if (nextId !== undefined && nextId !== id) setId(nextId);
  return (
    <>
      <BackLink to={href("/admin/products")} label="All products" />
      <PageTitle title="Create Product" />
      <ProductForm
        {...loaderData}
        product={{ ...loaderData.product, id }}
        stored={newProductForm(category)}
        answer={formAnswerIn(actionData)}
      />
    </>
  );
}
