// How fast mails leave: through a mail server on this machine that takes 5 ms for each answer, into the mailbox of a
// shop without one, and after a mail server that refuses. The shop's own worker sends them, with all its other tasks.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { openShop } from "#process/open-shop.ts";
import { startWorker } from "#process/worker.ts";
import { parseEnvironment } from "#server/env.ts";
import type { Shop } from "#server/shop.ts";
import { type Answer, TinySmtpServer } from "#test/smtp-server.ts";
import { atLeast, atMost, type Figure } from "./figures.ts";

const MAILS = 1_000;
const LATENCY_MS = 5;
const PER_SECOND_MIN = 100;
/** Each of them has two mails, and each mail is refused twice. */
const REFUSED_ORDERS = 150;
const LATE_SECONDS_MAX = 10;
const LOOK_MS = 5;
const GIVE_UP_MS = 400_000;

/** `databaseUrl` null: the embedded database. Needs a database and a folder without a shop. */
export type MailSettings = { dataDir: string; databaseUrl: string | null };

export async function measureMails(name: string, settings: MailSettings): Promise<Figure[]> {
  const bySmtp = await rateBySmtp(settings);
  const once = await lateness(settings, 1);
  const crowd = await lateness(settings, REFUSED_ORDERS);
  const count = MAILS.toLocaleString("en-US");
  return [
    atLeast(`${name}: ${count} mails by SMTP`, bySmtp, PER_SECOND_MIN, "a second"),
    atLeast(
      `${name}: ${count} mails to the mailbox`,
      await rateToMailbox(settings),
      PER_SECOND_MIN,
      "a second",
    ),
    atMost(`${name}: order to mail, refused twice`, once, LATE_SECONDS_MAX, "s"),
    atMost(
      `${name}: the last of ${2 * REFUSED_ORDERS} mails, each refused twice`,
      crowd,
      LATE_SECONDS_MAX,
      "s",
    ),
  ];
}

async function rateBySmtp(settings: MailSettings): Promise<number> {
  const server = new TinySmtpServer([], { latencyMs: LATENCY_MS });
  const seconds = await timeOf(settings, await server.start(), {
    kinds: ["order_confirmation"],
    orders: MAILS,
    arrived: () => server.messages.length,
  });
  await server.stop();
  return MAILS / seconds;
}

async function rateToMailbox(settings: MailSettings): Promise<number> {
  const folder = path.join(settings.dataDir, "mailbox");
  const seconds = await timeOf(settings, null, {
    kinds: ["order_confirmation"],
    orders: MAILS,
    arrived: () => mailsIn(folder),
  });
  return MAILS / seconds;
}

/** Seconds from the orders to the last mail. Each mail is answered with 421, then cut off in its middle, then taken. */
async function lateness(settings: MailSettings, orders: number): Promise<number> {
  const tries = new Map<string, number>();
  const judge = ({ messageId }: { messageId: string }): Answer => {
    const tried = tries.get(messageId) ?? 0;
    tries.set(messageId, tried + 1);
    return (["421 4.3.2 try again later", "hang up"] as const)[tried] ?? "250 2.0.0 queued";
  };
  const server = new TinySmtpServer([], { latencyMs: LATENCY_MS, judge });
  const seconds = await timeOf(settings, await server.start(), {
    kinds: ["order_confirmation", "owner_new_order"],
    orders,
    arrived: () => server.messages.length,
  });
  await server.stop();
  return seconds;
}

type Load = { kinds: string[]; orders: number; arrived: () => number };

/** Queues the mails while the worker runs, and waits until all have arrived. Answers in seconds. */
async function timeOf(
  { dataDir, databaseUrl }: MailSettings,
  smtpUrl: string | null,
  { kinds, orders, arrived }: Load,
): Promise<number> {
  const parsed = parseEnvironment({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: "Golf Pro Shop <orders@shop.example>" }),
    ADMIN_EMAIL: "owner@example.com",
    AVIF_PICTURES: "off",
    LOG_LEVEL: "silent",
  });
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const { shop, close } = await openShop(parsed.value);
  const worker = startWorker(shop);
  try {
    const before = arrived();
    await placeOrders(shop, kinds, orders);
    const started = performance.now();
    worker.wake();
    while (arrived() < before + orders * kinds.length) {
      if (performance.now() - started > GIVE_UP_MS) throw new Error("the mails did not arrive");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return (performance.now() - started) / 1_000;
  } finally {
    await worker.stop();
    await close();
  }
}

/** Paid orders of one product, with their mails in the outbox. */
async function placeOrders(shop: Shop, kinds: string[], count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const now = new Date(shop.clock());
  const address = {
    customer_name: "Pat Golfer",
    customer_email: "pat@example.com",
    street: "1 Example Street",
    city: "Springfield",
    state: "IL",
    zip_code: "62701",
    country: "US",
  };
  await shop.pool.query(
    `insert into orders (id, status, subtotal, shipping, tax, total, shipping_address, source, created_at, updated_at)
      select id, 'paid', 4900, 599, 392, 5891, $2, 'bench', $3, $3 from unnest($1::uuid[]) id`,
    [ids, JSON.stringify(address), now],
  );
  await shop.pool.query(
    `insert into order_items (order_id, position, name, variation, quantity, price)
      select id, 0, 'Fairway Cap', null, 2, 2450 from unnest($1::uuid[]) id`,
    [ids],
  );
  await shop.pool.query(
    "select queue_mail(kind, id, $3) from unnest($1::uuid[]) id, unnest($2::text[]) kind",
    [ids, kinds, now],
  );
}

function mailsIn(folder: string): number {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json")).length;
  } catch {
    return 0;
  }
}
