import { href } from "react-router";
import { categoryFormOf } from "#domain/category/category-form.ts";
import { findCategoryUses } from "#server/products/categories/category-writes.ts";
import { deleteCategory } from "#server/products/categories/delete-category.ts";
import { listCategories } from "#server/settings/category-queries.ts";
import { formAnswerIn } from "../../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { refused } from "../../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../../admin/frame/show-notice.ts";
import { CategoryForm } from "../../../../admin/products/categories/category-form.tsx";
import { DeleteCategory } from "../../../../admin/products/categories/delete-category.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { LinkButton } from "../../../../ui/form/button.tsx";
import { type Asked, adminAction, answered } from "../../admin-action.ts";
import type { Route } from "./+types/category";
import { pictureFormLimit } from "./posted-picture.ts";
import { saveCategoryForm } from "./save-category-form.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData ? `Edit ${loaderData.category.name}` : "Edit Category");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const all = await listCategories(shop.db);
  const category = all.find(({ id }) => id === params.id);
  if (!category) throw new Response(null, { status: 404 });
  const others = all.filter((other) => other !== category).map(({ id, slug, name }) => ({ id, slug, name }));
  return { category, others, uses: await findCategoryUses(shop.db, category.id) };
}

export const action = adminAction(
  "save",
  { save: (asked) => saveCategoryForm(asked, asked.params.id ?? ""), delete: deleteAsked },
  pictureFormLimit,
);

const refusals = {
  no_target: "Choose where its products go.",
  busy: "A product was added to it just now. Try again.",
};

async function deleteAsked({ shop, actor, params, text }: Asked) {
  const list = href("/admin/products/categories");
  const target = text("target");
  const deleted = await deleteCategory(shop, { id: params.id ?? "", target, actor });
  if (deleted.ok) return goTo(list, "category-deleted");
  if (deleted.reason === "not_found") return goTo(list, "category-not-found");
  return answered(refused(409, "Category not deleted", refusals[deleted.reason]));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function CategoryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { category, others, uses } = loaderData;
  return (
    <>
      <BackLink to={href("/admin/products/categories")} label="All categories" />
      <PageTitle title={category.name}>
        <LinkButton to={`${href("/shop")}?category=${category.slug}`} look="secondary" reloadDocument>
          View in store
        </LinkButton>
      </PageTitle>
      <CategoryForm
        key={category.id}
        stored={categoryFormOf(category)}
        picture={category.picture}
        answer={formAnswerIn(actionData)}
      />
      <DeleteCategory name={category.name} uses={uses} others={others} />
    </>
  );
}

export const ErrorBoundary = failedPage("Edit Category", "Failed to load the category");
