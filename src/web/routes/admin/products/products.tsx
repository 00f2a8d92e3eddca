import { data, href, useNavigation } from "react-router";
import { adminProductSearchText, parseAdminProductSearch } from "#domain/product/admin-product-search.ts";
import { isPriceAction, parseBulkEdit } from "#domain/product/bulk-edit.ts";
import { parseStockChanges } from "#domain/product/stock-edit.ts";
import { bulkEdit, previewBulk } from "#server/products/bulk/bulk-edit.ts";
import { undoBulk } from "#server/products/bulk/undo-bulk.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { listAdminProducts } from "#server/products/list-admin-products.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/answer-note.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { showAnswerOf } from "../../../admin/frame/show-answer.ts";
import { Download, Upload } from "../../../admin/icons.tsx";
import { NoMatch } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { RowMenu } from "../../../admin/lists/row-menu.tsx";
import { isPasswordAsked, otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { PhotoDrop } from "../../../admin/products/drafts/photo-drop.tsx";
import { BulkPreview } from "../../../admin/products/list/bulk-preview.tsx";
import { BulkUndo } from "../../../admin/products/list/bulk-undo.tsx";
import { DeleteQuestion } from "../../../admin/products/list/delete-dialog.tsx";
import {
  bulkAnswer,
  deleteAnswer,
  failedAnswer,
  type ListAnswer,
  nothingChanged,
  previewAnswer,
  stockAnswer,
  undoAnswer,
} from "../../../admin/products/list/list-answer.ts";
import { ProductFilters } from "../../../admin/products/list/product-filters.tsx";
import { ProductsTable } from "../../../admin/products/list/products-table.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { Plus } from "../../../ui/icons.tsx";
import { type Asked, adminAction, asksPasswordWhen, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/products";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Products");

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseAdminProductSearch(url.searchParams);
  return { search, ...(await listAdminProducts(adminOf(context).shop, search)) };
}

/** One product to delete, one to restock, and one change for all that are selected. */
export const action = adminAction("bulk", {
  delete: (asked) => answering(asked, "delete", deleteOne),
  stock: (asked) => answering(asked, "stock", restock),
  bulk: asksPasswordWhen(changesPrices, (asked) => answering(asked, "bulk", changeSelected)),
  "bulk-preview": (asked) => answering(asked, "bulk-preview", previewSelected),
  "bulk-undo": (asked) => answering(asked, "bulk-undo", undoChange),
});

async function changesPrices({ form }: Asked): Promise<boolean> {
  const parsed = parseBulkEdit(typedIn(form));
  return parsed.ok && isPriceAction(parsed.edit.action);
}

type ListIntent = Parameters<typeof failedAnswer>[0];
type Handled = { answer: ListAnswer; status: number };

async function answering(asked: Asked, intent: ListIntent, handle: (asked: Asked) => Promise<Handled>) {
  const handled = await orLogged(asked.shop, "products.change_failed", handle(asked));
  const { answer, status } = handled ?? { answer: failedAnswer(intent), status: 500 };
  return data(answer, { status });
}

/** A browser without scripts first shows a page that asks. */
async function deleteOne({ shop, form, actor }: Asked): Promise<Handled> {
  const id = textOf(form, "id");
  if (form.get("confirmed") !== "yes") {
    const product = await findEditable(shop, { id });
    if (product) return { answer: { notice: null, ask: { id, name: product.name } }, status: 200 };
  }
  const result = await deleteProduct(shop, { id, actor });
  return { answer: deleteAnswer(result), status: result.ok ? 200 : 404 };
}

async function restock({ shop, form, actor }: Asked): Promise<Handled> {
  const parsed = parseStockChanges(form);
  const result = parsed.ok
    ? await setStock(shop, { id: textOf(form, "id"), changes: parsed.changes, actor })
    : parsed;
  return { answer: stockAnswer(result), status: result.ok ? 200 : 422 };
}

async function changeSelected({ shop, form, actor }: Asked): Promise<Handled> {
  const parsed = parseBulkEdit(typedIn(form));
  if (!parsed.ok) return { answer: nothingChanged(parsed), status: 422 };
  const { ids, seen } = chosenIn(form);
  const result = await bulkEdit(shop, { ids, edit: parsed.edit, seen, actor });
  return { answer: bulkAnswer(result), status: result.ok ? 200 : 422 };
}

/** Shows what the change would do, and changes nothing. */
async function previewSelected({ shop, form }: Asked): Promise<Handled> {
  const parsed = parseBulkEdit(typedIn(form));
  if (!parsed.ok) return { answer: nothingChanged(parsed), status: 422 };
  const preview = await previewBulk(shop, { ids: chosenIn(form).ids, edit: parsed.edit });
  return { answer: previewAnswer(parsed.edit, preview), status: preview.ok ? 200 : 422 };
}

async function undoChange({ shop, form, actor }: Asked): Promise<Handled> {
  const result = await undoBulk(shop, { id: textOf(form, "undo"), actor });
  return { answer: undoAnswer(result), status: result.ok ? 200 : 409 };
}

function typedIn(form: FormData) {
  const names = ["action", "value", "from", "to", "round"];
  const [action, value, from, to, round] = names.map((name) => form.get(name));
  return { action, value, from, to, round };
}

/** Of each product its id, behind a colon what was seen of it (`BulkRow`); without that, it is meant however it is. */
function chosenIn(form: FormData): { ids: string[]; seen: Record<string, string> | null } {
  const chosen = form.getAll("id").map((id) => String(id).split(":"));
  const isSeen = chosen.length > 0 && chosen.every(([, seen]) => seen !== undefined);
  return {
    ids: chosen.map(([id = ""]) => id),
    seen: isSeen ? Object.fromEntries(chosen.map(([id = "", seen = ""]) => [id, seen])) : null,
  };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Also after a refusal: what is typed as stock is then compared with the stock as it is. */
export const shouldRevalidate = isAnswered;

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, products, next } = loaderData;
  const path = href("/admin/products");
  const pathOf = (after: typeof next) => `${path}${adminProductSearchText({ ...search, after })}`;
  const isPending = useNavigation().formMethod === "POST";
  const answer = otherThanAsked(actionData);
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
      {isPasswordAsked(actionData) && <PasswordQuestion asked={actionData} action={path} />}
      <PageAnswer answer={answer} />
      {answer?.ask && <DeleteQuestion product={answer.ask} question="Are you sure?" cancelTo={path} />}
      {answer?.preview && <BulkPreview {...answer.preview} cancelTo={path} isPending={isPending} />}
      {answer?.undoId && (
        <BulkUndo key={`undo ${answer.undoId}`} undoId={answer.undoId} isPending={isPending} />
      )}
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
        <ProductsTable key={`list ${answer?.undoId ?? ""}`} products={products} isPending={isPending} />
      )}
      <ListPager
        label="Pages of products"
        first={search.after && { label: "First page", to: pathOf(null) }}
        next={next && { label: "Next page", to: pathOf(next) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Products", "Failed to load products");
