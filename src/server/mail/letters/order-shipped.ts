import { addressLines } from "#domain/address-lines.ts";
import { trackingUrl } from "#domain/fulfillment.ts";
import { orderNumber } from "#domain/order.ts";
import { button, frame, link, paragraph, textFooter } from "./frame.ts";
import { html } from "./html.ts";
import { firstName, type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { addressBlock, itemsTable, itemsText } from "./order-parts.ts";

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
  const tracking = `Tracking number: ${shipment.trackingNumber}`;
  const help = `Anything wrong with it? Write to us with your order number ${number}.`;
  return {
    subject: shipment.isCorrection
      ? `New tracking number for your ${store.storeName} order ${number}`
      : `Your ${store.storeName} order ${number} is on its way`,
    text: [
      news,
      "",
      tracking,
      ...(page ? ["", "Follow your parcel:", page] : []),
      ...(orderPage
        ? ["", "See how your order is doing at any time (this link is yours alone):", orderPage]
        : []),
      "",
      "In the parcel:",
      itemsText(order),
      "",
      "Ships to:",
      ...addressLines(order.address),
      "",
      help,
      pageUrl(letter, "/contact"),
      "",
      textFooter(letter),
    ].join("\n"),
    html: frame(letter, {
      title: "Your order is on its way",
      preheader: `Order ${number} with ${shipment.carrier}, ${shipment.trackingNumber}`,
      body: html`${paragraph(news)}${paragraph(html`Tracking number: <strong>${shipment.trackingNumber}</strong>`)}${page && button(page, "Follow your parcel")}${orderPage && paragraph(link(orderPage, "See your order"))}${itemsTable(letter)}${addressBlock(order.address)}${paragraph(html`${help} ${link(pageUrl(letter, "/contact"), "Contact us")}`)}`,
    }),
  };
}
