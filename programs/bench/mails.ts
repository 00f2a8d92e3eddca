// How fast mails leave: through a mail server on this machine that takes 5 ms for each answer, into the mailbox of a
// shop without one, and after a mail server that refuses. The shop's own worker sends them, with all its other tasks.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { openShop } from "#process/open-shop.ts";
import { startWorker } from "#process/worker.ts";
import { parseEnvironment } from "#server/env.ts";
import type { Shop } from "#server/shop.ts";
import { patsAddress } from "#test/people.ts";
import { type Answer, TinySmtpServer } from "#test/smtp-server.ts";
import { atLeast, atMost, type Figure } from "./figures.ts";

const MAILS = 1_000;
const LATENCY_MS = 5;
const PER_SECOND_MIN = 100;
const CPU_MS_MAX = 10;
const REFUSED_MAILS = 300;
const LATE_SECONDS_MAX = 10;
const LOOK_MS = 5;
const GIVE_UP_MS = 400_000;

/** `databaseUrl` null: the embedded database. Needs a database and a folder without a shop. */
export type MailSettings = { dataDir: string; databaseUrl: string | null };

export async function measureMails(name: string, settings: MailSettings): Promise<Figure[]> {
  const bySmtp = await takeThroughServer(settings, MAILS);
  const toMailbox = await takeToMailbox(settings);
  const once = await takeThroughServer(settings, 1, refuseTwice());
  const crowd = await takeThroughServer(settings, REFUSED_MAILS, refuseTwice());
  const count = MAILS.toLocaleString("en-US");
  return [
    atLeast(`${name}: ${count} mails by SMTP`, MAILS / bySmtp.seconds, PER_SECOND_MIN, "a second"),
    atMost(`${name}: the same, processor time of each`, bySmtp.cpuMs / MAILS, CPU_MS_MAX, "ms"),
    atLeast(`${name}: ${count} mails to the mailbox`, MAILS / toMailbox.seconds, PER_SECOND_MIN, "a second"),
    atMost(`${name}: order to mail, refused twice`, once.seconds, LATE_SECONDS_MAX, "s"),
    atMost(
      `${name}: the last of ${REFUSED_MAILS} mails, each refused twice`,
      crowd.seconds,
      LATE_SECONDS_MAX,
      "s",
    ),
  ];
}

type Judge = (message: { messageId: string }) => Answer;
type Taken = { seconds: number; cpuMs: number };

/** From the moment when the mails are queued to the last one at the server, which runs in this process too. */
async function takeThroughServer(settings: MailSettings, mails: number, judge?: Judge): Promise<Taken> {
  const server = new TinySmtpServer([], { latencyMs: LATENCY_MS, ...(judge && { judge }) });
  const taken = await send(settings, await server.start(), mails, () => server.messages.length);
  await server.stop();
  const ids = new Set(server.messages.map(({ messageId }) => messageId));
  if (ids.size !== mails) throw new Error(`${mails - ids.size} mails came twice`);
  return taken;
}

function takeToMailbox(settings: MailSettings): Promise<Taken> {
  const folder = path.join(settings.dataDir, "mailbox");
  return send(settings, null, MAILS, () => mailsIn(folder));
}

/** Each mail is answered with 421, then cut off in its middle, then taken. */
function refuseTwice(): Judge {
  const tries = new Map<string, number>();
  return ({ messageId }) => {
    const tried = tries.get(messageId) ?? 0;
    tries.set(messageId, tried + 1);
    return (["421 4.3.2 try again later", "hang up"] as const)[tried] ?? "250 2.0.0 queued";
  };
}

/** Queues the mails while the worker runs, and waits until all have arrived. */
async function send(
  { dataDir, databaseUrl }: MailSettings,
  smtpUrl: string | null,
  mails: number,
  arrived: () => number,
): Promise<Taken> {
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
    await placeOrders(shop, mails);
    const started = performance.now();
    const used = process.cpuUsage();
    worker.wake("mails");
    while (arrived() < before + mails) {
      if (performance.now() - started > GIVE_UP_MS) throw new Error("the mails did not arrive");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const { user, system } = process.cpuUsage(used);
    return { seconds: (performance.now() - started) / 1_000, cpuMs: (user + system) / 1_000 };
  } finally {
    await worker.stop();
    await close();
  }
}

/** Paid orders of one product, with their confirmations in the outbox. */
async function placeOrders(shop: Shop, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const now = new Date(shop.clock());
  await shop.pool.query(
    `insert into orders (id, status, subtotal, shipping, tax, total, shipping_address, source, created_at, updated_at)
      select id, 'paid', 4900, 599, 392, 5891, $2, 'bench', $3, $3 from unnest($1::uuid[]) id`,
    [ids, JSON.stringify(patsAddress), now],
  );
  await shop.pool.query(
    `insert into order_items (order_id, position, name, variation, quantity, price)
      select id, 0, 'Fairway Cap', null, 2, 2450 from unnest($1::uuid[]) id`,
    [ids],
  );
  await shop.pool.query("select queue_mail('order_confirmation', id, $2) from unnest($1::uuid[]) id", [
    ids,
    now,
  ]);
}

function mailsIn(folder: string): number {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json")).length;
  } catch {
    return 0;
  }
}
