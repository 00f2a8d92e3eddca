import { html } from "hono/html";
import { formatArrival } from "#domain/checkout/delivery.ts";
import { discountLabel, discountText } from "#domain/discount/discount.ts";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import { type OrderItem, orderNumber, paidInAll } from "#domain/order/order.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { EmailOrder } from "../queries.ts";
import { type Block, button, emailPicture, type Html, link, paragraph, SERIF } from "./frame.ts";
import { greetedName, type OrderLetter, pageUrl } from "./letter.ts";

/** Refund emails say the same about when the money arrives. */
export const REFUND_TIMING =
  "Refunds usually post within 5 to 10 business days. Some banks show a new credit; others remove the original charge.";

/** "Hi Pat," and the news. */
export function greet({ order }: OrderLetter, news: string): Block {
  const greeting = `Hi${greetedName(order.address.customer_name)},`;
  return { text: `${greeting}\n\n${news}`, html: paragraph(html`${greeting}<br>${news}`) };
}

/** The way to the order's page; null: it has none. */
export function seeOrder({ orderPage }: OrderLetter): Block | null {
  if (orderPage === null) return null;
  return {
    text: `View your order (this link is private):\n${orderPage}`,
    html: button(orderPage, "View your order"),
  };
}

/** How to reach the store with a question. */
export function offerHelp(letter: OrderLetter, question: string): Block {
  const page = pageUrl(letter, "/contact");
  const mention = `and mention order ${orderNumber(letter.order.number)}`;
  return {
    text: `${question} Contact us ${mention}:\n${page}`,
    html: paragraph(html`${question} ${link(page, "Contact us")} ${mention}.`),
  };
}

/** The promised arrival dates, the same as in the shop. */
export function arrives({ order }: OrderLetter): Block {
  const days = formatArrival(order.arrival);
  return {
    text: `Arrives ${days}`,
    html: html`<p class="ink" style="margin:0 0 16px;${SERIF};font-size:20px;line-height:28px;font-weight:700;color:#14211b">Arrives ${days}</p>`,
  };
}

/** How to start a return or an exchange: on the order's page, or else in a message. A shop without returns asks for a message. */
export function howToReturn(letter: OrderLetter): Block {
  const page = letter.orderPage ?? pageUrl(letter, "/contact");
  const what = letter.returnDays === 0 ? "Tell us" : "Request a return or exchange";
  const line = `Something wrong? ${what}`;
  const where = letter.orderPage ? "on your order page" : "through our contact form";
  return {
    text: `${line} ${where}:\n${page}`,
    html: paragraph(html`${line} ${link(page, where)}.`),
  };
}

/** The top of the scorecard: order number, item count, and total. */
export function scorecard({ order }: OrderLetter): Html {
  const quantity = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return cardOf([
    ["Order", orderNumber(order.number), "39%"],
    ["Items", String(quantity), "22%"],
    sumCell(order, "39%"),
  ]);
}

/** The same card for a refund: order number, this refund, and the order's total. */
export function refundCard({ order }: OrderLetter, amount: Cents): Html {
  return cardOf([
    ["Order", orderNumber(order.number), "34%"],
    ["Refund", formatMoney(amount), "33%"],
    sumCell(order, "33%"),
  ]);
}

type Cell = [label: string, value: string, width: string];

/** "Total" is the total of the sale, as below the items. */
function sumCell(order: EmailOrder, width: string): Cell {
  return [order.extraPaid ? "Paid" : "Total", formatMoney(paidInAll(order)), width];
}

function cardOf(cells: Cell[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>${cells.map(
    ([label, value, width], index) =>
      html`<td class="rule" width="${width}" style="padding:10px 12px;border-top:2px solid #184b33;border-bottom:1px solid #d6d4cc;${index > 0 && "border-left:1px solid #d6d4cc;"}"><span class="muted" style="font-size:12px;line-height:16px;letter-spacing:.06em;text-transform:uppercase;color:#47534c">${label}</span><br><span class="ink" style="${SERIF};font-size:18px;font-weight:700;color:#14211b">${value}</span></td>`,
  )}</tr></table>`;
}

/** Every line (with its picture in HTML), then the totals. `heading`: the line above them, in the text part only. */
export function itemsSold({ order, publicUrl }: OrderLetter, heading?: string): Block {
  const lines = order.items.map(
    (item) =>
      `${item.quantity} × ${itemName(item)}, ${formatMoney(item.price)} each: ${formatMoney(lineTotal(item))}`,
  );
  const sums = totals(order);
  const text = [...lines, "", ...sums.map(([label, amount]) => `${label}: ${amount}`)];
  return {
    text: [...(heading ? [heading] : []), ...text].join("\n"),
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;font-variant-numeric:tabular-nums">${order.items.map(
      (item) => itemRow(item, publicUrl),
    )}${sums.map(([label, amount]) => totalRow(label, amount, label === "Total"))}</table>`,
  };
}

/** Some items of the order, without prices; null when there are none. */
export function itemList(
  { publicUrl }: OrderLetter,
  heading: string,
  lines: readonly Pick<OrderItem, "name" | "variation" | "image" | "quantity">[],
): Block | null {
  if (lines.length === 0) return null;
  return {
    text: [heading, ...lines.map((line) => `${line.quantity} × ${itemName(line)}`)].join("\n"),
    html: html`<h2 class="ink" style="margin:0 0 8px;${SERIF};font-size:18px;line-height:24px;color:#14211b">${heading}</h2><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;font-variant-numeric:tabular-nums">${lines.map(
      (line) =>
        html`<tr><td width="72" valign="top" style="padding:0 16px 16px 0">${pictureOf(line, publicUrl)}</td><td valign="top" style="padding:0 0 16px"><strong>${line.name}</strong><br><span class="muted" style="font-size:14px;color:#47534c">${
          line.variation && html`${line.variation}<br>`
        }Quantity: ${line.quantity}</span></td></tr>`,
    )}</table>`,
  };
}

function pictureOf(item: Pick<OrderItem, "name" | "image">, publicUrl: string): Html {
  const picture = pictureUrl(item, publicUrl);
  return picture === null
    ? html`<div class="blank" style="width:72px;height:90px;border-radius:8px;background:#efe9de"></div>`
    : html`<img src="${picture}" width="72" alt="${item.image?.alt || item.name}" style="display:block;width:72px;height:auto;border:0;border-radius:8px;background:#efe9de">`;
}

function itemRow(item: OrderItem, publicUrl: string): Html {
  return html`<tr><td width="72" valign="top" style="padding:0 16px 16px 0">${pictureOf(item, publicUrl)}</td><td valign="top" style="padding:0 12px 16px 0"><strong>${item.name}</strong><br><span class="muted" style="font-size:14px;color:#47534c">${
    item.variation && html`${item.variation}<br>`
  }${item.quantity} × ${formatMoney(item.price)}</span></td><td valign="top" align="right" style="padding:0 0 16px;word-break:normal">${formatMoney(lineTotal(item))}</td></tr>`;
}

function totalRow(label: string, amount: string, isLast: boolean): Html {
  const look = isLast
    ? "padding:12px 0 0;font-size:18px;font-weight:700;border-top:1px solid #d6d4cc"
    : "padding:4px 0";
  return html`<tr><td class="rule" colspan="2" style="${look}">${label}</td><td class="rule" align="right" style="${look};word-break:normal">${amount}</td></tr>`;
}

/** Label and amount of each line of the total, in the order they are added up. */
function totals(order: EmailOrder): [label: string, amount: string][] {
  return [
    ["Subtotal", formatMoney(order.subtotal)],
    ...(order.discount
      ? [[discountLabel(order.discount), discountText(order.discount)] as [string, string]]
      : []),
    ["Shipping", formatMoney(order.shipping)],
    // As in the cart, there is no tax line when no tax is due.
    ...(order.tax > 0 ? [["Tax", formatMoney(order.tax)] as [string, string]] : []),
    ["Total", formatMoney(order.total)],
    ...(order.extraPaid ? [["Paid for order change", formatMoney(order.extraPaid)] as [string, string]] : []),
  ];
}

export function shipsTo({ order }: OrderLetter): Block {
  const lines = addressLines(order.address);
  return {
    text: ["Ships to:", ...lines].join("\n"),
    html: html`<h2 class="ink" style="margin:0 0 8px;${SERIF};font-size:18px;line-height:24px;color:#14211b">Ships to</h2><p style="margin:0 0 24px">${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`,
  };
}

function lineTotal(item: OrderItem): number {
  return item.price * item.quantity;
}

/** An absolute URL, since an email has no base URL; null when no email client could load the picture. */
function pictureUrl(item: Pick<OrderItem, "image">, publicUrl: string): string | null {
  if (!item.image || !URL.canParse(item.image.url, publicUrl)) return null;
  const url = new URL(emailPicture(item.image.url), publicUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
