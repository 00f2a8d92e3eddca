import { data, href, Link } from "react-router";
import { orderNumber } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { findExtraPaymentLink } from "#server/orders/extra-payments/find-extra-payment-link.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/notice-line.tsx";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { Printer } from "../../../admin/icons.tsx";
import { slipsPath } from "../../../admin/orders/bulk/bulk-bar.tsx";
import { AddressForm, EmailForms } from "../../../admin/orders/detail/order-correct-forms.tsx";
import { DisputeCard } from "../../../admin/orders/detail/order-disputes.tsx";
import { AddressCard, CustomerCard, TechnicalCard } from "../../../admin/orders/detail/order-facts.tsx";
import { AttentionNotes } from "../../../admin/orders/detail/order-flags.tsx";
import type { OrderAnswer } from "../../../admin/orders/detail/order-form.tsx";
import { OrderForms } from "../../../admin/orders/detail/order-forms.tsx";
import { OrderItemsTable } from "../../../admin/orders/detail/order-items-table.tsx";
import { TimelineCard } from "../../../admin/orders/detail/order-timeline.tsx";
import {
  FulfillmentBadge,
  StatusBadge,
  TestOrderBadge,
  WaitingBadge,
} from "../../../admin/orders/order-badges.tsx";
import { ReturnsCard } from "../../../admin/orders/returns/returns-card.tsx";
import { SyncForm } from "../../../admin/orders/sync-form.tsx";
import { otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/order";
import { orderAction } from "./order-action.ts";
import "../../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData?.order ? orderNumber(loaderData.order.number) : "Order Not Found");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const order = await findOrderDetail(shop, { id: params.id });
  const isAsked = order?.extraPayments.some(({ state }) => state === "waiting") ?? false;
  const extraPaymentLink = order && isAsked ? await findExtraPaymentLink(shop, { orderId: order.id }) : null;
  return data({ order, refundId: shop.newId(), extraPaymentLink }, { status: order ? 200 : 404 });
}

export const action = orderAction;

/** Also after a refusal: its form then knows the order as it is, and makes another refund than the one that was refused. */
export const shouldRevalidate = isAnswered;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, refundId, extraPaymentLink } = loaderData;
  const told = otherThanAsked(actionData);
  const answered: OrderAnswer | undefined = formAnswerIn(told);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-5">
        <BackLink to={href("/admin/orders")} label="All orders" className="" />
        {order && <OrderPager order={order} />}
      </div>
      {order && <PasswordQuestion answer={actionData} action={href("/admin/orders/:id", { id: order.id })} />}
      {told && <AnswerNote notice={told.notice} />}
      {order ? <Detail {...{ order, refundId, extraPaymentLink, answered }} /> : <OrderNotFound />}
    </>
  );
}

function OrderPager({ order }: { order: OrderDetail }) {
  const ways = [
    { id: order.newerId, label: "Newer order" },
    { id: order.olderId, label: "Older order" },
  ];
  return (
    <nav aria-label="Newer and older orders" className="flex gap-5">
      {ways.map(
        ({ id, label }) =>
          id && (
            <Link
              key={label}
              to={href("/admin/orders/:id", { id })}
              className="text-link inline-flex min-h-11 items-center"
            >
              {label}
            </Link>
          ),
      )}
    </nav>
  );
}

type DetailProps = {
  order: OrderDetail;
  refundId: string;
  extraPaymentLink: string | null;
  answered: OrderAnswer | undefined;
};

function Detail({ order, refundId, extraPaymentLink, answered }: DetailProps) {
  const { address } = useRootData().settings.businessInfo;
  const known = { order, answered };
  return (
    <>
      <PageTitle title={orderNumber(order.number)}>
        <div className="page-actions">
          <LinkButton to={slipsPath([order])} look="secondary">
            <Printer aria-hidden="true" className="size-4" />
            Packing slip
          </LinkButton>
        </div>
      </PageTitle>
      <Standing order={order} />
      <AttentionNotes order={order} />
      {/* On a phone the address is read first, then what goes there. */}
      <div className="grid items-start gap-3 sm:gap-5 xl:grid-cols-[2fr_1fr] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 xl:col-start-2 xl:row-start-1">
          <AddressCard order={order}>
            <AddressForm key={order.id} {...known} />
          </AddressCard>
        </div>
        <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <OrderItemsTable order={order} />
          <ReturnsCard key={`returns ${order.id}`} {...{ refundId, address, ...known }} />
          {order.isCleared ? (
            <p className="admin-card p-5">
              This test order was cleared. No list or figure has it anymore, and its items are back in stock.
            </p>
          ) : (
            <OrderForms key={order.id} {...{ refundId, extraPaymentLink, ...known }} />
          )}
        </div>
        <div className="grid min-w-0 gap-5 sm:grid-cols-2 xl:col-start-2 xl:row-start-2 xl:grid-cols-1">
          <DisputeCard order={order} />
          <CustomerCard order={order}>
            <EmailForms key={order.id} {...known} />
          </CustomerCard>
          <TimelineCard order={order} />
          <TechnicalCard order={order}>
            <SyncForm
              action={href("/admin/orders/:id", { id: order.id })}
              orderId={order.id}
              label="Sync with Stripe"
              hasPayment={order.paymentIntentId !== null}
            />
          </TechnicalCard>
        </div>
      </div>
    </>
  );
}

/** How far the order is, and since when. */
function Standing({ order }: Pick<DetailProps, "order">) {
  const waiting = order.extraPayments.find(({ state }) => state === "waiting");
  return (
    <div className="-mt-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 sm:mb-5">
      <StatusBadge status={order.status} />
      {/* An order that was never paid is canceled once, by its status. */}
      {order.status !== "canceled" && (
        <FulfillmentBadge fulfillment={order.fulfillment} isPart={order.shipments.length > 0} />
      )}
      {waiting && <WaitingBadge amount={waiting.amount} />}
      {order.isRehearsal && <TestOrderBadge />}
      <span className="basis-full">
        Placed <ShopTime at={order.createdAt} style="date and time" />
      </span>
    </div>
  );
}

function OrderNotFound() {
  return (
    <div className="admin-card grid justify-items-start gap-4 p-6 sm:p-8">
      <h1 className="display text-heading">Order Not Found</h1>
      <p className="text-ink-2">There is no order with this id.</p>
      <LinkButton to={href("/admin/orders")}>Back to Orders</LinkButton>
    </div>
  );
}

export const ErrorBoundary = failedPage("Order", "Failed to load order details");
