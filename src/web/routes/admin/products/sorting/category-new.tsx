import { href } from "react-router";
import { CATEGORIES_MAX } from "#domain/category/category.ts";
import { emptyCategory } from "#domain/category/category-form.ts";
import { listCategories } from "#server/settings/category-queries.ts";
import { formAnswerIn } from "../../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { CategoryForm } from "../../../../admin/products/categories/category-form.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/category-new";
import { pictureFormLimit } from "./posted-picture.ts";
import { saveCategoryForm } from "./save-category-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "New Category");

export async function loader({ context }: Route.LoaderArgs) {
  const all = await listCategories(adminOf(context).shop.db);
  return { isFull: all.length >= CATEGORIES_MAX };
}

export const action = adminAction(
  "save",
  { save: (asked) => saveCategoryForm(asked, null) },
  pictureFormLimit,
);

export default function NewCategoryPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/products/categories")} label="All categories" />
      <PageTitle title="New Category" />
      {loaderData.isFull && (
        <p className="mb-4">A shop has at most {CATEGORIES_MAX} categories. Delete one first.</p>
      )}
      <CategoryForm stored={emptyCategory} picture={null} answer={formAnswerIn(actionData)} />
    </>
  );
}

export const ErrorBoundary = failedPage("New Category", "Failed to load the form");
