import { data, href, redirect } from "react-router";
import { withTheirs } from "#domain/product-edit.ts";
import { emptyFields, fieldsOf, type ProductFields } from "#domain/product-form.ts";
import { errorText } from "#server/log.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { duplicateProduct } from "#server/products/duplicate-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { storePostedImages } from "#server/products/store-posted-images.ts";
import type { Shop } from "#server/shop.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { type NoticeName, noticeCookie } from "../../admin/notices.ts";
import { PageTitle } from "../../admin/page-title.tsx";
import { BackToProducts } from "../../admin/products/back-to-products.tsx";
import { DeleteQuestion } from "../../admin/products/delete-dialog.tsx";
import { deleteAnswer, type ListAnswer } from "../../admin/products/list-answer.ts";
import { ProductActions } from "../../admin/products/product-actions.tsx";
import {
  conflictAnswer,
  type FormAnswer,
  failedAnswer,
  GONE,
  invalidAnswer,
  savedAnswer,
  takenOverAnswer,
  UNEXPECTED,
} from "../../admin/products/product-answer.ts";
import { ProductForm } from "../../admin/products/product-form.tsx";
import { type PostedProduct, readProductForm } from "../../admin/products/read-product-form.ts";
import { useAnswerToast } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/product-edit";
import "../../admin/products/products.css";

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
  if (!posted)
    return data<FormAnswer>(failedAnswer("update", emptyFields, "it is too large"), { status: 413 });
  const { id } = params;
  if (posted.intent === "ask-delete") return askDelete(shop, id);
  if (posted.intent === "delete") return remove(shop, id, actor);
  if (posted.intent === "duplicate") return duplicate(shop, id, actor);
  const fields = { ...emptyFields, ...posted.base, ...posted.sent };
  try {
    if (posted.intent === "take-over") return await takeOver(shop, id, posted, fields);
    return await save(shop, id, actor, posted, fields);
  } catch (error) {
    shop.log.error("products.update_failed", { error: errorText(error) });
    return data<FormAnswer>(failedAnswer("update", fields, UNEXPECTED), { status: 500 });
  }
}

async function save(shop: Shop, id: string, actor: string, posted: PostedProduct, fields: ProductFields) {
  const stored = await storePostedImages(shop, posted.files, fields.images);
  const mine = { ...fields, images: stored.images };
  if (stored.problem)
    return data<FormAnswer>(invalidAnswer(mine, { images: stored.problem }), { status: 422 });
  const sent = posted.sent.images ? { ...posted.sent, images: stored.images } : posted.sent;
  const { base, version } = posted;
  const result = await saveProduct(shop, { id, sent, base, version, actor });
  if (result.ok) {
    const product = await findEditable(shop, { id });
    return product
      ? data<FormAnswer>(savedAnswer(product))
      : data<FormAnswer>(failedAnswer("update", mine, GONE), { status: 404 });
  }
  if (result.reason === "invalid") {
    return data<FormAnswer>(invalidAnswer(mine, result.errors), { status: 422 });
  }
  if (result.reason === "not_found") {
    return data<FormAnswer>(failedAnswer("update", mine, GONE), { status: 404 });
  }
  return data<FormAnswer>(conflictAnswer(mine, base, result.product, result.changes), { status: 409 });
}

async function takeOver(shop: Shop, id: string, posted: PostedProduct, fields: ProductFields) {
  const product = await findEditable(shop, { id });
  if (!product) return data<FormAnswer>(failedAnswer("update", fields, GONE), { status: 404 });
  const theirs = fieldsOf(product);
  const merged = withTheirs(fields, posted.origin ?? posted.base ?? theirs, theirs);
  // Not 200: nothing was saved, so nothing needs to be loaded anew.
  return data<FormAnswer>(takenOverAnswer(merged, product), { status: 409 });
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

function goTo(path: string, notice: NoticeName): Response {
  return redirect(path, { headers: { "Set-Cookie": noticeCookie(notice) } });
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
