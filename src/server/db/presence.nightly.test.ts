// The lock that says a shop runs, and the restore that takes it alone.
import pg from "pg";
import { describe, expect, test } from "vitest";
import { openShop } from "#process/open-shop.ts";
import { examineShop, reportText } from "#server/operations/doctor/examine-shop.ts";
import { query } from "#test/database/own-postgres.ts";
import { oldAndNewShop } from "#test/shop/old-and-new-shop.ts";
import { createTestShop } from "#test/shop/shop.ts";
import type { Database } from "./database.ts";
import { holdPresence, SHOP_LOCK } from "./presence.ts";

const { here, env, restore, open } = oldAndNewShop();

const presence = (onReplaced: (why: Error) => void = () => {}) => ({
  channel: "catalog",
  ownParts: [],
  onReplaced,
});

/** A restore that waits for the database and has it; ends when the test says so. */
async function takeAlone(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: here.url });
  await client.connect();
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${SHOP_LOCK})`);
  return () => client.end();
}

const locks = () =>
  query<{ pid: number; granted: boolean }>(
    here.url,
    `select pid, granted from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database()) order by pid`,
  );

describe("a database that a shop holds", () => {
  test("is not held by a connection that could not be set up", async () => {
    const { db } = await open();
    const query = async (text: string) => {
      if (text.includes("set_config")) throw new Error("no such setting");
      return { rows: [{ isFree: true, mark: null }] };
    };
    const listen: Database["listen"] = async (_channel, { session }) => {
      await session?.({ query } as unknown as pg.Client);
      return { end: async () => {} };
    };
    await expect(holdPresence({ db, listen }, presence())).rejects.toThrow("no such setting");
  });

  test("is not opened during a restore by a shop behind a pooler either, which has no session to say so", async () => {
    const { db } = await open();
    const end = await takeAlone();
    const listen: Database["listen"] = async () => ({ end: async () => {} });
    await expect(holdPresence({ db, listen }, presence())).rejects.toThrow(
      "A restore is replacing the database",
    );
    await end();
  });

  test("a shop that a restore overtakes while it starts is refused, without a second message that it must exit", async () => {
    const { db } = await open();
    const told: string[] = [];
    const client = { query: async () => ({ rows: [{ isFree: false }] }) } as unknown as pg.Client;
    const listen: Database["listen"] = async (_channel, { session }) => {
      await session?.(client);
      return { end: async () => {} };
    };
    const starting = holdPresence(
      { db, listen },
      presence(({ message }) => told.push(message)),
    );
    await expect(starting).rejects.toThrow("A restore is replacing the database");
    expect(told).toEqual([]);
  });

  test("is held again after its connection was lost", async () => {
    const database = await open();
    await holdPresence(database, presence());
    const [before] = await locks();
    await query(here.url, `select pg_terminate_backend(${before?.pid})`);
    await expect.poll(async () => (await locks()).some(({ pid }) => pid !== before?.pid)).toBe(true);
  });

  test("a shop that lost it while a restore began learns that it must exit", async () => {
    const database = await open();
    const told = Promise.withResolvers<Error>();
    await holdPresence(database, presence(told.resolve));
    const [holder] = await locks();
    const restoring = takeAlone();
    await expect.poll(async () => (await locks()).filter(({ granted }) => !granted)).toHaveLength(1);
    await query(here.url, `select pg_terminate_backend(${holder?.pid})`);
    expect((await told.promise).message).toMatch(/A restore is replacing the database/);
    await (await restoring)();
  });

  test("a shop that lost it learns so, too, when the restore is over by the time it reconnects", async () => {
    const told: string[] = [];
    let reconnect = async () => {};
    // Its connections come and go when the test says so.
    const listen: Database["listen"] = async (_channel, { session }) => {
      reconnect = async () => {
        const client = new pg.Client({ connectionString: here.url });
        await client.connect();
        await session?.(client);
        await client.end();
      };
      await reconnect();
      return { end: async () => {} };
    };
    const { db } = await open();
    await holdPresence(
      { db, listen },
      presence(({ message }) => told.push(message)),
    );
    await reconnect();
    expect(told).toEqual([]);
    await restore();
    await reconnect();
    await reconnect();
    expect(told).toEqual([expect.stringMatching(/A restore replaced the database/)]);
  });

  test("the doctor says whether a shop runs, by the lock and not by what is left of a killed one", async () => {
    const { shop, close } = await createTestShop({ database: await open(), env: { DATABASE_URL: here.url } });
    const report = async () => reportText(await examineShop(shop));
    expect(await report()).toContain("✓ Running copies of the shop: 0");
    await holdPresence(await open(), presence());
    expect(await report()).toMatch(/✓ Running copies of the shop: 1\n +\d+ on/);
    await close();
  });
});

test("a shop and a command that start during a restore say so and change nothing", async () => {
  const end = await takeAlone();
  for (const role of ["shop", "command"] as const)
    await expect(openShop(env(), { role })).rejects.toThrow(/A restore is replacing the database.*try again/);
  await end();
  const { close } = await openShop(env(), { role: "shop" });
  await close();
});

test("a restore is refused while a command is at work, and the command is no shop that runs", async () => {
  const { shop, close } = await openShop(env(), { role: "command" });
  await expect(restore()).rejects.toThrow(`command ${process.pid} on`);
  expect(reportText(await examineShop(shop))).toContain("✓ Running copies of the shop: 0");
  await close();
  await restore();
});

test("a command that loses the database learns so, because a restore may start", async () => {
  const lost = Promise.withResolvers<Error>();
  const { close } = await openShop(env(), { role: "command", onReplaced: lost.resolve });
  const [holder] = await locks();
  await query(here.url, `select pg_terminate_backend(${holder?.pid})`);
  expect((await lost.promise).message).toMatch(/blocked restores was lost/);
  await close();
});
