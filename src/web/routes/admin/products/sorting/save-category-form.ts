// What both pages with the form of a category do with it.
import { data, href } from "react-router";
import { readCategoryForm } from "#domain/category/category-form.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { PictureChange } from "#server/files/pictures/only-picture.ts";
import { IMAGE_BYTES_MAX } from "#server/files/pictures/picture-sizes.ts";
import { saveCategory } from "#server/products/categories/save-category.ts";
import { listCategories } from "#server/settings/category-queries.ts";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { success } from "../../../../admin/frame/notices.ts";
import {
  type CategoryAnswer,
  onlyNotice,
  refusedCategory,
} from "../../../../admin/products/categories/category-answer.ts";
import type { Asked } from "../../admin-action.ts";

/** A picture and the form around it. */
export const PICTURE_FORM_BYTES_MAX = IMAGE_BYTES_MAX + 256 * 1024;

const FIX = "Fix the marked fields.";

/** The picture that a form brings, or that it takes away. */
export async function pictureIn(form: FormData): Promise<PictureChange> {
  const file = form.get("picture");
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return form.get("removesPicture") === "on" ? "removed" : null;
}

export function tooLargeCategory() {
  return data<CategoryAnswer>(onlyNotice({ tone: "error", title: "The picture is larger than 2MB" }), {
    status: 413,
  });
}

/** `id` null: the form of a new one. */
export async function saveCategoryForm({ shop, actor, form: sent }: Asked, id: string | null) {
  const form = readCategoryForm(sent);
  const version = Number(sent.get("version"));
  const saved = await saveCategory(shop, { id, version, form, picture: await pictureIn(sent), actor });
  if (saved.ok) {
    if (id === null) return goTo(href("/admin/products/categories"), "category-created");
    return data<CategoryAnswer>(onlyNotice(success("Category saved")));
  }
  switch (saved.reason) {
    case "invalid":
      return data<CategoryAnswer>(refusedCategory(form, FIX, { errors: saved.errors }), { status: 422 });
    case "too_many":
      return data<CategoryAnswer>(
        refusedCategory(form, "There are as many categories as a shop can have. Delete one first."),
        { status: 422 },
      );
    case "changed_meanwhile": {
      const now = (await listCategories(shop.db)).find((category) => category.id === id);
      const why =
        "This category was changed in another tab. Your changes are still here. Save again to replace it.";
      return data<CategoryAnswer>(refusedCategory(form, why, { version: now?.version ?? 0 }), {
        status: 409,
      });
    }
    case "not_found":
      return goTo(href("/admin/products/categories"), "category-not-found");
    default:
      return unreachable(saved);
  }
}
