import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import { type Parcel, trackingUrl } from "#domain/order/parcels.ts";
import { linesWith, piecesToSend } from "#domain/order/units.ts";
import { button, link, paragraph, say, writeLetter } from "./frame.ts";
import { greetedName, type Letter, type OrderLetter } from "./letter.ts";
import { offerHelp, piecesOf, shipsTo } from "./order-parts.ts";

type ParcelLetter = OrderLetter & { parcel: Parcel };

/** To the customer, once a parcel has left: how it travels, where to follow it, what is in it and what still comes. */
export function orderShipped(letter: ParcelLetter): Letter {
  const { order, orderPage, parcel } = letter;
  const number = orderNumber(order.number);
  const { trackingNumber } = parcel;
  const page = trackingUrl(parcel);
  const toCome = linesWith(order.items, piecesToSend);
  const isPart = order.parcels.length > 1 || toCome.length > 0;
  const what = `${isPart ? "a part of your" : "your"} order ${number}`;
  const title = isPart ? "A part of your order is on its way" : "Your order is on its way";
  return writeLetter(letter, {
    subject: tellSubject(letter, isPart),
    title: parcel.way === "pickup" ? "Thank you for coming by" : title,
    preheader:
      parcel.way === "carrier"
        ? `Order ${number} with ${[parcel.carrier, trackingNumber].filter(Boolean).join(", ")}`
        : `Order ${number}`,
    blocks: [
      say(tellNews(letter, what)),
      trackingNumber && {
        text: `Tracking number: ${trackingNumber}`,
        html: paragraph(html`Tracking number: <strong>${trackingNumber}</strong>`),
      },
      page && { text: `Follow your parcel:\n${page}`, html: button(page, "Follow your parcel") },
      orderPage && {
        text: `See how your order is doing at any time (this link is yours alone):\n${orderPage}`,
        html: paragraph(link(orderPage, "See your order")),
      },
      piecesOf(letter, isPart ? "In this parcel:" : "In the parcel:", linesOf(letter)),
      piecesOf(letter, "Still to come:", toCome),
      parcel.way === "pickup" ? null : shipsTo(letter),
      offerHelp(letter, "Anything wrong with it?"),
    ],
  });
}

const travels: Record<Parcel["way"], { subject: string; news: (parcel: Parcel) => string }> = {
  carrier: { subject: "is on its way", news: ({ carrier }) => `is on its way to you with ${carrier}` },
  letter: { subject: "is on its way", news: () => "is on its way to you by mail" },
  pickup: { subject: "was picked up", news: () => "was handed to you" },
  hand: { subject: "is on its way", news: () => "is on its way: we bring it to you ourselves" },
};

function tellSubject({ order, store, parcel }: ParcelLetter, isPart: boolean): string {
  const which = `${store.storeName} order ${orderNumber(order.number)}`;
  if (!parcel.isCorrected)
    return `${isPart ? "A part of your" : "Your"} ${which} ${travels[parcel.way].subject}`;
  return parcel.trackingNumber === ""
    ? `Corrected: how your ${which} travels`
    : `New tracking number for your ${which}`;
}

function tellNews({ order, parcel }: ParcelLetter, what: string): string {
  const name = greetedName(order.address.customer_name);
  if (parcel.isCorrected) {
    const how = parcel.trackingNumber
      ? "; please use this tracking number from now on"
      : ", without a tracking number";
    return `Hello${name}, we have corrected how ${what} is traveling. It ${travels[parcel.way].news(parcel)}${how}.`;
  }
  return `Good news${name && `,${name}`}: ${what} ${travels[parcel.way].news(parcel)}.`;
}

/** The pieces of the parcel, with their pictures. */
function linesOf({ order, parcel }: ParcelLetter) {
  return parcel.lines.map(({ itemId, name, variation, pieces }) => {
    const image = order.items.find(({ id }) => id === itemId)?.image ?? null;
    return { name, variation, image, quantity: pieces };
  });
}
