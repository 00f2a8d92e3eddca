import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import {
  keptAside,
  type ReturnRequest,
  returnReasons,
  returnWishes,
  tellReturnLines,
  wantsExchange,
} from "#domain/returns/return-request.ts";
import { type Block, button, type Html, paragraph, say, writeLetter } from "../letters/frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "../letters/letter.ts";
import { greet, offerHelp } from "../letters/order-parts.ts";

type ReturnLetter = OrderLetter & { request: ReturnRequest };

/** To the owner: what a customer wants to send back, and why. A reply goes to the customer. */
export function returnAsked(letter: ReturnLetter): Letter {
  const { order, request } = letter;
  const number = orderNumber(order.number);
  const wish = returnWishes[request.wish];
  const { customer_name: name, customer_email: email } = order.address;
  const page = pageUrl(letter, `/admin/orders/${order.id}`);
  return writeLetter(letter, {
    subject: `${wish} asked for: ${number}`,
    title: `${wish} asked for`,
    preheader: `${name}, order ${number}: ${returnReasons[request.reason]}.`,
    blocks: [
      say(`${name} (${email}) asks about order ${number}. Reason: ${returnReasons[request.reason]}.`),
      pieces(request),
      request.note === "" ? null : words(request.note),
      { text: `Answer it: ${page}`, html: button(page, "Answer it") },
      say(`Your reply to this mail goes to ${email}.`),
    ],
  });
}

/** To the customer: it may come back, and how. */
export function returnApproved(letter: ReturnLetter): Letter {
  const { order, store, orderPage, request } = letter;
  const number = orderNumber(order.number);
  const isExchange = wantsExchange(request);
  const isRefundInstead = request.wish === "exchange" && !isExchange;
  const next = isExchange
    ? keptAside(request)
    : "Your money goes back the way you paid as soon as your pieces are back with us. You get a mail then.";
  return writeLetter(letter, {
    subject: `Your ${isExchange ? "exchange" : "return"} for ${store.storeName} order ${number}`,
    title: isExchange ? "Yes, we exchange it" : "Yes, please send it back",
    preheader: "How to send it, and what happens then.",
    blocks: [
      greet(letter, `thank you for asking. This may come back to us from your order ${number}:`),
      pieces(request),
      words(request.answer),
      isRefundInstead ? say("We can't send what you wanted instead, so you get your money back.") : null,
      say(next),
      seeOrder(orderPage),
      offerHelp(letter, "Something unclear?"),
    ],
  });
}

/** To the customer: what they want instead was kept aside long enough, and nothing came back yet. */
export function returnLetGo(letter: ReturnLetter): Letter {
  const { order, store, orderPage, request } = letter;
  const number = orderNumber(order.number);
  if (request.state === "closed") return exchangeEnded(letter);
  return writeLetter(letter, {
    subject: `No longer kept aside: the exchange for ${store.storeName} order ${number}`,
    title: "Your exchange is no longer kept aside",
    preheader: "If your parcel is on its way, all is well.",
    blocks: [
      greet(
        letter,
        `we have waited for your parcel, and it has not come yet. For your order ${number} you asked for:`,
      ),
      pieces(request),
      say(
        "What you want instead is for sale again now. If your parcel is on its way, all is well: we send what you want if it is still there when yours comes, and if it is gone, you get your money back the way you paid.",
      ),
      say("If you would rather keep what you have, there is nothing to do."),
      seeOrder(orderPage),
      offerHelp(letter, "Something unclear?"),
    ],
  });
}

/** To the customer: it is not taken back, and why. */
export function returnDeclined(letter: ReturnLetter): Letter {
  const { order, store, orderPage, request } = letter;
  const number = orderNumber(order.number);
  const what = request.wish === "exchange" ? "exchange" : "return";
  return writeLetter(letter, {
    subject: `About the ${what} you asked for, ${store.storeName} order ${number}`,
    title: `We can't offer this ${what}`,
    preheader: `Our answer about order ${number}.`,
    blocks: [
      greet(letter, `you asked for this ${what} from your order ${number}. We are sorry, we can't offer it:`),
      pieces(request),
      words(request.answer),
      say("Please keep what you have; nothing needs to be sent back."),
      seeOrder(orderPage),
      offerHelp(letter, "Do you see it differently?"),
    ],
  });
}

function pieces(request: ReturnRequest): Block {
  const lines = tellReturnLines(request);
  return { text: lines.join("\n"), html: paragraph(html`<strong>${broken(lines)}</strong>`) };
}

/** What somebody wrote, with its line breaks. */
function words(text: string): Block {
  return { text, html: paragraph(broken(text.split("\n"))) };
}

function broken(lines: readonly string[]): Html {
  return html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;
}

function seeOrder(orderPage: string | null): Block | "" | null {
  return (
    orderPage && {
      text: `See your order (this link is yours alone):\n${orderPage}`,
      html: button(orderPage, "See your order"),
    }
  );
}

/** Nothing came back in time. */
function exchangeEnded(letter: ReturnLetter): Letter {
  const { order, store, orderPage, request } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `Your exchange for ${store.storeName} order ${number} has ended`,
    title: "Your exchange has ended",
    preheader: "We haven't received your package.",
    blocks: [
      greet(letter, `we haven't received your package for order ${number}. You asked for:`),
      pieces(request),
      say(
        "The replacement is no longer reserved, so this exchange has ended. Want to keep what you have? There is nothing to do.",
      ),
      say(
        "Still want to exchange it, or has your package already left? Ask again on your order's page, or write to us.",
      ),
      seeOrder(orderPage),
      offerHelp(letter, "Questions?"),
    ],
  });
}
