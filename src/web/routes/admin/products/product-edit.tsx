import { data, href } from "react-router";
import { fieldsOf } from "#domain/product/product-form.ts";
import { errorText } from "#server/log.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { duplicateProduct } from "#server/products/duplicate-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import type { Shop } from "#server/shop.ts";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { LoadFailure } from "../../../admin/frame/load-failure.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { BackToProducts } from "../../../admin/products/back-to-products.tsx";
import { ProductForm } from "../../../admin/products/form/product-form.tsx";
import { readProductForm } from "../../../admin/products/form/read-product-form.ts";
import { DeleteQuestion } from "../../../admin/products/list/delete-dialog.tsx";
import { deleteAnswer, type ListAnswer } from "../../../admin/products/list/list-answer.ts";
import { ProductActions } from "../../../admin/products/list/product-actions.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { pageMeta } from "../../../page/page-meta.ts";
import type { Route } from "./+types/product-edit";
import { answerProductForm, goTo } from "./answer-product-form.ts";
import "../../../admin/products/products.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  pageMeta(matches, {
    title: loaderData ? `Edit ${loaderData.product.name}` : "Edit Product",
    description: "One of the shop's products.",
    path: `/admin/products/edit/${params.id}`,
    noindex: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  adminOf(context);
  const product = await findEditable(shopOf(context), { id: params.id });
  if (!product) throw goTo(href("/admin/products"), "product-not-found");
  return { product };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { email: actor } = adminOf(context);
  const shop = shopOf(context);
  const posted = await readProductForm(request);
  const { id } = params;
  if (posted?.intent === "ask-delete") return askDelete(shop, id);
  if (posted?.intent === "delete") return remove(shop, id, actor);
  if (posted?.intent === "duplicate") return duplicate(shop, id, actor);
  return answerProductForm(shop, posted, { id, actor });
}

async function askDelete(shop: Shop, id: string) {
  const product = await findEditable(shop, { id });
  return data<ListAnswer>({ notice: null, ask: product && { id, name: product.name } });
}

async function remove(shop: Shop, id: string, actor: string) {
  const result = await deleteProduct(shop, { id, actor }).catch((error: unknown) => {
    shop.log.error("products.delete_failed", { error: errorText(error) });
    return { ok: false, reason: "not_found" } as const;
  });
  if (result.ok) return goTo(href("/admin/products"), `product-${result.outcome}`);
  return data<ListAnswer>(deleteAnswer(result), { status: 409 });
}

async function duplicate(shop: Shop, id: string, actor: string) {
  const copy = await duplicateProduct(shop, { id, actor });
  if (copy.ok) return goTo(href("/admin/products/edit/:id", { id: copy.id }), "product-copied");
  return goTo(href("/admin/products"), "product-not-found");
}

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product } = loaderData;
  const path = href("/admin/products/edit/:id", { id: product.id });
  const listAnswer = actionData && "ask" in actionData ? actionData : null;
  const answer = actionData && !("ask" in actionData) ? actionData : undefined;
  useAnswerToast(listAnswer);
  return (
    <>
      <BackToProducts />
      <PageTitle title="Edit Product">
        <ProductActions product={product} />
      </PageTitle>
      {listAnswer?.notice && <AnswerNote notice={listAnswer.notice} />}
      {listAnswer?.ask && (
        <DeleteQuestion product={listAnswer.ask} question="Are you absolutely sure?" cancelTo={path} />
      )}
      <ProductForm
        key={product.id}
        formId={product.id}
        opened={{ fields: fieldsOf(product), version: product.version }}
        createdAt={product.createdAt}
        answer={answer}
      />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Edit Product" />
      <LoadFailure message="Failed to load products" />
    </>
  );
}
