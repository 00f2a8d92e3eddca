import { html } from "hono/html";
import { orderNumber } from "#domain/order/order.ts";
import {
  formatReplacement,
  formatReturnLines,
  type ReturnRequest,
  returnReasons,
  returnWishes,
  wantsExchange,
} from "#domain/returns/return-request.ts";
import { type Block, button, type Html, paragraph, say, writeLetter } from "../letters/frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "../letters/letter.ts";
import { greet, offerHelp, seeOrder } from "../letters/order-parts.ts";

type ReturnLetter = OrderLetter & { request: ReturnRequest };

/** To the owner: what a customer wants to return, and why. A reply goes to the customer. */
export function returnAsked(letter: ReturnLetter): Letter {
  const { order, request } = letter;
  const number = orderNumber(order.number);
  const wish = returnWishes[request.wish];
  const { customer_name: name, customer_email: email } = order.address;
  const page = pageUrl(letter, `/admin/orders/${order.id}`);
  return writeLetter(letter, {
    subject: `${wish} requested: ${number}`,
    title: `${wish} requested`,
    preheader: `${name}, order ${number}: ${returnReasons[request.reason]}.`,
    blocks: [
      say(`${name} (${email}) sent a request for order ${number}. Reason: ${returnReasons[request.reason]}.`),
      items(request),
      request.note === "" ? null : words(request.note),
      { text: `Review the request: ${page}`, html: button(page, "Review the request") },
      say(`Replies to this email go to ${email}.`),
    ],
  });
}

/** To the customer: the return is approved, and how to send it. */
export function returnApproved(letter: ReturnLetter): Letter {
  const { order, store, request } = letter;
  const number = orderNumber(order.number);
  const isExchange = wantsExchange(request);
  const isRefundInstead = request.wish === "exchange" && !isExchange;
  const next = isExchange
    ? formatReplacement(request)
    : "Once we receive your return, we'll refund your original payment method and email you.";
  return writeLetter(letter, {
    subject: `Your ${isExchange ? "exchange" : "return"} for ${store.storeName} order ${number}`,
    title: `Your ${isExchange ? "exchange" : "return"} is approved`,
    preheader: "How to send it back, and what happens next.",
    blocks: [
      greet(letter, `We approved your request. Please send back these items from order ${number}:`),
      items(request),
      words(request.answer),
      isRefundInstead ? say("The replacement isn't available, so we'll refund you instead.") : null,
      say(next),
      seeOrder(letter),
      offerHelp(letter, "Have a question?"),
    ],
  });
}

/** To the customer: the reservation of the replacement has expired, and the return hasn't arrived. */
export function returnHoldExpired(letter: ReturnLetter): Letter {
  const { order, store, request } = letter;
  const number = orderNumber(order.number);
  if (request.state === "closed") return exchangeEnded(letter);
  return writeLetter(letter, {
    subject: `Your exchange for ${store.storeName} order ${number} is no longer reserved`,
    title: "Your exchange is no longer reserved",
    preheader: "Already sent your return? Then you're all set.",
    blocks: [
      greet(letter, `We haven't received your return for order ${number} yet. You requested this exchange:`),
      items(request),
      say(
        "The replacement is back on sale. If your return is already on its way, you're all set: we'll send the replacement if it's in stock when your return arrives. If it's sold out, we'll refund your original payment method.",
      ),
      say("If you'd rather keep your items, you don't need to do anything."),
      seeOrder(letter),
      offerHelp(letter, "Have a question?"),
    ],
  });
}

/** To the customer: the return is declined, and why. */
export function returnDeclined(letter: ReturnLetter): Letter {
  const { order, store, request } = letter;
  const number = orderNumber(order.number);
  const what = request.wish === "exchange" ? "exchange" : "return";
  return writeLetter(letter, {
    subject: `About your ${what} request for ${store.storeName} order ${number}`,
    title: `We can't accept this ${what}`,
    preheader: `Our decision about order ${number}.`,
    blocks: [
      greet(letter, `You requested this ${what} for order ${number}. We're sorry, but we can't accept it:`),
      items(request),
      words(request.answer),
      say("Please keep your items. You don't need to send anything back."),
      seeOrder(letter),
      offerHelp(letter, "Questions about this decision?"),
    ],
  });
}

function items(request: ReturnRequest): Block {
  const lines = formatReturnLines(request);
  return { text: lines.join("\n"), html: paragraph(html`<strong>${broken(lines)}</strong>`) };
}

/** A message as it was typed, with its line breaks. */
function words(text: string): Block {
  return { text, html: paragraph(broken(text.split("\n"))) };
}

function broken(lines: readonly string[]): Html {
  return html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;
}

/** To the customer: the return did not arrive in time. */
function exchangeEnded(letter: ReturnLetter): Letter {
  const { order, store, request } = letter;
  const number = orderNumber(order.number);
  return writeLetter(letter, {
    subject: `Your exchange for ${store.storeName} order ${number} has ended`,
    title: "Your exchange has ended",
    preheader: "We haven't received your package.",
    blocks: [
      greet(letter, `We haven't received your package for order ${number}. You asked for:`),
      items(request),
      say(
        "The replacement is no longer reserved, so this exchange has ended. Want to keep what you have? You don't need to do anything.",
      ),
      say(
        "Still want to exchange it, or has your package already left? Ask again on your order's page, or contact us.",
      ),
      seeOrder(letter),
      offerHelp(letter, "Questions?"),
    ],
  });
}
