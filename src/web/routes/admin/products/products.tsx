import { Download, Plus, Upload } from "lucide-react";
import { data, href, useNavigation } from "react-router";
import { adminProductSearchText, parseAdminProductSearch } from "#domain/product/admin-product-search.ts";
import { parseBulkEdit } from "#domain/product/bulk-edit.ts";
import { parseStockChanges } from "#domain/product/stock-edit.ts";
import { errorText } from "#server/log.ts";
import { bulkEdit } from "#server/products/bulk-edit.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { listAdminProducts } from "#server/products/list-admin-products.ts";
import { setStock } from "#server/products/set-stock.ts";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { LoadFailure } from "../../../admin/frame/load-failure.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { DeleteQuestion } from "../../../admin/products/list/delete-dialog.tsx";
import {
  bulkAnswer,
  deleteAnswer,
  failedAnswer,
  type ListAnswer,
  stockAnswer,
} from "../../../admin/products/list/list-answer.ts";
import { NoProducts } from "../../../admin/products/list/no-products.tsx";
import { ProductFilters } from "../../../admin/products/list/product-filters.tsx";
import { ProductsTable } from "../../../admin/products/list/products-table.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { pageMeta } from "../../../page/page-meta.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type { Route } from "./+types/products";
import "../../../admin/products/products.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Products",
    description: "The shop's products.",
    path: "/admin/products",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const search = parseAdminProductSearch(url.searchParams);
  return { search, ...(await listAdminProducts(shopOf(context), search)) };
}

/** Three forms: one product to delete, one to restock, and one change for all that are selected. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email } = adminOf(context);
  const shop = shopOf(context);
  const form = await request.formData();
  try {
    if (form.get("intent") === "delete") return await deleteOne(shop, form, email);
    if (form.get("intent") === "stock") return await restock(shop, form, email);
    const parsed = parseBulkEdit(form.get("action"), form.get("value"));
    const ids = form.getAll("id").map(String);
    const result = parsed.ok ? await bulkEdit(shop, { ids, edit: parsed.edit, actor: email }) : parsed;
    return data<ListAnswer>(bulkAnswer(result), { status: result.ok ? 200 : 422 });
  } catch (error) {
    shop.log.error("products.change_failed", { error: errorText(error) });
    return data<ListAnswer>(failedAnswer(form.get("intent")), { status: 500 });
  }
}

async function restock(shop: ReturnType<typeof shopOf>, form: FormData, actor: string) {
  const parsed = parseStockChanges(form);
  const { changes } = parsed.ok ? parsed : { changes: [] };
  const result = parsed.ok ? await setStock(shop, { id: String(form.get("id")), changes, actor }) : parsed;
  return data<ListAnswer>(stockAnswer(result), { status: result.ok ? 200 : 422 });
}

/** A browser without scripts is asked first, by a page. */
async function deleteOne(shop: ReturnType<typeof shopOf>, form: FormData, actor: string) {
  const id = String(form.get("id"));
  if (form.get("confirmed") !== "yes") {
    const product = await findEditable(shop, { id });
    if (product) return data<ListAnswer>({ notice: null, ask: { id, name: product.name } });
  }
  const result = await deleteProduct(shop, { id, actor });
  return data<ListAnswer>(deleteAnswer(result), { status: result.ok ? 200 : 404 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, products, next } = loaderData;
  const path = href("/admin/products");
  const isHydrated = useHydrated();
  const isPending = useNavigation().formMethod === "POST";
  const notice = actionData?.notice ?? null;
  useAnswerToast(actionData);
  const isFiltered = search.tab !== "all" || search.query !== "" || search.after !== null;
  return (
    <>
      <PageTitle title="Products">
        <div className="page-actions">
          <LinkButton to={href("/admin/products/export.csv")} look="secondary" reloadDocument>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </LinkButton>
          <LinkButton to={href("/admin/products/import")} look="secondary">
            <Upload aria-hidden="true" className="size-4" />
            Import CSV
          </LinkButton>
          <LinkButton to={href("/admin/products/new")}>
            <Plus aria-hidden="true" className="size-4" />
            Add New Product
          </LinkButton>
        </div>
      </PageTitle>
      {notice && (notice.tone === "error" || !isHydrated) && <AnswerNote notice={notice} />}
      {actionData?.ask && (
        <DeleteQuestion product={actionData.ask} question="Are you sure?" cancelTo={path} />
      )}
      <ProductFilters search={search} />
      {products.length === 0 ? (
        <NoProducts isFiltered={isFiltered} />
      ) : (
        <ProductsTable products={products} isPending={isPending} />
      )}
      <nav aria-label="Pages of products" className="mt-5 flex flex-wrap justify-end gap-3 empty:hidden">
        {search.after && (
          <LinkButton to={`${path}${adminProductSearchText({ ...search, after: null })}`} look="secondary">
            First page
          </LinkButton>
        )}
        {next && (
          <LinkButton to={`${path}${adminProductSearchText({ ...search, after: next })}`} look="secondary">
            Next page
          </LinkButton>
        )}
      </nav>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Products" />
      <LoadFailure message="Failed to load products" />
    </>
  );
}
