// One step for several orders. The list asks in a dialog and posts here; this page asks after signing in again.
import { data, href } from "react-router";
import { type FormErrors, readForm } from "#domain/form/form-saved.ts";
import { bulkDeliverForm, bulkShipForm } from "#domain/order/forms/shipment-forms.ts";
import { listChosenOrders } from "#server/orders/list-orders.ts";
import { fulfillOrders } from "#server/orders/shipments/fulfill-orders.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import {
  type BulkAnswer,
  type BulkStep,
  bulkLine,
  bulkNotice,
  bulkSteps,
} from "../../../admin/orders/bulk/bulk-lines.ts";
import { BulkForm } from "../../../admin/orders/bulk/bulk-shipment-form.tsx";
import { NoneSelected } from "../../../admin/orders/list/no-orders.tsx";
import { ordersText } from "../../../admin/orders/order-texts.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction } from "../admin-action.ts";
import type { Route } from "./+types/orders-bulk";
import { seenIn } from "./on-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Selected orders");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const chosen = await listChosenOrders(shop, url.searchParams.getAll("id"));
  return { ...chosen, step: stepIn(url.searchParams.get("step")) };
}

function stepIn(text: string | null): BulkStep {
  return bulkSteps.find((step) => step === text) ?? "shipped";
}

const refused = "Nothing was changed";

export const action = adminAction("shipped", {
  shipped: async (asked: Asked) => {
    const read = readForm(bulkShipForm, asked.fields);
    if (!read.ok) return answerForm(asked.form, bulkShipForm, read, { refused });
    const { carrier, numbers } = read.value;
    const seen = new Map(Object.entries(Object(seenIn(asked.form))));
    return take(
      asked,
      "shipped",
      numbers.map(([orderId, trackingNumber]) => {
        return { orderId, carrier, trackingNumber, seen: Number(seen.get(orderId)) };
      }),
    );
  },
  delivered: async (asked: Asked) => {
    const read = readForm(bulkDeliverForm, asked.fields);
    if (!read.ok) return answerForm(asked.form, bulkDeliverForm, read, { refused });
    const shipments = read.value.ids.map((orderId) => ({ orderId, carrier: "", trackingNumber: "" }));
    return take(asked, "delivered", shipments);
  },
} satisfies Record<BulkStep, unknown>);

type Shipments = Parameters<typeof fulfillOrders>[1]["shipments"];

async function take({ shop, form, actor }: Asked, to: BulkStep, shipments: Shipments) {
  const { orders } = await listChosenOrders(
    shop,
    shipments.map(({ orderId }) => orderId),
  );
  const known = shipments.filter(({ orderId }) => orders.some(({ id }) => id === orderId));
  const schema = to === "shipped" ? bulkShipForm : bulkDeliverForm;
  const refuse = (errors: FormErrors) => ({ ok: false as const, reason: "invalid" as const, errors });
  if (known.length === 0)
    return answerForm(form, schema, refuse({ "": "These orders no longer exist." }), { refused });
  const results = await fulfillOrders(shop, { shipments: known, to, actor });
  const lines = results.flatMap(({ orderId, result }) => {
    const order = orders.find(({ id }) => id === orderId);
    return order ? [bulkLine(to, { id: order.id, number: order.number }, result)] : [];
  });
  const notice = bulkNotice(to, lines);
  const isDone = notice.tone === "success";
  const saved = isDone ? { ok: true as const, now: {} } : refuse({});
  const status = lines.some(({ ok }) => ok) ? 200 : 422;
  const answer = answerForm(form, schema, saved, { saved: notice, refused: notice, init: { status } });
  return data<BulkAnswer>({ ...answer.data, lines }, answer.init ?? undefined);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function OrdersBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, lastCarrier, step } = loaderData;
  return (
    <>
      <BackLink to={href("/admin/orders")} label="All orders" />
      <PageTitle title={`Mark ${ordersText(orders.length)} as ${step}`} />
      <div className="admin-card grid max-w-2xl gap-4 p-5">
        {orders.length === 0 ? (
          <NoneSelected />
        ) : (
          <BulkForm {...{ orders, step, lastCarrier }} answered={formAnswerIn(actionData)} />
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Selected orders", "Failed to load orders");
