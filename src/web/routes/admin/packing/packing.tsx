// The packing table: the orders that wait to be sent, oldest first, each with a field for its tracking number.

import { useState } from "react";
import { data, href } from "react-router";
import { WAITING_ORDERS_MAX } from "#domain/order/packing/packing.ts";
import { isRounded, readTracking } from "#domain/order/packing/tracking-number.ts";
import { parseSending } from "#domain/order/shipments.ts";
import { cursorText, parseCursor } from "#domain/text/cursor.ts";
import { listToPack } from "#server/orders/packing/list-to-pack.ts";
import { tryToFulfill } from "#server/orders/shipments/fulfill-orders.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { failure, success } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { showAnswerOf } from "../../../admin/frame/show-answer.ts";
import { Download, FileUp, Printer } from "../../../admin/icons.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { bulkLine } from "../../../admin/orders/bulk/bulk-answer.ts";
import { slipsPath } from "../../../admin/orders/bulk/bulk-bar.tsx";
import { CarrierField } from "../../../admin/orders/detail/order-shipment-forms.tsx";
import { ordersText, waitsText } from "../../../admin/orders/order-texts.ts";
import type { PackedAnswer } from "../../../admin/orders/packing/packing-answer.ts";
import { PackingRow } from "../../../admin/orders/packing/packing-row.tsx";
import { PickList } from "../../../admin/orders/packing/pick-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction } from "../admin-action.ts";
import type { Route } from "./+types/packing";
import "../../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Packing");

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = parseCursor(url.searchParams.get("after"));
  return { ...(await listToPack(adminOf(context).shop, { after })), after };
}

/** 'Ship' of one order, with its number or without one. */
export const action = adminAction("ship", {
  ship: (asked) => ship(asked, readTracking(textOf(asked.form, "trackingNumber"))),
  "ship-without": (asked) => ship(asked, null),
});

/** `number`: null for a shipment without one. */
async function ship({ shop, actor, form }: Asked, number: string | null) {
  const values = { carrier: textOf(form, "carrier"), trackingNumber: textOf(form, "trackingNumber") };
  const orderId = textOf(form, "orderId");
  const answer = (told: Omit<PackedAnswer, "orderId" | "values">, status: number) =>
    data<PackedAnswer>({ ...told, orderId, values }, { status });
  const parsed = parseSending({ carrier: values.carrier, trackingNumber: number ?? "" });
  const wrong = parsed.ok ? refuseNumber(number) : (parsed.errors.carrier ?? parsed.errors.trackingNumber);
  if (wrong || !parsed.ok)
    return answer({ notice: failure("Not shipped", wrong), ...(wrong ? { error: wrong } : {}) }, 422);
  const asked = { seen: Number(textOf(form, "seen")), withdraws: form.has("withdraw") };
  const shipped = await tryToFulfill(shop, {
    orderId,
    actor,
    step: { to: "shipped", ...asked, ...parsed.value },
  });
  if (!shipped.ok && shipped.reason === "waiting") {
    const text = waitsText(shipped.waitingFor);
    return answer({ notice: failure("Not shipped", text), error: text }, 409);
  }
  if (!shipped.ok && shipped.reason === "corrected")
    return answer({ notice: failure("Not shipped", CORRECTED), error: CORRECTED, isOld: true }, 409);
  const { ok, text } = bulkLine("shipped", { id: orderId, number: 0 }, shipped);
  if (!ok) return answer({ notice: failure("Not shipped", text), error: text }, 409);
  const sent = parsed.value.trackingNumber || "without a number";
  return answer({ notice: success("Order shipped", `${parsed.value.carrier} ${sent}`) }, 200);
}

const CORRECTED =
  "This order has changed. Compare the label with the address above and the shipment with its items, then try again.";

function refuseNumber(number: string | null): string | undefined {
  if (number === "") return "Scan or type the number, or choose “Ship without a number”";
  if (number !== null && isRounded(number))
    return "A spreadsheet has rounded this number. Scan it from the label";
  return undefined;
}

/**
 * Also after a refusal. The router loads nothing after one, and takes the answer for the newest state: an order that was sent
 * a moment before would stay in the list.
 */
export const shouldRevalidate = isAnswered;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Before the first shipment: what most shops use. */
const FIRST_CARRIER = "USPS";

export default function PackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, picks, lastCarrier, count, next, after } = loaderData;
  const [carrier, setCarrier] = useState(actionData?.values.carrier || lastCarrier || FIRST_CARRIER);
  const path = href("/admin/packing");
  const lateCount = orders.filter(({ urgency }) => urgency === "late").length;
  return (
    <>
      <PageTitle title="Packing">
        <div className="page-actions">
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
        </div>
      </PageTitle>
      {actionData && <AnswerNote notice={actionData.notice} />}
      {orders.length === 0 ? (
        <EmptyList title="Nothing waits to be sent">
          <p className="text-ink-2">Orders appear here as soon as they are paid, the oldest first.</p>
        </EmptyList>
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <p className="text-lg">
              {count >= WAITING_ORDERS_MAX
                ? `${WAITING_ORDERS_MAX.toLocaleString("en-US")} orders or more wait`
                : `${ordersText(count)} ${count === 1 ? "waits" : "wait"}`}{" "}
              to be sent, oldest first.
              {lateCount > 0 && <strong className="font-semibold"> {lateCount} late on this page.</strong>}
            </p>
            <div
              className="w-full sm:w-60"
              onChange={(event) => setCarrier((event.target as HTMLInputElement).value)}
            >
              <CarrierField defaultValue={carrier} />
            </div>
          </div>
          <PickList picks={picks} />
          <ul className="grid gap-4" aria-label="Orders to send">
            {orders.map((order) => (
              <PackingRow key={order.id} order={order} carrier={carrier} answered={actionData} />
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
