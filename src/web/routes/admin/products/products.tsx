import { data, href, useNavigation } from "react-router";
import { adminProductSearchText, parseAdminProductSearch } from "#domain/product/admin-product-search.ts";
import { isPriceAction } from "#domain/product/bulk-edit.ts";
import { bulkForm, readBulkForm } from "#domain/product/form/bulk-form.ts";
import { readStockForm, stockForm, stockFormOf } from "#domain/product/form/stock-form.ts";
import { bulkEdit, previewBulk } from "#server/products/bulk/bulk-edit.ts";
import { undoBulk } from "#server/products/bulk/undo-bulk.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { listAdminProducts } from "#server/products/list-admin-products.ts";
import { answerForm, formAnswerIn, UNEXPECTED } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { refused, success } from "../../../admin/frame/notices.ts";
import { Download, Upload } from "../../../admin/icons.tsx";
import { NoMatch } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { RowMenu } from "../../../admin/lists/row-menu.tsx";
import { otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { PhotoDrop } from "../../../admin/products/drafts/photo-drop.tsx";
import { BulkPreview } from "../../../admin/products/list/bulk-preview.tsx";
import { BulkUndo } from "../../../admin/products/list/bulk-undo.tsx";
import {
  bulkOutcome,
  deleteOutcome,
  NOTHING_CHANGED,
  undoOutcome,
  whyNoBulk,
} from "../../../admin/products/list/change-outcomes.ts";
import { ProductFilters } from "../../../admin/products/list/product-filters.tsx";
import { ProductsTable } from "../../../admin/products/list/products-table.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { Plus } from "../../../ui/icons.tsx";
import { type Asked, adminAction, answered, asksPasswordWhen, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/products";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Products");

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseAdminProductSearch(url.searchParams);
  return { search, ...(await listAdminProducts(adminOf(context).shop, search)) };
}

/** One product to delete, one to restock, and one change for all that are selected. */
export const action = adminAction("bulk", {
  delete: async (asked) => {
    const { shop, actor, text } = asked;
    return answered(deleteOutcome(await tried(asked, deleteProduct(shop, { id: text("id"), actor }))));
  },
  stock: restock,
  bulk: asksPasswordWhen(changesPrices, changeSelected),
  "bulk-preview": previewSelected,
  "bulk-undo": async (asked) => {
    const { shop, actor, text } = asked;
    return answered(undoOutcome(await tried(asked, undoBulk(shop, { id: text("undo"), actor }))));
  },
});

/** null: it failed, which is logged. */
function tried<Result>({ shop }: Asked, work: Promise<Result>): Promise<Result | null> {
  return orLogged(shop, "products.change_failed", work);
}

async function changesPrices({ fields }: Asked): Promise<boolean> {
  const read = readBulkForm(fields);
  return read.ok && isPriceAction(read.edit.action);
}

async function restock(asked: Asked) {
  const { shop, form, actor, fields, text } = asked;
  const refusal = { refused: NOTHING_CHANGED };
  const read = readStockForm(fields, form.get("base"));
  if (!read.ok) return answerForm(form, stockForm, read, refusal);
  const result = await tried(asked, setStock(shop, { id: text("id"), changes: read.changes, actor }));
  if (!result) return answerForm(form, stockForm, null, refusal);
  if (result.ok) {
    const saved = { ok: true, now: {} } as const;
    return answerForm(form, stockForm, saved, { saved: success("Stock updated", `${result.name}.`) });
  }
  const isGone = result.reason === "not_found";
  const errors = { sizes: `${isGone ? "This product no longer exists" : result.message}.` };
  const now = isGone ? {} : stockFormOf(result.stock);
  return answerForm(form, stockForm, { ok: false, reason: "invalid", errors, now }, refusal);
}

async function changeSelected(asked: Asked) {
  const { shop, form, actor, fields } = asked;
  const read = readBulkForm(fields);
  if (!read.ok) return answerForm(form, bulkForm, read, { refused: NOTHING_CHANGED });
  const result = await tried(asked, bulkEdit(shop, { ...read, actor }));
  if (!result?.ok) return answered(notChanged(result));
  const { notice, status } = bulkOutcome(result);
  return data({ notice, undoId: result.undoId }, { status });
}

/** Shows what the change would do, and changes nothing. */
async function previewSelected(asked: Asked) {
  const read = readBulkForm(asked.fields);
  if (!read.ok) return answerForm(asked.form, bulkForm, read, { refused: NOTHING_CHANGED });
  const { edit, ids } = read;
  const preview = await tried(asked, previewBulk(asked.shop, { ids, edit }));
  return preview?.ok
    ? { notice: null, preview: { edit, rows: preview.rows } }
    : answered(notChanged(preview));
}

const notChanged = (refusal: Parameters<typeof whyNoBulk>[0] | null) =>
  refusal ? refused(422, NOTHING_CHANGED, whyNoBulk(refusal)) : refused(500, NOTHING_CHANGED, UNEXPECTED);

/** Also after a refusal: what is typed as stock is then compared with the stock as it is. */
export const shouldRevalidate = isAnswered;

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, products, next } = loaderData;
  const path = href("/admin/products");
  const pathOf = (after: typeof next) => `${path}${adminProductSearchText({ ...search, after })}`;
  const isPending = useNavigation().formMethod === "POST";
  const answer = otherThanAsked(actionData);
  const preview = answer && "preview" in answer ? answer.preview : null;
  const undoId = answer && "undoId" in answer ? answer.undoId : null;
  const isFiltered = search.tab !== "all" || search.query !== "" || search.samples || search.after !== null;
  return (
    <>
      <PageTitle title="Products">
        <div className="page-actions">
          <LinkButton to={href("/admin/products/new")}>
            <Plus aria-hidden="true" className="size-4" />
            Add New Product
          </LinkButton>
          <RowMenu label="More for products">
            <LinkButton to={href("/admin/products/export.csv")} look="secondary" reloadDocument>
              <Download aria-hidden="true" className="size-4" />
              Export CSV
            </LinkButton>
            <LinkButton to={href("/admin/products/import")} look="secondary">
              <Upload aria-hidden="true" className="size-4" />
              Import CSV
            </LinkButton>
          </RowMenu>
        </div>
      </PageTitle>
      <PasswordQuestion answer={actionData} action={path} />
      <PageAnswer answer={answer} />
      {preview && <BulkPreview {...preview} cancelTo={pathOf(search.after)} isPending={isPending} />}
      {/* What is selected stays so: Cancel leads back to it. */}
      <div hidden={preview !== null}>
        {undoId && <BulkUndo key={`undo ${undoId}`} undoId={undoId} />}
        <div className="max-md:hidden">
          <PhotoDrop />
        </div>
        <ProductFilters search={search} />
        {products.length === 0 ? (
          <NoMatch
            title="No products found"
            text={isFiltered ? "No product matches this list and search." : "Add your first product."}
            all={isFiltered && { label: "Show all products", to: path }}
          />
        ) : (
          // The selection ends with the change.
          <ProductsTable
            key={`list ${undoId ?? ""}`}
            products={products}
            answer={formAnswerIn(answer)}
            isPending={isPending}
          />
        )}
        <ListPager
          label="Pages of products"
          first={search.after && { label: "First page", to: pathOf(null) }}
          next={next && { label: "Next page", to: pathOf(next) }}
        />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Products", "Failed to load products");
