// What both pages with the product form do with it: store the pictures that came along, save the product, and
// answer with what was typed, what is wrong with it, or what somebody else has changed meanwhile.
import { data, href, redirect } from "react-router";
import { withTheirs } from "#domain/product/product-edit.ts";
import { emptyFields, fieldsOf, type ProductFields } from "#domain/product/product-form.ts";
import { errorText } from "#server/log.ts";
import { storePostedImages } from "#server/pictures/store-posted-images.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { saveProduct } from "#server/products/save-product.ts";
import type { Shop } from "#server/shop.ts";
import { type NoticeName, noticeCookie } from "../../../admin/frame/notices.ts";
import {
  conflictAnswer,
  type FormAnswer,
  failedAnswer,
  GONE,
  invalidAnswer,
  savedAnswer,
  takenOverAnswer,
  UNEXPECTED,
} from "../../../admin/products/form/product-answer.ts";
import type { PostedProduct } from "../../../admin/products/form/read-product-form.ts";

/** `id` null: the form of a new product. */
type Target = { id: string | null; actor: string };

/** `posted` null: the form was larger than any of ours. */
export async function answerProductForm(shop: Shop, posted: PostedProduct | null, { id, actor }: Target) {
  const work = id === null ? "create" : "update";
  if (!posted) return answered(failedAnswer(work, emptyFields, "it is too large"), 413);
  const fields = { ...emptyFields, ...posted.base, ...posted.sent };
  try {
    if (id !== null && posted.intent === "take-over") return await takeOver(shop, id, posted, fields);
    return await save(shop, posted, fields, { id, actor });
  } catch (error) {
    shop.log.error(`products.${work}_failed`, { error: errorText(error) });
    return answered(failedAnswer(work, fields, UNEXPECTED), 500);
  }
}

async function save(shop: Shop, posted: PostedProduct, fields: ProductFields, { id, actor }: Target) {
  const stored = await storePostedImages(shop, posted.files, fields.images);
  const mine = { ...fields, images: stored.images };
  if (stored.problem) return answered(invalidAnswer(mine, { images: stored.problem }), 422);
  const sent = posted.sent.images ? { ...posted.sent, images: stored.images } : posted.sent;
  const { base, version } = posted;
  const result = await saveProduct(shop, { id, sent, base, version, actor });
  if (result.ok) {
    if (id === null) return goTo(href("/admin/products/edit/:id", { id: result.id }), "product-created");
    const product = await findEditable(shop, { id });
    return product ? answered(savedAnswer(product), 200) : gone(mine);
  }
  switch (result.reason) {
    case "invalid":
      return answered(invalidAnswer(mine, result.errors), 422);
    case "not_found":
      return gone(mine);
    case "changed_meanwhile":
      return answered(conflictAnswer(mine, base, result.product, result.changes), 409);
  }
}

async function takeOver(shop: Shop, id: string, posted: PostedProduct, fields: ProductFields) {
  const product = await findEditable(shop, { id });
  if (!product) return gone(fields);
  const theirs = fieldsOf(product);
  const merged = withTheirs(fields, posted.origin ?? posted.base ?? theirs, theirs);
  // Not 200: nothing was saved, so nothing needs to be loaded anew.
  return answered(takenOverAnswer(merged, product), 409);
}

function gone(fields: ProductFields) {
  return answered(failedAnswer("update", fields, GONE), 404);
}

function answered(answer: FormAnswer, status: number) {
  return data(answer, { status });
}

/** Another page of the back office, which says `notice`. */
export function goTo(path: string, notice: NoticeName): Response {
  return redirect(path, { headers: { "Set-Cookie": noticeCookie(notice) } });
}
