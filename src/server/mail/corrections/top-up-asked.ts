// Asks a customer to pay what a change of the order costs more, from what it is when the mail is sent.
import { sql } from "kysely";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { tellMoment } from "#domain/text/dates.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { OpenTopUp } from "#domain/top-up/top-up.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp } from "../letters/order-parts.ts";
import type { ClaimedMail } from "../queries.ts";

/** Null when it can't be paid any more, or its order has no page. */
export async function writeTopUpMail(
  shop: Shop,
  { payload }: ClaimedMail,
  about: OrderLetter,
): Promise<Letter | null> {
  const { topUpId } = (payload ?? {}) as { topUpId?: unknown };
  const topUp = isUuid(topUpId) ? await findOpen(shop.db, topUpId, nowOf(shop)) : null;
  if (!topUp || about.orderPage === null) return null;
  const { timeZone } = await loadProfile(shop);
  const until = tellMoment(topUp.until, timeZone, "date and time");
  return topUpAsked({ ...about, topUp, until, payPage: `${about.orderPage}/pay` });
}

type TopUpLetter = OrderLetter & { topUp: OpenTopUp; until: string; payPage: string };

export function topUpAsked(letter: TopUpLetter): Letter {
  const { order, store, orderPage, topUp, until, payPage } = letter;
  const number = orderNumber(order.number);
  const amount = formatMoney(topUp.amount);
  return writeLetter(letter, {
    subject: `${amount} to pay for the change of your ${store.storeName} order ${number}`,
    title: `Pay ${amount} for the change`,
    preheader: `${topUp.after} instead of ${topUp.before}.`,
    blocks: [
      greet(
        letter,
        `in your order ${number} you can get ${topUp.after} instead of ${topUp.before}. That costs ${amount} more, tax included.`,
      ),
      { text: `Pay it here (this link is yours alone):\n${payPage}`, html: button(payPage, `Pay ${amount}`) },
      say(
        `We keep the new pieces for you until ${until}. If you do not pay, nothing changes: your order stays as it was, and nothing is charged.`,
      ),
      orderPage && { text: `See your order:\n${orderPage}` },
      offerHelp(letter, "That is not what you wanted?"),
    ],
  });
}

async function findOpen(db: Db, id: string, now: Date): Promise<OpenTopUp | null> {
  const { rows } = await sql<OpenTopUp>`
    select difference as amount, before ->> 'pieces' as before, after ->> 'pieces' as after, ${isoTime(sql`expires_at`)} as until
    from order_changes where id = ${id} and state = 'waiting' and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}
