import { href } from "react-router";
import { productFormOf } from "#domain/product/form/product-form-schema.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { duplicateProduct } from "#server/products/duplicate-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { chooseHero } from "#server/products/hero-product.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { listShownCharts } from "#server/settings/size-chart-queries.ts";
import { formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { deleteOutcome, heroOutcome } from "../../../admin/products/list/change-outcomes.ts";
import { ProductActions } from "../../../admin/products/list/product-actions.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction, answered, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/product-edit";
import { limitOf, saveProductForm } from "./save-product-form.ts";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData ? `Edit ${loaderData.product.name}` : "Edit Product");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const product = await findEditable(shop, { id: params.id });
  if (!product) throw goTo(href("/admin/products"), "product-not-found");
  const [suggestions, sizeCharts] = await Promise.all([listSuggestions(shop.db), listShownCharts(shop.db)]);
  return { product, suggestions, sizeCharts };
}

/** The form itself, and what can be done with the whole product. */
export const action = adminAction(
  "save",
  {
    save: (asked) => saveProductForm(asked, idOf(asked)),
    delete: async (asked) => {
      const { shop, actor } = asked;
      const deleting = deleteProduct(shop, { id: idOf(asked), actor });
      const result = await orLogged(shop, "products.delete_failed", deleting);
      if (result?.ok) return goTo(href("/admin/products"), `product-${result.outcome}`);
      return answered(deleteOutcome(result));
    },
    hero: (asked) => hero(asked, true),
    "hero-off": (asked) => hero(asked, false),
    duplicate: async (asked) => {
      const copy = await duplicateProduct(asked.shop, { id: idOf(asked), actor: asked.actor });
      if (copy.ok) return goTo(href("/admin/products/edit/:id", { id: copy.id }), "product-copied");
      return goTo(href("/admin/products"), "product-not-found");
    },
  },
  limitOf("update"),
);

/** Puts the product at the top of the home page, or takes it off. */
async function hero(asked: Asked, isOn: boolean) {
  const result = await chooseHero(asked.shop, { id: idOf(asked), isOn, actor: asked.actor });
  return answered(heroOutcome(result, isOn));
}

function idOf({ params }: Asked): string {
  return params.id ?? "";
}

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, suggestions, sizeCharts } = loaderData;
  const answer = formAnswerIn(actionData);
  return (
    <>
      <BackLink to={href("/admin/products")} label="All products" />
      <PageTitle title="Edit Product">
        <ProductActions product={product} />
      </PageTitle>
      {!answer && <PageAnswer answer={actionData} />}
      <ProductForm
        key={product.id}
        stored={productFormOf(product)}
        product={product}
        answer={answer}
        suggestions={suggestions}
        sizeCharts={sizeCharts}
        waiting={product.waiting}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Edit Product", "Failed to load products");
