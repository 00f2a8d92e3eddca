// What both pages with the product form do with it.
import { data, href } from "react-router";
import { productForm } from "#domain/product/form/product-form-schema.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { listCategories } from "#server/settings/category-queries.ts";
import { answerForm, answerRefused, answerUnread, UNEXPECTED } from "../../../admin/forms/form-outcome.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import { failure, success } from "../../../admin/frame/notices.ts";
import { type Asked, orLogged } from "../admin-action.ts";

/** The form, and what it was opened with. */
const FORM_BYTES_MAX = 256 * 1024;

const failed = (work: "create" | "update", reason: string) => failure(`Failed to ${work} product:`, reason);

/** How much of the form is read, and what is said of a larger one. */
export function limitOf(work: "create" | "update") {
  return { bytesMax: FORM_BYTES_MAX, tooLarge: () => answerUnread("save", failed(work, "it is too large")) };
}

/** `id` null: the form of a new product. */
export async function saveProductForm({ shop, form, actor, fields, text }: Asked, id: string | null) {
  const work = id === null ? "create" : "update";
  const schema = productForm(await listCategories(shop.db));
  const saving = saveProduct(shop, { id, newId: text("formId"), fields, actor });
  const saved = await orLogged(shop, `products.${work}_failed`, saving);
  const refuse = (reason: string, status: number) =>
    answerRefused(form, schema, failed(work, reason), status);
  if (!saved) return refuse(UNEXPECTED, 500);
  if (saved.ok) {
    if (id === null) return goTo(href("/admin/products/edit/:id", { id: saved.id }), "product-created");
    return answerForm(form, schema, saved, { saved: success("Product updated successfully") });
  }
  switch (saved.reason) {
    case "invalid":
    case "changed":
      return answerForm(form, schema, saved);
    case "not_found":
      return refuse("it was deleted in the meantime. What you typed is still here", 404);
    case "created_before":
      return data({ ...refuse(createdBefore(saved.name), 409).data, nextId: shop.newId() }, { status: 409 });
    default:
      return unreachable(saved);
  }
}

/** The answer to the first sending was lost. */
function createdBefore(name: string): string {
  return `this form has created “${name}” already, without what you changed since. Edit it under Products. Click again to create a second product`;
}
