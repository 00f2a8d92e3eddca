import { data, href } from "react-router";
import { productFormOf } from "#domain/product/form/product-form-schema.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { duplicateProduct } from "#server/products/duplicate-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { chooseHero } from "#server/products/hero-product.ts";
import { listSuggestions } from "#server/products/spelling-queries.ts";
import { listShownCharts } from "#server/settings/size-chart-queries.ts";
import { formAnswerIn } from "../../../admin/forms/form-answer.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { DeleteQuestion } from "../../../admin/products/list/delete-dialog.tsx";
import { deleteAnswer, heroAnswer, type ListAnswer } from "../../../admin/products/list/list-answer.ts";
import { ProductActions } from "../../../admin/products/list/product-actions.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction, orLogged } from "../admin-action.ts";
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
    "ask-delete": async (asked) => {
      const id = idOf(asked);
      const product = await findEditable(asked.shop, { id });
      return data<ListAnswer>({ notice: null, ask: product && { id, name: product.name } });
    },
    delete: async (asked) => {
      const { shop, actor } = asked;
      const deleting = deleteProduct(shop, { id: idOf(asked), actor });
      const result = await orLogged(shop, "products.delete_failed", deleting);
      if (result?.ok) return goTo(href("/admin/products"), `product-${result.outcome}`);
      return data<ListAnswer>(deleteAnswer(result ?? { ok: false, reason: "not_found" }), { status: 409 });
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
  return data<ListAnswer>(heroAnswer(result, isOn), { status: result.ok ? 200 : 404 });
}

function idOf({ params }: Asked): string {
  return params.id ?? "";
}

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, suggestions, sizeCharts } = loaderData;
  const path = href("/admin/products/edit/:id", { id: product.id });
  const listAnswer = actionData && "ask" in actionData ? actionData : null;
  useAnswerToast(listAnswer);
  return (
    <>
      <BackLink to={href("/admin/products")} label="All products" />
      <PageTitle title="Edit Product">
        <ProductActions product={product} />
      </PageTitle>
      {listAnswer?.notice && <AnswerNote notice={listAnswer.notice} />}
      {listAnswer?.ask && (
        <DeleteQuestion product={listAnswer.ask} question="Are you absolutely sure?" cancelTo={path} />
      )}
      <ProductForm
        key={product.id}
        stored={productFormOf(product)}
        product={product}
        answer={formAnswerIn(actionData)}
        suggestions={suggestions}
        sizeCharts={sizeCharts}
        waiting={product.waiting}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Edit Product", "Failed to load products");
