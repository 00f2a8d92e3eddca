// Receive a delivery: choose the product, enter what came of each size. It can be undone for a minute.
import { data, href } from "react-router";
import { readForm } from "#domain/form/form-saved.ts";
import { deliveryForm } from "#domain/inventory/stock-delivery.ts";
import { undoBulk } from "#server/products/bulk/undo-bulk.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { type DeliveryReceived, receiveDelivery } from "#server/products/inventory/receive-delivery.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { type Notice, success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { DeliveryForm } from "../../../admin/inventory/delivery-form.tsx";
import { DeliveryProduct } from "../../../admin/inventory/delivery-product.tsx";
import { BulkUndo } from "../../../admin/products/list/bulk-undo.tsx";
import { undoOutcome } from "../../../admin/products/list/change-outcomes.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/inventory-receive";

const TITLE = "Receive a delivery";
const back = <BackLink to={href("/admin/inventory")} label="Inventory" />;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const id = url.searchParams.get("product");
  const product = id ? await findEditable(shop, { id }) : null;
  return { product: product && { id: product.id, name: product.name, stock: product.stock } };
}

type Answer = { notice: Notice; undoId: string };

/** 'Add to Stock', and taking it back. */
export const action = adminAction("receive", {
  receive,
  "bulk-undo": async ({ shop, actor, text }) => {
    const undone = await undoBulk(shop, { id: text("undo"), actor });
    return answered(undoOutcome(undone));
  },
});

async function receive({ shop, actor, form, fields, text }: Asked) {
  const refused = "Nothing was added";
  const read = readForm(deliveryForm, fields);
  if (!read.ok) return answerForm(form, deliveryForm, read, { refused });
  const { sizes: lines, note } = read.value;
  const received = await receiveDelivery(shop, { id: text("id"), lines, note, actor });
  if (!received.ok) {
    const errors = { sizes: refusalText(received) };
    return answerForm(form, deliveryForm, { ok: false, reason: "invalid", errors }, { refused });
  }
  const units = received.units === 1 ? "1 unit" : `${received.units.toLocaleString("en-US")} units`;
  return data<Answer>({
    notice: success("Delivery received", `${units} of ${received.name} added.`),
    undoId: received.undoId,
  });
}

function refusalText(refusal: Exclude<DeliveryReceived, { ok: true }>): string {
  switch (refusal.reason) {
    case "not_found":
      return "This product no longer exists.";
    case "no_size":
      return `${refusal.variation || "This size"} no longer exists. Reload the page.`;
    default:
      return `${refusal.variation || "The stock"} would be more than a quantity can be.`;
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function ReceivePage({ loaderData, actionData }: Route.ComponentProps) {
  const { product } = loaderData;
  const undoId = actionData && "undoId" in actionData ? actionData.undoId : undefined;
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      {undoId && <BulkUndo key={undoId} undoId={undoId} />}
      {product === null ? (
        <DeliveryProduct />
      ) : (
        <>
          <h2 className="mb-3 text-lg font-semibold wrap-anywhere">{product.name}</h2>
          <DeliveryForm
            // An empty form after each delivery.
            key={`${product.id} ${undoId ?? ""}`}
            action={`${href("/admin/inventory/receive")}?product=${product.id}`}
            product={product}
            answer={formAnswerIn(actionData)}
          />
        </>
      )}
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load products", back);
