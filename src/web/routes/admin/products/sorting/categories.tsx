import { data, href, Link } from "react-router";
import { countProducts } from "#server/products/categories/category-writes.ts";
import { moveCategory } from "#server/products/categories/save-category.ts";
import { listCategories } from "#server/settings/category-queries.ts";
import { adminMeta, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { OrderButtons } from "../../../../admin/lists/order-buttons.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { LinkButton } from "../../../../ui/form/button.tsx";
import { type Asked, adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/categories";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Categories");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const [categories, products] = await Promise.all([listCategories(shop.db), countProducts(shop.db)]);
  return categories.map(({ id, name, slug, isHidden }) => ({
    ...{ id, name, slug, isHidden },
    products: products.get(id) ?? 0,
  }));
}

export const action = adminAction("up", {
  up: (asked) => move(asked, true),
  down: (asked) => move(asked, false),
});

async function move({ shop, actor, text }: Asked, isUp: boolean) {
  await moveCategory(shop, { id: text("id"), isUp, actor });
  return data({ isMoved: true });
}

export default function CategoriesPage({ loaderData: categories }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Categories">
        <LinkButton to={href("/admin/products/categories/new")}>New Category</LinkButton>
      </PageTitle>
      <p className="mb-4 text-ink-2">Shoppers see them in this order.</p>
      <ul className="admin-card divide-y divide-line">
        {categories.map(({ id, name, slug, isHidden, products }, at) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <div className="min-w-0 flex-1">
              <Link
                to={href("/admin/products/categories/:id", { id })}
                className="text-link font-semibold wrap-anywhere"
              >
                {name}
              </Link>{" "}
              {isHidden && <Badge tone="plain">Hidden</Badge>}
              <p className="text-sm text-ink-2 wrap-anywhere">
                {`/shop?category=${slug} · ${products === 1 ? "1 product" : `${products.toLocaleString("en-US")} products`}`}
              </p>
            </div>
            <OrderButtons
              action={href("/admin/products/categories")}
              item={{ id, name }}
              index={at}
              count={categories.length}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

export const ErrorBoundary = failedPage("Categories", "Failed to load categories");
