// Asks a customer for the extra payment of an order change, written from its state when the email is sent.
import { sql } from "kysely";
import type { OpenExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import { formatMoment } from "#domain/text/dates.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { loadProfile } from "../../settings/load-configuration.ts";
import { button, say, writeLetter } from "../letters/frame.ts";
import type { Letter, OrderDraft, OrderLetter } from "../letters/letter.ts";
import { greet, offerHelp } from "../letters/order-parts.ts";

/** Null when it can no longer be paid, or its order has no page. */
export async function writeExtraPaymentEmail({ shop, claimed, about }: OrderDraft): Promise<Letter | null> {
  const { extraPaymentId } = (claimed.payload ?? {}) as { extraPaymentId?: unknown };
  const extraPayment = isUuid(extraPaymentId) ? await findOpen(shop.db, extraPaymentId, nowOf(shop)) : null;
  if (!extraPayment || about.orderPage === null) return null;
  const { timeZone } = await loadProfile(shop);
  const until = formatMoment(extraPayment.until, timeZone, "date and time");
  return extraPaymentAsked({ ...about, extraPayment, until, payPage: `${about.orderPage}/pay` });
}

type ExtraPaymentLetter = OrderLetter & { extraPayment: OpenExtraPayment; until: string; payPage: string };

export function extraPaymentAsked(letter: ExtraPaymentLetter): Letter {
  const { order, store, orderPage, extraPayment, until, payPage } = letter;
  const number = orderNumber(order.number);
  const amount = formatMoney(extraPayment.amount);
  return writeLetter(letter, {
    subject: `Pay ${amount} to change your ${store.storeName} order ${number}`,
    title: `Pay ${amount} to change your order`,
    preheader: `${extraPayment.after} instead of ${extraPayment.before}.`,
    blocks: [
      greet(
        letter,
        `We can swap ${extraPayment.before} for ${extraPayment.after} in your order ${number}. The difference is ${amount}, tax included.`,
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

async function findOpen(db: Db, id: string, now: Date): Promise<OpenExtraPayment | null> {
  const { rows } = await sql<OpenExtraPayment>`
    select difference as amount, before ->> 'items' as before, after ->> 'items' as after, ${isoTime(sql`expires_at`)} as until
    from order_changes where id = ${id} and state = 'waiting' and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}
