import { html } from "hono/html";
import { trackingUrl } from "#domain/order/fulfillment.ts";
import { orderNumber } from "#domain/order/order.ts";
import { linesWith } from "#domain/order/pieces.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { firstName, type Letter, type OrderLetter } from "./letter.ts";
import { offerHelp, piecesOf, shipsTo } from "./order-parts.ts";

/** To the customer, once the parcel is on its way: the carrier, and where to follow it. */
export function orderShipped(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const shipment = order.shipment ?? { carrier: "", trackingNumber: "", isCorrection: false };
  const page = trackingUrl(shipment);
  const name = firstName(order.address.customer_name);
  const news = shipment.isCorrection
    ? `Hello ${name}, we have corrected how your order ${number} is traveling. It is on its way to you with ${shipment.carrier}; please use this tracking number from now on.`
    : `Good news, ${name}: your order ${number} is on its way to you with ${shipment.carrier}.`;
  return writeLetter(letter, {
    subject: shipment.isCorrection
      ? `New tracking number for your ${store.storeName} order ${number}`
      : `Your ${store.storeName} order ${number} is on its way`,
    title: "Your order is on its way",
    preheader: `Order ${number} with ${shipment.carrier}, ${shipment.trackingNumber}`,
    blocks: [
      say(news),
      {
        text: `Tracking number: ${shipment.trackingNumber}`,
        html: paragraph(html`Tracking number: <strong>${shipment.trackingNumber}</strong>`),
      },
      page && { text: `Follow your parcel:\n${page}`, html: button(page, "Follow your parcel") },
      orderPage && {
        text: `See how your order is doing at any time (this link is yours alone):\n${orderPage}`,
        html: paragraph(link(orderPage, "See your order")),
      },
      piecesOf(
        letter,
        "In the parcel:",
        linesWith(order.items, ({ sent }) => sent),
      ),
      shipsTo(letter),
      offerHelp(letter, "Anything wrong with it?"),
    ],
  });
}
