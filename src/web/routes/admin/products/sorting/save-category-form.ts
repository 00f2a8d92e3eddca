// What both pages with the form of a category do with it.
import { href } from "react-router";
import { categoryForm } from "#domain/category/category-form.ts";
import { saveCategory } from "#server/products/categories/save-category.ts";
import { answerForm } from "../../../../admin/forms/form-outcome.ts";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { success } from "../../../../admin/frame/notices.ts";
import type { Asked } from "../../admin-action.ts";
import { pictureIn } from "./posted-picture.ts";

/** `id` null: the form of a new one. */
export async function saveCategoryForm({ shop, actor, form, fields }: Asked, id: string | null) {
  const picture = await pictureIn(form);
  const saved = await saveCategory(shop, { id, fields, picture, actor });
  const list = href("/admin/products/categories");
  if (!saved.ok && saved.reason === "not_found") return goTo(list, "category-not-found");
  if (saved.ok && id === null) return goTo(list, "category-created");
  return answerForm(form, categoryForm, saved, {
    saved: success("Category saved"),
    refused: "Category not saved",
  });
}
