// A pooler in transaction mode, which lends a connection of the server for one transaction.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { sell } from "#test/sales/sales.ts";
import { type PgBouncer, startPgBouncer } from "#test/servers/pgbouncer.ts";
import { layWire } from "#test/servers/wire.ts";
import { createTestShop } from "#test/shop/shop.ts";
import { adviseOnSessions, type Database, isStartRefused, openPostgresDatabase } from "./database.ts";
import { NOT_HEARD, SESSION_PACE } from "./session.ts";
import { inTransaction } from "./transaction.ts";

const quick = { ...SESSION_PACE, helloMsMax: 1_500, againMs: 20 };
const channel = "test";

let directUrl: string;
let pooler: PgBouncer;
const opened: Database[] = [];

beforeAll(async () => {
  directUrl = await newPostgresUrl();
  pooler = await startPgBouncer(directUrl);
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => pooler?.stop());

const pooledUrl = () => pooler.url(new URL(directUrl).pathname.slice(1));

async function open(...places: Parameters<typeof openPostgresDatabase>): Promise<Database> {
  const database = await openPostgresDatabase(...places);
  opened.push(database);
  return database;
}

const timeoutOf = async (db: Parameters<typeof adviseOnSessions>[0]) =>
  (await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(db)).rows[0]
    ?.timeout;

test("without a pooler no plan is compiled, and every statement is limited", async () => {
  const { db } = await open(directUrl);
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db);
  expect([rows[0]?.jit, await timeoutOf(db)]).toEqual(["off", "30s"]);
  expect(await adviseOnSessions(db)).toEqual([]);
});

test.each([
  "unsupported startup parameter: statement_timeout",
  "unsupported startup parameter in options: jit",
  "Feature not supported: RDS Proxy currently doesn't support command-line options.",
])("a pooler's refusal is known: %s", (message) => {
  expect(isStartRefused(new Error(message))).toBe(true);
  expect(isStartRefused(new Error("password authentication failed"))).toBe(false);
});

describe("PgBouncer in transaction mode, as it comes", () => {
  test("a pooler that refuses statement_timeout is used without it, each transaction limits itself, and no other one inherits that", async () => {
    const { db } = await open(pooledUrl());
    expect(await inTransaction({ db }, timeoutOf)).toBe("30s");
    expect(await timeoutOf(db)).toBe("0");
    const advice = (await adviseOnSessions(db)).map(({ text }) => text);
    expect(advice).toEqual([
      expect.stringContaining("alter role shop set statement_timeout = '30s'"),
      expect.stringContaining("alter role shop set jit = off"),
    ]);
  });

  test("the advised setting of the role limits every statement, and nothing is left to advise", async () => {
    const name = new URL(directUrl).pathname.slice(1);
    await query(
      directUrl,
      `create role limited login in role pg_read_all_data; alter role limited set statement_timeout = '7s'; alter role limited set jit = off`,
    );
    const url = directUrl.replace("shop@", "limited@");
    const limited = await startPgBouncer(url);
    try {
      const { db } = await open(limited.url(name));
      expect(await timeoutOf(db)).toBe("7s");
      expect(await inTransaction({ db }, timeoutOf)).toBe("7s");
      expect(await adviseOnSessions(db)).toEqual([]);
    } finally {
      for (const database of opened.splice(0)) await database.close();
      await limited.stop();
    }
  });

  test("a pooler that ignores statement_timeout is known by its effect", async () => {
    const ignoring = await startPgBouncer(directUrl, ["ignore_startup_parameters = statement_timeout"]);
    try {
      const { db } = await open(ignoring.url(new URL(directUrl).pathname.slice(1)));
      expect(await inTransaction({ db }, timeoutOf)).toBe("30s");
      expect(await adviseOnSessions(db)).toHaveLength(2);
    } finally {
      for (const database of opened.splice(0)) await database.close();
      await ignoring.stop();
    }
  });

  test("an address past the pooler that leads nowhere is named by its own variable", async () => {
    const past = await open(directUrl, { directUrl: "postgres://shop@127.0.0.1:1/none", pace: quick });
    const hearer = { heard: () => {}, missed: () => {} };
    await expect(past.listen(channel, hearer)).rejects.toThrow(
      "The database at DATABASE_URL_DIRECT can't be used",
    );
  });

  test("the shop sells through it, and sends no named statement, SET, LISTEN or session lock", async () => {
    const wire = await layWire(pooledUrl());
    const store = await createTestShop({ database: await open(wire.url) });
    try {
      const { orderId } = await sell(store);
      // A sale is single statements; other work is several in one transaction.
      await inTransaction(store.shop, (tx) => tx.selectFrom("orders").select("id").execute());
      expect(await query(directUrl, `select status from orders where id = '${orderId}'`)).toEqual([
        { status: "paid" },
      ]);
    } finally {
      await store.close();
    }
    expect(wire.statementNames()).toEqual([]);
    const sent = wire.sent();
    expect(sent).toContain("set_config(name, wanted, true)");
    expect(sent).not.toMatch(
      /\bset (?!local\b|constraints\b|transaction\b)\w+ *(=|to)\s*'?\w+'?;?\0|\blisten\b|pg_advisory_lock|pg_try_advisory_lock/i,
    );
    for (const database of opened.splice(0)) await database.close();
    await wire.close();
  });

  test("LISTEN through it is deaf, so nothing starts on it; past it, everything is heard", async () => {
    const hearer = { heard: () => {}, missed: () => {} };
    await expect((await open(pooledUrl(), { pace: quick })).listen(channel, hearer)).rejects.toThrow(
      NOT_HEARD,
    );
    const heard: string[] = [];
    const past = await open(pooledUrl(), { directUrl, pace: quick });
    await past.listen(channel, { ...hearer, heard: (payload) => heard.push(payload) });
    await past.pool.query(`select pg_notify('${channel}', 'hello')`);
    await expect.poll(() => heard).toEqual(["hello"]);
  });
});
