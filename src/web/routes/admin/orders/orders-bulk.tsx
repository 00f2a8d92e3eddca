// One step for several orders. The list asks in a dialog and posts here; without scripts this page asks.
import { data, Form, href, useNavigation } from "react-router";
import type { OrderSummary } from "#domain/order/order.ts";
import { parseSending } from "#domain/order/shipments.ts";
import type { Shop } from "#server/core/shop.ts";
import { listChosenOrders } from "#server/orders/list-orders.ts";
import { fulfillOrders, type StepOfOrder } from "#server/orders/shipments/fulfill-orders.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { failure } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import {
  type BulkAnswer,
  type BulkStep,
  bulkLine,
  bulkNotice,
  bulkSteps,
} from "../../../admin/orders/bulk/bulk-answer.ts";
import { BulkResults, BulkShipmentFields } from "../../../admin/orders/bulk/bulk-shipment-form.tsx";
import { NoneSelected } from "../../../admin/orders/list/no-orders.tsx";
import { ordersText } from "../../../admin/orders/order-texts.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction } from "../admin-action.ts";
import type { Route } from "./+types/orders-bulk";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Selected orders");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const chosen = await listChosenOrders(shop, url.searchParams.getAll("id"));
  return { ...chosen, step: stepIn(url.searchParams.get("step")) };
}

export const action = adminAction("shipped", {
  shipped: onChosen(ship),
  delivered: onChosen(deliver),
} satisfies Record<BulkStep, unknown>);

function onChosen(take: (shop: Shop, asked: OrdersAsked) => Promise<BulkAnswer>) {
  return async ({ shop, form, actor }: Asked) => {
    const { orders } = await listChosenOrders(shop, form.getAll("id").map(String));
    const answer = await take(shop, { form, orders, actor });
    const isRefused = answer.notice.tone === "error" && !answer.lines.some(({ ok }) => ok);
    return data<BulkAnswer>(answer, { status: isRefused ? 422 : 200 });
  };
}

function stepIn(text: string | null): BulkStep {
  return bulkSteps.find((step) => step === text) ?? "shipped";
}

type OrdersAsked = Pick<Asked, "form" | "actor"> & { orders: OrderSummary[] };

/** No order was changed. */
function refused(description: string, values: BulkAnswer["values"]): BulkAnswer {
  return { notice: failure("Nothing was changed", description), lines: [], values };
}

async function ship(shop: Shop, { form, orders, actor }: OrdersAsked): Promise<BulkAnswer> {
  const carrier = String(form.get("carrier") ?? "");
  const tracking = Object.fromEntries(orders.map(({ id }) => [id, textOf(form, `trackingNumber:${id}`)]));
  const values = { carrier, tracking };
  const errors: Record<string, string> = {};
  const shipments = [];
  for (const { id } of orders) {
    if (!tracking[id]?.trim()) continue;
    const parsed = parseSending({ carrier, trackingNumber: tracking[id] });
    if (parsed.ok) shipments.push({ orderId: id, ...parsed.value, seen: Number(form.get(`seen:${id}`)) });
    else if (parsed.errors.carrier) errors.carrier = parsed.errors.carrier;
    else errors[id] = parsed.errors.trackingNumber ?? "";
  }
  if (Object.keys(errors).length > 0) return { ...refused("Please check what is marked.", values), errors };
  if (shipments.length === 0) return refused("Please enter at least one tracking number.", values);
  const results = await fulfillOrders(shop, { shipments, to: "shipped", actor });
  return { ...told("shipped", orders, results), values };
}

async function deliver(shop: Shop, { orders, actor }: OrdersAsked): Promise<BulkAnswer> {
  const values = { carrier: "", tracking: {} };
  if (orders.length === 0) return refused("Please select at least one order.", values);
  const shipments = orders.map(({ id }) => ({ orderId: id, carrier: "", trackingNumber: "" }));
  const results = await fulfillOrders(shop, { shipments, to: "delivered", actor });
  return { ...told("delivered", orders, results), values };
}

function told(step: BulkStep, orders: OrderSummary[], results: StepOfOrder[]) {
  const lines = results.flatMap(({ orderId, result }) => {
    const order = orders.find(({ id }) => id === orderId);
    return order ? [bulkLine(step, { id: order.id, number: order.number }, result)] : [];
  });
  return { notice: bulkNotice(step, lines), lines };
}

export default function OrdersBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, lastCarrier, step } = loaderData;
  const isPending = useNavigation().state === "submitting";
  return (
    <>
      <BackLink to={href("/admin/orders")} label="All orders" />
      <PageTitle title={`Mark ${ordersText(orders.length)} as ${step}`} />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <div className="admin-card grid max-w-2xl gap-4 p-5">
        {actionData && <BulkResults lines={actionData.lines} />}
        {orders.length === 0 ? (
          <NoneSelected />
        ) : (
          <Form method="post" className="grid gap-4">
            <BulkShipmentFields {...{ orders, step, lastCarrier, isPending }} answer={actionData} />
          </Form>
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Selected orders", "Failed to load orders");
