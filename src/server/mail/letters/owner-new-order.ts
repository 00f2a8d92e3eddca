import { html } from "hono/html";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { button, paragraph, writeLetter } from "./frame.ts";
import { type Letter, type OrderLetter, pageUrl } from "./letter.ts";
import { itemsSold, scorecard, shipsTo } from "./order-parts.ts";

/** To the owner: a paid order to pack, and whether it needs a decision first. */
export function ownerNewOrder(letter: OrderLetter): Letter {
  const { order } = letter;
  const number = orderNumber(order.number);
  const from = `${order.address.customer_name} (${order.address.customer_email})`;
  const attention = order.attention.map((reason) => reason.replaceAll("_", " ")).join(", ");
  const warning = attention && `Needs your attention before it ships: ${attention}.`;
  const page = pageUrl(letter, `/admin/orders/${order.id}`);
  return writeLetter(letter, {
    subject: `${attention ? "Needs attention: new" : "New"} order ${number}, ${formatMoney(order.total)}`,
    title: `New order ${number}`,
    preheader: `${formatMoney(order.total)} from ${order.address.customer_name}`,
    blocks: [
      { text: `New order ${number} from ${from}.`, html: paragraph(`Placed by ${from}.`) },
      warning && {
        text: warning,
        html: html`<p class="note" style="margin:0 0 16px;font-weight:700;color:#a32510">${warning}</p>`,
      },
      { html: html`${scorecard(letter)}${button(page, "View the order")}` },
      itemsSold(letter),
      shipsTo(letter),
      { text: `View the order: ${page}` },
    ],
  });
}
