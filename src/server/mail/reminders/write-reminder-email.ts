// A reminder is written when it is sent. Shoppers who have since bought, started over, opted out, or had their data
// erased get none.
import { html } from "hono/html";
import { sql } from "kysely";
import type { Db } from "../../db/transaction.ts";
import { button, link, paragraph, say, writeLetter } from "../letters/frame.ts";
import { type Draft, type Letter, pageUrl, type Sender } from "../letters/letter.ts";
import { reminderPath } from "../links/email-links.ts";

type Dropped = { ok: false; reason: string; drop: { backInLine: null } };
type WrittenEmail = { ok: true; letter: Letter; email: string; unsubscribe: string };

export async function writeReminderEmail({
  shop,
  claimed: { payload },
  sender,
}: Draft): Promise<WrittenEmail | Dropped> {
  const { checkoutId } = (payload ?? {}) as { checkoutId?: unknown };
  const id = typeof checkoutId === "string" ? checkoutId : "";
  const found = await findFacts(shop.db, id);
  if (!found) return { ok: false, reason: "it is no longer true", drop: { backInLine: null } };
  const page = pageUrl(sender, reminderPath(shop, id));
  return {
    ok: true,
    letter: checkoutReminder({ ...sender, ...found, page }),
    email: found.email,
    unsubscribe: page,
  };
}

type Facts = { email: string; names: string[] };

async function findFacts(db: Db, checkoutId: string): Promise<Facts | null> {
  const { rows } = await sql<Facts>`
    select c.shipping_address ->> 'customer_email' as email, (select jsonb_agg(l.quantity || ' × ' || l.name ||
        case when l.variation = '' then '' else ' (' || l.variation || ')' end order by l.position, l.variant_id)
      from checkout_items l where l.checkout_id = c.id) as names
    from checkouts c join checkout_reminders r on r.checkout_id = c.id and r.state = 'sent'
    where c.id::text = ${checkoutId} and reminder_is_true(c, r.asked_at)`.execute(db);
  return rows[0] ?? null;
}

/** To a shopper who left a checkout after opting in. */
export function checkoutReminder(letter: Sender & Facts & { page: string }): Letter {
  const { store, names, page } = letter;
  const list = names.join("\n");
  return writeLetter(letter, {
    subject: `Your cart at ${store.storeName}`,
    title: "Your cart is still here",
    preheader: "You asked us to remind you once.",
    blocks: [
      say(
        `You didn't finish your order at ${store.storeName}, and asked us to remind you once. Your cart has:`,
      ),
      { text: list, html: paragraph(html`<strong>${names.join(", ")}</strong>`) },
      { text: page, html: button(page, "Return to your cart") },
      say(
        "Your items aren't reserved, and prices may have changed. We won't email you about this cart again.",
      ),
      {
        text: `Stop cart reminders:\n${page}`,
        html: paragraph(html`${link(page, "Stop cart reminders")}`),
      },
    ],
  });
}
