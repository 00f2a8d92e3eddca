import { html } from "hono/html";
import { trackingUrl } from "#domain/order/fulfillment.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, contactLink, link, paragraph, writeLetter } from "./frame.ts";
import { firstName, type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { addressBlock, addressText, itemsTable, itemsText } from "./order-parts.ts";

/** To the customer, once the parcel is on its way: by whom it comes, and where it can be followed. */
export function orderShipped(letter: OrderLetter): Letter {
  const { order, store, orderPage } = letter;
  const number = orderNumber(order.number);
  const shipment = order.shipment ?? { carrier: "", trackingNumber: "", isCorrection: false };
  const page = trackingUrl(shipment);
  const name = firstName(order.address.customer_name);
  const news = shipment.isCorrection
    ? `Hello ${name}, we have corrected how your order ${number} is traveling. It is on its way to you with ${shipment.carrier}; please use this tracking number from now on.`
    : `Good news, ${name}: your order ${number} is on its way to you with ${shipment.carrier}.`;
  const help = `Anything wrong with it? Write to us with your order number ${number}.`;
  return writeLetter(letter, {
    subject: shipment.isCorrection
      ? `New tracking number for your ${store.storeName} order ${number}`
      : `Your ${store.storeName} order ${number} is on its way`,
    title: "Your order is on its way",
    preheader: `Order ${number} with ${shipment.carrier}, ${shipment.trackingNumber}`,
    text: [
      news,
      `Tracking number: ${shipment.trackingNumber}`,
      page && `Follow your parcel:\n${page}`,
      orderPage && `See how your order is doing at any time (this link is yours alone):\n${orderPage}`,
      `In the parcel:\n${itemsText(order)}`,
      addressText(order.address),
      `${help}\n${pageUrl(letter, "/contact")}`,
    ],
    body: [
      paragraph(news),
      paragraph(html`Tracking number: <strong>${shipment.trackingNumber}</strong>`),
      page && button(page, "Follow your parcel"),
      orderPage && paragraph(link(orderPage, "See your order")),
      itemsTable(letter),
      addressBlock(order.address),
      paragraph(html`${help} ${contactLink(letter)}`),
    ],
  });
}
