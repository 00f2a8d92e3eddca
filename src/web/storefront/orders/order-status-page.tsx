import { type ReactNode, useEffect, useRef } from "react";
import { href, Link } from "react-router";
import { formatArrival } from "#domain/checkout/delivery.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { OrderFix } from "#domain/order/corrections.ts";
import { orderNumber, paidInAll } from "#domain/order/order.ts";
import {
  formatOrderEvent,
  formatOrderState,
  isAwaited,
  type OrderPage,
  progressOf,
} from "#domain/order/order-page.ts";
import { formatShipment, type Shipment, trackingUrl } from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { OrderReturns } from "#server/orders/returns/find-returns.ts";
import { useRootData } from "../../page/root-data.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Arrives } from "../../ui/arrives.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { icon } from "../../ui/icons.tsx";
import { OrderScorecard } from "../checkout/confirmation/scorecard.tsx";
import { BoughtItems, BuyAgainButton } from "./buy-again-button.tsx";
import { ExtraPaymentPanel } from "./extra-payment/extra-payment-panel.tsx";
import { FixForm } from "./fix-form.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { type ReturnAnswered, ReturnForm } from "./return-form.tsx";

const ExternalLink = icon("M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6");

type OrderStatusPageProps = {
  order: OrderPage;
  fix: OrderFix | null;
  returns: OrderReturns;
  returnId: string;
  /** The page's own answer, in a browser without scripts. */
  answered: ReturnAnswered;
};

/** /orders/{token}: the status, arrival, and items of one order, then its receipt, postal address, and history. */
export function OrderStatusPage({ order, fix, returns, returnId, answered }: OrderStatusPageProps) {
  const { title, explanation } = formatOrderState(order);
  const { email } = useRootData().settings.businessInfo;
  const progress = progressOf(order);
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="wrap min-h-[85dvh] max-w-[52rem] py-8 lg:py-14">
      <p className="eyebrow text-flag">Your order {orderNumber(order.number)}</p>
      <h1 className="display mt-2 text-title">{title}</h1>
      {progress && <OrderProgress steps={progress} />}
      {isAwaited(order) && !order.isLate && (
        <Arrives arrival={order.arrival} className="display mt-6 text-heading" />
      )}
      {isAwaited(order) && order.isLate && <Late arrival={order.arrival} />}
      <p className="mt-3 max-w-[60ch] text-lg text-ink-2">{explanation}</p>
      <BoughtItems items={order.items} />
      {order.extraPayment && <ExtraPaymentPanel extraPayment={order.extraPayment} />}
      {order.fulfillment !== "returned" && <Shipments order={order} />}
      <Receipt
        summary={`Receipt: ${units} ${units === 1 ? "item" : "items"}, ${formatMoney(paidInAll(order))}`}
      >
        <OrderScorecard order={order} />
      </Receipt>
      <FixForm order={order} fix={fix} />
      <ReturnForm {...{ order, returns, returnId, answered }} />
      <div className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2">
        <Part title="Ships to">
          <address className="not-italic">
            {addressLines(order.address).map((line) => (
              <span key={line} className="block break-words">
                {line}
              </span>
            ))}
          </address>
        </Part>
        <History order={order} />
      </div>
      <div className="mt-10 flex flex-wrap items-start gap-x-7 gap-y-2">
        <BuyAgainButton items={order.items} />
        <LinkButton to={href("/shop")} look="secondary" size="large" className="max-sm:w-full print:hidden">
          Continue Shopping
        </LinkButton>
      </div>
      <p className="mt-6">
        <span>Questions? </span>
        {email === "" ? (
          <Link to={href("/contact")} className="text-link">
            Contact us
          </Link>
        ) : (
          <span>
            Email{" "}
            <a href={`mailto:${email}?subject=${orderNumber(order.number)}`} className="text-link">
              {email}
            </a>{" "}
            with your order number.
          </span>
        )}
      </p>
    </div>
  );
}

function History({ order }: { order: OrderPage }) {
  return (
    <Part title="Order history">
      <ol className="grid gap-3 border-l-2 border-line pl-5">
        {order.history.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end, without state.
          <li key={at} className="relative">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-paper ${
                at === order.history.length - 1 ? "bg-flag" : "bg-edge"
              }`}
            />
            <p className="leading-snug font-semibold">{formatOrderEvent(event)}</p>
            <p className="text-[0.9375rem] text-ink-2">
              <ShopTime at={event.at} style="date and time" />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Late({ arrival }: Pick<OrderPage, "arrival">) {
  return (
    <div className="mt-6">
      <p className="display text-heading">Later than promised</p>
      <p className="mt-3 max-w-[60ch] text-lg">
        It should have arrived {formatArrival(arrival)}. Please contact us, and we'll find out where it is.
      </p>
    </div>
  );
}

/** Folded on the screen, whole on paper. */
function Receipt({ summary, children }: { summary: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const unfold = () => details.current?.setAttribute("open", "");
    window.addEventListener("beforeprint", unfold);
    return () => window.removeEventListener("beforeprint", unfold);
  }, []);
  return (
    <details ref={details} className="fold mt-8 border-t border-line">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Each shipment; its items are listed when there are several, or something is still to come. */
function Shipments({ order }: { order: OrderPage }) {
  const toCome =
    order.shipments.length > 0 && order.fulfillment === "unfulfilled"
      ? linesWith(order.items, unitsToSend)
      : [];
  const isPart = order.shipments.length > 1 || toCome.length > 0;
  return (
    <>
      {order.shipments.map((shipment) => (
        <ShipmentCard key={shipment.id} shipment={shipment} isPart={isPart} />
      ))}
      {toCome.length > 0 && (
        <p className="mt-4">
          <span className="font-semibold">Still to come:</span>{" "}
          {toCome.map((line) => `${line.quantity} × ${itemName(line)}`).join(", ")}
        </p>
      )}
    </>
  );
}

/** Carrier, tracking number, and a link to the carrier's page where we know it. */
function ShipmentCard({ shipment, isPart }: { shipment: Shipment; isPart: boolean }) {
  const page = trackingUrl(shipment);
  const { way, carrier, trackingNumber, number, lines } = shipment;
  return (
    <section
      aria-label={isPart ? `Shipment ${number}` : "Your shipment"}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-picture bg-sand p-5"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-[0.9375rem] text-ink-2">{way === "carrier" ? "Carrier" : "Delivery"}</dt>
          <dd className="font-semibold break-words">
            {way === "carrier" ? carrier : formatShipment(shipment)}
          </dd>
        </div>
        {trackingNumber !== "" && (
          <div className="min-w-0">
            <dt className="text-[0.9375rem] text-ink-2">Tracking number</dt>
            <dd className="numerals font-semibold break-all">{trackingNumber}</dd>
          </div>
        )}
        {isPart && (
          <div className="min-w-0 basis-full">
            <dt className="text-[0.9375rem] text-ink-2">In this shipment</dt>
            <dd className="break-words">
              {lines.map((line) => `${line.quantity} × ${itemName(line)}`).join(", ")}
            </dd>
          </div>
        )}
      </dl>
      {page && (
        <a
          href={page}
          target="_blank"
          rel="noopener noreferrer"
          className="text-link inline-flex min-h-11 items-center gap-1.5 font-semibold print:hidden"
        >
          Track your shipment
          <ExternalLink className="size-4" />
          <span className="sr-only"> at {carrier}, opens in a new tab</span>
        </a>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
