import { href } from "react-router";
import { emptyCategory } from "#domain/category/category-form.ts";
import { adminMeta, BackLink } from "../../../../admin/frame/admin-page.tsx";
import { PageTitle } from "../../../../admin/frame/page-title.tsx";
import { useAnswerToast } from "../../../../admin/frame/use-notice-toasts.ts";
import { CategoryForm } from "../../../../admin/products/categories/category-form.tsx";
import { adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/category-new";
import { PICTURE_FORM_BYTES_MAX, saveCategoryForm, tooLargeCategory } from "./save-category-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "New Category");

export const action = adminAction(
  "save",
  { save: (asked) => saveCategoryForm(asked, null) },
  { bytesMax: PICTURE_FORM_BYTES_MAX, tooLarge: tooLargeCategory },
);

export default function NewCategoryPage({ actionData }: Route.ComponentProps) {
  useAnswerToast(actionData);
  return (
    <>
      <BackLink to={href("/admin/products/categories")} label="All categories" />
      <PageTitle title="New Category" />
      <CategoryForm opened={emptyCategory} version={0} picture={null} answer={actionData} />
    </>
  );
}
