// One process of the shop: its own connections to the database, the provider, and the mail server, and the app that
// responds to requests. It is built from the same parts as the running shop. It can be killed in any gap; its memory
// (counts of limits, shared responses) dies with it.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { RateLimiter } from "#server/auth/limits/rate-limit.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import { CLIENT_IP_HEADER, createClientFinder } from "#server/core/client-ip.ts";
import type { Shop } from "#server/core/shop.ts";
import { kyselyOver } from "#server/db/database.ts";
import { appPosts, createApp } from "#server/http/app.ts";
import { createDoor } from "#server/http/door/door.ts";
import { PagePaths } from "#server/http/pages/page-path.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from "../shop-parts.ts";
import { type DatabaseFault, faultyPool } from "./faulty-database.ts";
import { callsTo } from "./provider-calls.ts";
import type { World } from "./world.ts";

/** `peer`: the IP at the other end of the connection. */
export type Ask = (request: Request, peer: string) => Promise<Response>;

export type ShopProcess = { shop: Shop; ask: Ask; isAlive: boolean };

const paths = new PagePaths([]);
const staticFiles = new StaticFiles("");

export function startProcess(world: World): ShopProcess {
  const process: ShopProcess = { isAlive: true, shop: world.engine.parts, ask: async () => Response.error() };
  const shop = buildShop(world, process);
  const { mutant } = world.plan;
  process.shop = mutant?.shop?.(shop, world) ?? shop;
  const ask = askThrough(process.shop);
  process.ask = mutant?.ask?.(ask, process.shop) ?? ask;
  return process;
}

function buildShop(world: World, process: ShopProcess): Shop {
  const isAlive = () => process.isAlive;
  /** A dead process is never heard from again. */
  const whileAlive = (gap: string) => (process.isAlive ? world.pause(gap) : new Promise<void>(() => {}));
  const pool = faultyPool(world.engine.pool, world.engine.statements, {
    isAlive,
    strike: (statement, mayLock) => strike(world, statement, mayLock),
    wrote: () => {
      world.isDirty = true;
    },
    begins: () => world.scheduler.begins(),
    reached: ({ gap, calls }) => {
      for (const name of calls) world.plan.coverage.count("functions", name);
      return whileAlive(gap);
    },
  });
  return {
    ...world.engine.parts,
    pool,
    db: kyselyOver(pool),
    payments: createStripeProvider({
      mode: "sandbox",
      publishableKey: PUBLISHABLE_KEY,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      retriesMax: 0,
      clock: () => world.now,
      fetch: callsTo(world.sandbox, {
        isAlive,
        retriesMax: world.random.below(3),
        refuses: (key) => refuses(world, key),
        pause: (point) => (process.isAlive ? world.pause(point) : Promise.resolve()),
        answered: (name, response) => noteAnswer(world, name, response),
      }),
    }),
    mailer: {
      send: async (mail) => {
        await whileAlive("mail:begun");
        const outcome = handOver(world, mail);
        await whileAlive("mail:sent");
        if (outcome) throw outcome;
      },
    },
    memory: { settings: null, catalog: new KeptCatalog({ isTold: false }) },
    clock: () => world.now,
    newId: () => (process.isAlive ? world.newId() : ""),
  };
}

/** The door, the visitor's IP, and the app, as behind the real listener. */
function askThrough(shop: Shop): Ask {
  const { env } = shop;
  const limiter = new RateLimiter(shop, { now: shop.clock, waitMs: null });
  const app = createApp({
    ...{ shop, limiter, staticFiles, paths, sandbox: null, mailboxFolder: null },
    renderPage: async () => new Response("", { status: 404 }),
    metrics: async () => "",
  });
  const door = createDoor({ env, pagePost: () => null, posted: appPosts(shop) });
  const findClient = createClientFinder(env);
  return async (request, peer) => {
    const url = new URL(request.url);
    const head = new IncomingMessage(new Socket());
    const headers = { ...Object.fromEntries(request.headers), host: url.host };
    Object.assign(head, { method: request.method, url: url.pathname + url.search, headers });
    const verdict = door.judge(head);
    if (verdict.kind === "refused") {
      const { status, code, words } = verdict.refusal;
      return Response.json({ error: { code, message: words } }, { status });
    }
    request.headers.set(CLIENT_IP_HEADER, findClient(peer, headers).ip);
    return app.fetch(request);
  };
}

/** A refused key is refused every time, and an accepted key is never refused later. */
function refuses(world: World, key: string): boolean {
  if (world.refusals > 0 && !world.seenKeys.has(key)) {
    world.refusals -= 1;
    world.refusedKeys.add(key);
    world.count("refused by the provider");
  }
  world.seenKeys.add(key);
  return world.refusedKeys.has(key);
}

/** Only a transaction that holds several locks can be the victim of a deadlock. */
function strike(world: World, statement: string, mayLock: boolean): DatabaseFault | null {
  const fault = world.databaseFault;
  const isCommit = /^\s*commit/i.test(statement) || /settle_payment/.test(statement);
  if (!fault || (fault.kind === "again" && !mayLock) || (fault.isOfCommits && !isCommit)) return null;
  fault.after -= 1;
  if (fault.after >= 0) return null;
  fault.times -= 1;
  if (fault.times <= 0) world.databaseFault = null;
  world.struck.add(world.scheduler.current);
  world.count(fault.kind === "after" && isCommit ? "commit unknown" : "database gone");
  world.say(`  database fault "${fault.kind}" at ${statement.trim().slice(0, 30).replace(/\s+/g, " ")}`);
  return fault.kind;
}

/** Hands an email to the mail server; the error that the shop sees, or null. */
function handOver(world: World, mail: Mail): Error | null {
  const fault = world.mailFaults.shift();
  if (fault === "refused") {
    world.count("mail refused");
    return new Error("421 try again later");
  }
  world.mailbox.push(mail);
  if (mail.messageId.includes("checkout_reminder.")) world.count("reminder sent");
  if (fault !== "answer lost") return null;
  world.count("mail sent, answer lost");
  return new Error("connection lost");
}

function noteAnswer(world: World, name: string, { status, headers }: Response): void {
  if (name !== "retrieve" && name !== "list") world.isDirty = true;
  if (status === 409) world.count("same key still in use (409)");
  if (status === 429) world.count("rate limited (429)");
  if (status === 500 && headers.get("idempotent-replayed")) world.count("kept 500 replayed");
  if (name === "create" && status === 200 && headers.get("idempotent-replayed"))
    world.count("intent found again after a crash");
}
