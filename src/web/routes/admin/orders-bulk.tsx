// One step for several orders. The list asks in a dialog and posts here; without scripts this is the page
// that asks.
import { ArrowLeft } from "lucide-react";
import { data, Form, href, Link, useNavigation } from "react-router";
import { parseShipment } from "#domain/fulfillment.ts";
import type { OrderSummary } from "#domain/order.ts";
import { fulfillOrders } from "#server/orders/fulfill-orders.ts";
import { listChosenOrders } from "#server/orders/list-orders.ts";
import type { Shop } from "#server/shop.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import {
  type BulkAnswer,
  type BulkLine,
  type BulkStep,
  bulkLine,
  bulkNotice,
  bulkSteps,
  ordersText,
} from "../../admin/bulk-orders.ts";
import { BulkParcelFields, BulkResults } from "../../admin/bulk-parcel-form.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { PageTitle } from "../../admin/page-title.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/orders-bulk";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Selected orders",
    description: "One step for several orders.",
    path: "/admin/orders/bulk",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const orders = await listChosenOrders(shopOf(context), url.searchParams.getAll("id"));
  return { orders, step: stepIn(url.searchParams.get("step")) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = adminOf(context).email;
  const shop = shopOf(context);
  const form = await request.formData();
  const step = stepIn(form.get("step"));
  const orders = await listChosenOrders(shop, form.getAll("id").map(String));
  const answer = await (step === "shipped" ? ship : deliver)(shop, { form, orders, actor });
  const isRefused = answer.notice.tone === "error" && !answer.lines.some(({ ok }) => ok);
  return data<BulkAnswer>(answer, { status: isRefused ? 422 : 200 });
}

function stepIn(text: unknown): BulkStep {
  return bulkSteps.find((step) => step === text) ?? "shipped";
}

type Asked = { form: FormData; orders: OrderSummary[]; actor: string };

const nothing = { tone: "error", title: "Nothing was changed" } as const;

async function ship(shop: Shop, { form, orders, actor }: Asked): Promise<BulkAnswer> {
  const carrier = String(form.get("carrier") ?? "");
  const numbers = form.getAll("trackingNumber").map(String);
  const ids = form.getAll("id").map(String);
  const tracking = Object.fromEntries(ids.map((id, index) => [id, numbers[index] ?? ""]));
  const values = { carrier, tracking };
  const errors: Record<string, string> = {};
  const parcels = [];
  for (const { id } of orders) {
    if (!tracking[id]?.trim()) continue;
    const parsed = parseShipment({ carrier, trackingNumber: tracking[id] });
    if (parsed.ok) parcels.push({ orderId: id, ...parsed.value });
    else if (parsed.errors.carrier) errors.carrier = parsed.errors.carrier;
    else errors[id] = parsed.errors.trackingNumber ?? "";
  }
  if (Object.keys(errors).length > 0)
    return { notice: { ...nothing, description: "Please check what is marked." }, lines: [], errors, values };
  if (parcels.length === 0)
    return { notice: { ...nothing, description: noneTexts.shipped }, lines: [], values };
  const results = await fulfillOrders(shop, { parcels, to: "shipped", actor });
  const lines = linesOf("shipped", orders, results);
  return { notice: bulkNotice("shipped", lines), lines, values };
}

const noneTexts: Record<BulkStep, string> = {
  shipped: "Please enter at least one tracking number.",
  delivered: "Please select at least one order.",
};

async function deliver(shop: Shop, { orders, actor }: Asked): Promise<BulkAnswer> {
  const values = { carrier: "", tracking: {} };
  if (orders.length === 0)
    return { notice: { ...nothing, description: noneTexts.delivered }, lines: [], values };
  const parcels = orders.map(({ id }) => ({ orderId: id, carrier: "", trackingNumber: "" }));
  const results = await fulfillOrders(shop, { parcels, to: "delivered", actor });
  const lines = linesOf("delivered", orders, results);
  return { notice: bulkNotice("delivered", lines), lines, values };
}

function linesOf(
  step: BulkStep,
  orders: OrderSummary[],
  results: Awaited<ReturnType<typeof fulfillOrders>>,
): BulkLine[] {
  return results.flatMap(({ orderId, result }) => {
    const order = orders.find(({ id }) => id === orderId);
    return order ? [bulkLine(step, { id: order.id, number: order.number }, result)] : [];
  });
}

export default function OrdersBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, step } = loaderData;
  const isPending = useNavigation().state === "submitting";
  return (
    <>
      <Link to={href("/admin/orders")} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span className="text-link">All orders</span>
      </Link>
      <PageTitle title={`Mark ${ordersText(orders.length)} as ${step}`} />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <div className="admin-card grid max-w-2xl gap-4 p-5">
        {actionData && <BulkResults lines={actionData.lines} />}
        {orders.length === 0 ? (
          <>
            <p>No order was selected. Tick the boxes in front of the orders first.</p>
            <LinkButton to={href("/admin/orders")}>Back to Orders</LinkButton>
          </>
        ) : (
          <Form method="post" className="grid gap-4">
            <BulkParcelFields orders={orders} step={step} answer={actionData} isPending={isPending} />
          </Form>
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Selected orders" />
      <LoadFailure message="Failed to load orders" />
    </>
  );
}
