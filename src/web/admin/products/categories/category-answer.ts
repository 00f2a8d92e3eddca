import type { CategoryField, CategoryForm } from "#domain/category/category-form.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { failure, type Notice } from "../../frame/notices.ts";

/** `form`: what was refused. `version`: what the next save replaces. */
export type CategoryAnswer = {
  notice: Notice;
  form: CategoryForm | null;
  errors: FieldErrors<CategoryField>;
  version: number | null;
};

export const CATEGORY_REFUSED = "Category not saved";

/** An answer that says nothing but its notice. */
export const onlyNotice = (notice: Notice): CategoryAnswer => ({
  notice,
  form: null,
  errors: {},
  version: null,
});

export function refusedCategory(
  form: CategoryForm,
  why: string,
  rest: Partial<Pick<CategoryAnswer, "errors" | "version">> = {},
): CategoryAnswer {
  return { notice: failure(CATEGORY_REFUSED, why), form, errors: {}, version: null, ...rest };
}
