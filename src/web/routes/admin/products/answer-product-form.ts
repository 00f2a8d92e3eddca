// What both pages with the product form do with it: store the pictures sent with the form, save the product,
// and answer with what was typed, what is wrong with it, or what another editor has changed meanwhile.
import { data, href } from "react-router";
import { IMAGE_UPLOAD_BYTES_MAX, PRODUCT_IMAGES_MAX } from "#domain/product/image-upload.ts";
import { withTheirs } from "#domain/product/product-edit.ts";
import { emptyFields, fieldsOf } from "#domain/product/product-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { storePostedImages } from "#server/files/pictures/store-posted-images.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import {
  conflictAnswer,
  createdBefore,
  type FormAnswer,
  failedAnswer,
  GONE,
  invalidAnswer,
  savedAnswer,
  type Typed,
  takenOverAnswer,
  UNEXPECTED,
} from "../../../admin/products/form/product-answer.ts";
import { type PostedProduct, readProductForm } from "../../../admin/products/form/read-product-form.ts";
import { type Asked, orLogged } from "../admin-action.ts";

/** All pictures at once, and the texts. */
const FORM_BYTES_MAX = (PRODUCT_IMAGES_MAX + 1) * IMAGE_UPLOAD_BYTES_MAX;

/** How much of the form is read, and what is said of a larger one. */
export function limitOf(work: "create" | "update") {
  const tooLarge = () =>
    answered(failedAnswer(work, { fields: emptyFields, base: null }, "it is too large"), 413);
  return { bytesMax: FORM_BYTES_MAX, tooLarge };
}

/** `id` null: the form of a new product. */
export function answerProductForm(asked: Asked, id: string | null) {
  return answering(asked, id, (posted, typed) => save(asked, posted, typed, id));
}

/** Fills in what others changed, and saves nothing. */
export function takeOver(asked: Asked, id: string) {
  return answering(asked, id, async (posted, typed) => {
    const product = await findEditable(asked.shop, { id });
    if (!product) return gone(typed);
    const theirs = fieldsOf(product);
    const merged = withTheirs(typed.fields, posted.origin ?? posted.base ?? theirs, theirs);
    // Not 200: nothing was saved, so nothing needs to be reloaded.
    return answered(takenOverAnswer(merged, product), 409);
  });
}

async function answering<Answer>(
  { shop, form }: Asked,
  id: string | null,
  work: (posted: PostedProduct, typed: Typed) => Promise<Answer>,
) {
  const posted = readProductForm(form);
  const { base, version, newId } = posted;
  const typed: Typed = {
    fields: { ...emptyFields, ...base, ...posted.sent },
    base: base && version !== null ? { fields: base, version } : null,
    newId,
  };
  const verb = id === null ? "create" : "update";
  const answer = await orLogged(shop, `products.${verb}_failed`, work(posted, typed));
  return answer ?? answered(failedAnswer(verb, typed, UNEXPECTED), 500);
}

async function save({ shop, actor }: Asked, posted: PostedProduct, typed: Typed, id: string | null) {
  const stored = await storePostedImages(shop, posted.files, typed.fields.images);
  const mine = { ...typed, fields: { ...typed.fields, images: stored.images } };
  if (stored.problem) return answered(invalidAnswer(mine, { images: stored.problem }), 422);
  const sent = posted.sent.images ? { ...posted.sent, images: stored.images } : posted.sent;
  const { base, version, newId } = posted;
  const result = await saveProduct(shop, { id, newId, sent, base, version, actor });
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
    case "created_before": {
      const next = { ...mine, newId: shop.newId() };
      return answered(failedAnswer("create", next, createdBefore(result.name)), 409);
    }
    case "changed_meanwhile":
      return answered(conflictAnswer(mine.fields, base, result.product, result.changes), 409);
    default:
      return unreachable(result);
  }
}

function gone(typed: Typed) {
  return answered(failedAnswer("update", typed, GONE), 404);
}

function answered(answer: FormAnswer, status: number) {
  return data(answer, { status });
}
