// Asks a customer for the extra payment of an order change, written from its state when the email is sent.
import { sql } from "kysely";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { formatMoment } from "#domain/text/dates.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { OpenTopUp } from "#domain/top-up/top-up.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp } from "../letters/order-parts.ts";
import type { ClaimedEmail } from "../queries.ts";

/** Null when it can no longer be paid, or its order has no page. */
export async function writeTopUpEmail(
  shop: Shop,
  { payload }: ClaimedEmail,
  about: OrderLetter,
): Promise<Letter | null> {
  const { topUpId } = (payload ?? {}) as { topUpId?: unknown };
  const topUp = isUuid(topUpId) ? await findOpen(shop.db, topUpId, nowOf(shop)) : null;
  if (!topUp || about.orderPage === null) return null;
  const { timeZone } = await loadProfile(shop);
  const until = formatMoment(topUp.until, timeZone, "date and time");
  return topUpAsked({ ...about, topUp, until, payPage: `${about.orderPage}/pay` });
}

type TopUpLetter = OrderLetter & { topUp: OpenTopUp; until: string; payPage: string };

export function topUpAsked(letter: TopUpLetter): Letter {
  const { order, store, orderPage, topUp, until, payPage } = letter;
  const number = orderNumber(order.number);
  const amount = formatMoney(topUp.amount);
  return writeLetter(letter, {
    subject: `Pay ${amount} to change your ${store.storeName} order ${number}`,
    title: `Pay ${amount} to change your order`,
    preheader: `${topUp.after} instead of ${topUp.before}.`,
    blocks: [
      greet(
        letter,
        `We can swap ${topUp.before} for ${topUp.after} in your order ${number}. The difference is ${amount}, tax included.`,
      ),
      { text: `Pay here (this link is private):\n${payPage}`, html: button(payPage, `Pay ${amount}`) },
      say(
        `We'll hold the new items for you until ${until}. If you don't pay, your order stays as it is and you won't be charged.`,
      ),
      orderPage && { text: `View your order:\n${orderPage}` },
      offerHelp(letter, "Not what you wanted?"),
    ],
  });
}

async function findOpen(db: Db, id: string, now: Date): Promise<OpenTopUp | null> {
  const { rows } = await sql<OpenTopUp>`
    select difference as amount, before ->> 'pieces' as before, after ->> 'pieces' as after, ${isoTime(sql`expires_at`)} as until
    from order_changes where id = ${id} and state = 'waiting' and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}
