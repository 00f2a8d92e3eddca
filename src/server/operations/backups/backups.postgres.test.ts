// A backup of PostgreSQL is made from one moment of it, while the shop sells.
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OWNER } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { createRunningShop, type RunningShop } from "#test/shop/running-shop.ts";
import { askForBackup } from "./ask-for-backup.ts";
import { loadBackups } from "./load-backups.ts";
import { runBackups } from "./run-backups.ts";

const LONG = 120_000;
const HOUR_MS = 60 * 60_000;

let store: RunningShop;
beforeEach(async () => {
  store = await createRunningShop();
}, LONG);
afterEach(() => store.closeAll());

const run = (signal = new AbortController().signal) => runBackups(store.shop, signal);
const list = () => loadBackups(store.shop);
const states = async () => (await list()).backups.map(({ state }) => state);
const inFolder = () => readdirSync(path.join(store.folder, "backups"));

test(
  "[KN-6] a double click makes one backup, no sale waits for it, and a test restores and compares it",
  async () => {
    await sell(store);
    const asked = [1, 2].map(() => askForBackup(store.shop, { actor: OWNER }));
    expect((await Promise.all(asked)).filter(({ started }) => started)).toHaveLength(1);
    const copying = run();
    const sold = [await sell(store), await sell(store)];
    await copying;
    const orders = await store.shop.db.selectFrom("orders").select("id").execute();
    expect([sold.length, orders.length]).toEqual([2, 3]);
    const { backups, test: tested } = await list();
    expect(backups).toMatchObject([{ kind: "asked", state: "done", isHere: true }]);
    expect(inFolder()).toEqual([backups[0]?.fileName]);
    const { tables, rows } = backups[0] ?? {};
    expect(tested.last).toMatchObject({ error: null, tables, rows });
  },
  LONG,
);

test(
  "[KN-6] a process that stops while the database is read requeues its backup, and leaves no partial file",
  async () => {
    await askForBackup(store.shop, { actor: OWNER });
    const stopping = new AbortController();
    const stopped = run(stopping.signal);
    setTimeout(() => stopping.abort(), 5);
    await stopped;
    expect([inFolder(), await states()]).toEqual([[], ["waiting"]]);
    await run();
    expect(await states()).toEqual(["done"]);
  },
  LONG,
);

test(
  "[KN-6] a machine that was declared dead in the middle of a backup leaves no second one when it continues",
  async () => {
    await askForBackup(store.shop, { actor: OWNER });
    const sleeping = run();
    await expect.poll(async () => (await states())[0], { interval: 2 }).toBe("running");
    await Promise.all([sleeping, run()]);
    expect((await list()).backups).toMatchObject([
      { state: "failed", error: /the shop ended while it was made/ },
    ]);
    expect(inFolder()).toEqual([]);
    store.clock.advance(HOUR_MS);
    await askForBackup(store.shop, { actor: OWNER });
    await run();
    expect([inFolder().length, await states()]).toEqual([1, ["done", "failed"]]);
  },
  LONG,
);
