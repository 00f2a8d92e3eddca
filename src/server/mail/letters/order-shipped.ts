import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { type Shipment, trackingUrl } from "#domain/order/shipments.ts";
import { linesWith, unitsToSend } from "#domain/order/units.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { greetedName, type Letter, type OrderLetter } from "./letter.ts";
import { itemList, offerHelp, shipsTo } from "./order-parts.ts";

type ShipmentLetter = OrderLetter & { shipment: Shipment };

/** To the customer, once something has shipped: the carrier, the tracking link, what's in it, and what's still to come. */
export function orderShipped(letter: ShipmentLetter): Letter {
  const { order, orderPage, shipment } = letter;
  const number = orderNumber(order.number);
  const { trackingNumber } = shipment;
  const page = trackingUrl(shipment);
  const toCome = linesWith(order.items, unitsToSend);
  const isPart = order.shipments.length > 1 || toCome.length > 0;
  const what = `${isPart ? "part of your" : "your"} order ${number}`;
  const title = isPart ? "Part of your order is on its way" : "Your order is on its way";
  return writeLetter(letter, {
    subject: formatSubject(letter, isPart),
    title: shipment.way === "pickup" ? "Thanks for picking up your order" : title,
    preheader:
      shipment.way === "carrier"
        ? `Order ${number} with ${[shipment.carrier, trackingNumber].filter(Boolean).join(", ")}`
        : `Order ${number}`,
    blocks: [
      say(formatNews(letter, what)),
      trackingNumber && {
        text: `Tracking number: ${trackingNumber}`,
        html: paragraph(html`Tracking number: <strong>${trackingNumber}</strong>`),
      },
      page && { text: `Track your shipment:\n${page}`, html: button(page, "Track your shipment") },
      orderPage && {
        text: `Check on your order anytime (this link is private):\n${orderPage}`,
        html: paragraph(link(orderPage, "View your order")),
      },
      itemList(letter, "In this shipment:", linesOf(letter)),
      itemList(letter, "Still to come:", toCome),
      shipment.way === "pickup" ? null : shipsTo(letter),
      offerHelp(letter, "Something wrong with your order?"),
    ],
  });
}

const deliveryTexts: Record<Shipment["way"], { subject: string; news: (shipment: Shipment) => string }> = {
  carrier: { subject: "is on its way", news: ({ carrier }) => `is on its way to you with ${carrier}` },
  letter: { subject: "is on its way", news: () => "is on its way to you by mail" },
  pickup: { subject: "was picked up", news: () => "was picked up" },
  hand: { subject: "is on its way", news: () => "is on its way, and we're delivering it ourselves" },
};

function formatSubject({ order, store, shipment }: ShipmentLetter, isPart: boolean): string {
  const which = `${store.storeName} order ${orderNumber(order.number)}`;
  if (!shipment.isCorrected)
    return `${isPart ? "Part of your" : "Your"} ${which} ${deliveryTexts[shipment.way].subject}`;
  return shipment.trackingNumber === ""
    ? `Updated delivery details for your ${which}`
    : `New tracking number for your ${which}`;
}

function formatNews({ order, shipment }: ShipmentLetter, what: string): string {
  const name = greetedName(order.address.customer_name);
  if (shipment.isCorrected) {
    const how = shipment.trackingNumber
      ? "Please use this tracking number from now on."
      : "There is no tracking number.";
    return `Hi${name}, we updated the delivery details for ${what}. It ${deliveryTexts[shipment.way].news(shipment)}. ${how}`;
  }
  return `Good news${name && `,${name}`}: ${what} ${deliveryTexts[shipment.way].news(shipment)}.`;
}

/** The items of the shipment, with their pictures. */
function linesOf({ order, shipment }: ShipmentLetter) {
  return shipment.lines.map(({ itemId, name, variation, quantity }) => {
    const image = order.items.find(({ id }) => id === itemId)?.image ?? null;
    return { name, variation, image, quantity };
  });
}
