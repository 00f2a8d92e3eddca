// The packing table: the orders that wait to be sent, oldest first, each with a field for its tracking number.

import { useState } from "react";
import { href } from "react-router";
import { type FormSaved, readForm } from "#domain/form/form-saved.ts";
import { packForm } from "#domain/order/forms/shipment-forms.ts";
import { WAITING_ORDERS_MAX } from "#domain/order/packing/packing.ts";
import { FIRST_CARRIER } from "#domain/order/shipments.ts";
import { cursorText, parseCursor } from "#domain/text/cursor.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { listToPack } from "#server/orders/packing/list-to-pack.ts";
import { tryToFulfill } from "#server/orders/shipments/fulfill-orders.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/notice-line.tsx";
import { failure, success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { Download, FileUp, Printer } from "../../../admin/icons.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { RowMenu } from "../../../admin/lists/row-menu.tsx";
import { slipsPath } from "../../../admin/orders/bulk/bulk-bar.tsx";
import { bulkLine } from "../../../admin/orders/bulk/bulk-lines.ts";
import { CarrierField } from "../../../admin/orders/detail/order-shipment-forms.tsx";
import { ordersText, waitsText } from "../../../admin/orders/order-texts.ts";
import { PackingRow } from "../../../admin/orders/packing/packing-row.tsx";
import { PickList } from "../../../admin/orders/packing/pick-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction } from "../admin-action.ts";
import { seenIn } from "../orders/on-form.ts";
import type { Route } from "./+types/packing";
import "../../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Packing");

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = parseCursor(url.searchParams.get("after"));
  return { ...(await listToPack(adminOf(context).shop, { after })), after };
}

/** 'Ship' of one order, with its number or without one. */
export const action = adminAction("ship", { ship });

async function ship({ shop, actor, form, fields, text }: Asked) {
  const read = readForm(packForm, fields);
  if (!read.ok) return answerForm(form, packForm, read, { refused: NOT_SHIPPED });
  const refuse = (refusal: FormSaved, text: string) =>
    answerForm(form, packForm, refusal, { refused: failure(NOT_SHIPPED, text), init: { status: 409 } });
  const { carrier, without, withdraw: withdraws } = read.value;
  const trackingNumber = without === "" ? read.value.trackingNumber : "";
  const [orderId, seen] = [text("orderId"), Number(seenIn(form))];
  const step = { to: "shipped", seen, withdraws, carrier, trackingNumber } as const;
  const result = await tryToFulfill(shop, { orderId, actor, step });
  if (result.ok) {
    const saved = success("Order shipped", `${carrier} ${trackingNumber || "without a number"}`);
    return answerForm(form, packForm, { ok: true, now: {} }, { saved });
  }
  if (result.reason === "corrected") {
    const order = await findOrderDetail(shop, { id: orderId });
    return refuse({ ok: false, reason: "changed", now: { seen: order?.corrections.length ?? 0 } }, CORRECTED);
  }
  const why =
    result.reason === "waiting"
      ? waitsText(result.waitingFor)
      : bulkLine("shipped", { id: orderId, number: 0 }, result).text;
  return refuse({ ok: false, reason: "invalid", errors: { trackingNumber: why } }, why);
}

const NOT_SHIPPED = "Not shipped";
const CORRECTED =
  "This order has changed. Compare the label with the address above and the shipment with its items, then try again.";

/**
 * Also after a refusal. The router loads nothing after one, and takes the answer for the newest state: an order that was sent
 * a moment before would stay in the list.
 */
export const shouldRevalidate = isAnswered;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function PackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, picks, lastCarrier, count, next, after } = loaderData;
  const answered = formAnswerIn(actionData);
  const sent = String(answered?.result.initialValue?.carrier ?? "");
  const [carrier, setCarrier] = useState(sent || lastCarrier || FIRST_CARRIER);
  const path = href("/admin/packing");
  const lateCount = orders.filter(({ urgency }) => urgency === "late").length;
  return (
    <>
      <PageTitle title="Packing">
        <RowMenu label="More for packing" unfolds>
          {orders.length > 0 && (
            <>
              <LinkButton to={`${slipsPath(orders)}&paper=4x6`} look="secondary">
                <Printer aria-hidden="true" className="size-4" />
                Print slips
              </LinkButton>
              <LinkButton to={href("/admin/packing/labels")} look="secondary" reloadDocument>
                <Download aria-hidden="true" className="size-4" />
                CSV for Pirate Ship
              </LinkButton>
            </>
          )}
          <LinkButton to={href("/admin/packing/tracking")} look="secondary">
            <FileUp aria-hidden="true" className="size-4" />
            Tracking from CSV
          </LinkButton>
        </RowMenu>
      </PageTitle>
      {answered && <AnswerNote notice={answered.notice} />}
      {orders.length === 0 ? (
        <EmptyList title="Nothing to ship">
          <p className="text-ink-2">Orders appear here as soon as they are paid, oldest first.</p>
        </EmptyList>
      ) : (
        <>
          <div className="mb-4 flex items-end justify-between gap-x-8 sm:mb-5">
            <p className="sm:text-lg">
              {count >= WAITING_ORDERS_MAX
                ? `${WAITING_ORDERS_MAX.toLocaleString("en-US")} or more orders`
                : ordersText(count)}{" "}
              to ship, oldest first.
              {lateCount > 0 && <strong className="font-semibold"> {lateCount} late on this page.</strong>}
            </p>
            <div
              className="w-36 flex-none sm:w-60"
              onChange={(event) => setCarrier((event.target as HTMLInputElement).value)}
            >
              <CarrierField defaultValue={carrier} />
            </div>
          </div>
          <PickList picks={picks} />
          <ul className="grid gap-4" aria-label="Orders to send">
            {orders.map((order) => (
              <PackingRow key={order.id} order={order} carrier={carrier} answered={answered} />
            ))}
          </ul>
        </>
      )}
      <ListPager
        label="Pages of orders to send"
        first={after && { label: "Oldest orders", to: path }}
        next={next && { label: "Newer orders", to: `${path}?after=${encodeURIComponent(cursorText(next))}` }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Packing", "Failed to load orders");
