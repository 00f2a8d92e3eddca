// Restores into PostgreSQL: of a demo from its embedded database, and of a shop from PostgreSQL.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { type S3Server, startS3Server } from "#test/servers/s3-server.ts";
import { layWire } from "#test/servers/wire.ts";
import { oldAndNewShop } from "#test/shop/old-and-new-shop.ts";
import { createTestShop, testEnvironment } from "#test/shop/shop.ts";
import { checkSecrets } from "../../../auth/check-secrets.ts";
import { embeddedDatabase, openPostgresDatabase } from "../../../db/database.ts";
import { openInMemory } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { holdPresence } from "../../../db/presence.ts";
import type { Schema } from "../../../db/schema.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { createS3Store } from "../../../files/s3-store.ts";
import { sendDueMails } from "../../../mail/send-due-mails.ts";
import { refundOrder } from "../../../orders/changes/refund-order.ts";
import { fulfillOrder } from "../../../orders/shipments/fulfill-order.ts";
import { checkInvariants } from "../../../reconciliation/invariants.ts";
import { backUpShop } from "../archive/back-up-shop.ts";
import { fixTexts, listTables, sumTables } from "../archive/tables.ts";
import { restoreShop } from "./restore-shop.ts";

const LONG = 120_000;
const PICTURE = "product-images/cap-1024.webp";
if (inject("testDatabase").kind !== "postgres") throw new Error("These tests need PostgreSQL.");

const { here, data, options, restore, told, open } = oldAndNewShop();

describe("a demo that becomes a real shop", () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.stop());

  const sumsOf = (db: Kysely<Schema>) =>
    inTransaction({ db }, async (tx) => {
      await fixTexts(tx);
      return sumTables(tx, await listTables(tx));
    });

  test(
    "[HO-3] moves to PostgreSQL by backup and restore: equal sums, pictures in the S3 store, and old orders continue",
    async () => {
      const source = embeddedDatabase(await openInMemory());
      await migrate(source.db);
      const store = await createTestShop({ database: source, env: { DATA_DIR: data() } });
      await checkSecrets(store.shop);
      const orders: string[] = [];
      for (let sale = 0; sale < 3; sale += 1) orders.push((await sell(store)).orderId);
      await sell(store, { card: "4000000000000002" });
      await startSale(store);
      const [first = "", second = "", third = ""] = orders;
      const refund = { actor, reason: "Too small", restock: true, amount: "rest" } as const;
      await refundOrder(store.shop, { orderId: first, ...refund });
      const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
      await fulfillOrder(store.shop, { orderId: second, actor, step });
      await sendDueMails(store.shop, { limit: 20 });
      const file = path.join(here.home, "demo.backup");
      const { db, env: demo } = store.shop;
      writeFileSync(path.join(data(), "files", PICTURE), "picture");
      await sql`update products set image_url = ${`/storage/${PICTURE}`}, description = 'See "/storage/" and ü'`.execute(
        db,
      );
      const { rows } = await backUpShop({ db, env: demo, file, now: new Date(), say: () => {} });
      expect(rows.orders).toBe(3);
      const before = await sumsOf(db);

      const url = await newPostgresUrl("template0");
      const live = testEnvironment({
        DATA_DIR: path.join(here.home, "live"),
        DATABASE_URL: url,
        ...s3.variables,
      });
      const restored = await restoreShop({ env: live, clock: Date.now, say: () => {}, file, replace: false });
      expect(restored.before).toBeNull();
      const target = await openPostgresDatabase(url);
      here.cleanUp.push(target.close);
      const after = await sumsOf(target.db);
      // The addresses of pictures have changed in these.
      const changed = { products: null, jobs: null };
      expect({ ...after, ...changed }).toEqual({ ...before, ...changed });

      if (live.s3 === null) throw new Error("no store");
      const bucket = createS3Store({ settings: live.s3, clock: Date.now });
      expect(Buffer.from((await bucket.get(PICTURE)) ?? []).toString()).toBe("picture");
      const shown = target.db.selectFrom("products").select(["image_url", "description"]);
      expect(await shown.executeTakeFirst()).toEqual({
        image_url: bucket.url(PICTURE),
        description: 'See "/storage/" and ü',
      });

      const shop = { ...store.shop, db: target.db, pool: target.pool };
      const there = { ...store, shop };
      expect(await checkSecrets(shop)).toEqual([]);
      expect(await loadOrderRow(there, first)).toMatchObject({ status: "refunded" });
      const { orderId } = await sell(there);
      expect((await loadOrderRow(there, orderId)).number).toBe("4");
      for (const order of [third, orderId])
        expect(await refundOrder(shop, { orderId: order, ...refund })).toMatchObject({ ok: true });
      expect(await checkInvariants(shop, { atRest: false })).toEqual([]);
      await expect(sql`delete from order_events`.execute(target.db)).rejects.toThrow("append only");
      await store.close();
      await source.close();
    },
    LONG,
  );
});

describe("[KN-6] a database that a shop holds", () => {
  const presence = { channel: "catalog", ownParts: [], onReplaced: () => {} };

  test("is not replaced, from any folder of the restore", async () => {
    const database = await open();
    await holdPresence(database, presence);
    await expect(restore()).rejects.toThrow(
      `a shop is running on this database (shop: process ${process.pid} on`,
    );
    expect(await told()).toEqual(["new", "new"]);
    await database.close();
    here.cleanUp.pop();
    await restore();
    expect(await told()).toEqual(["old", "old"]);
  });

  test("is not replaced either when the shop starts after the restore's check", async () => {
    const wire = await layWire(here.url, { holds: { words: "pg_try_advisory_xact_lock(", when: "asked" } });
    here.cleanUp.push(wire.close);
    const restoring = restore(wire.url);
    restoring.catch(() => {});
    await wire.held;
    await holdPresence(await open(), presence);
    wire.release();
    await expect(restoring).rejects.toThrow("a shop is running on this database");
    expect(await told()).toEqual(["new", "new"]);
  });
});

test(
  "[KN-6] a replaced shop is in its backup, and no longer in the database",
  async () => {
    const { before } = await restore();
    const schemas = await query(
      here.url,
      "select nspname from pg_namespace where nspname !~ '^(pg_|information)'",
    );
    expect(schemas).toEqual([{ nspname: "public" }]);
    const database = await open();
    const store = await createTestShop({ database });
    await sell(store);
    await store.close();
    await database.close();
    here.cleanUp.pop();
    const sold = await restoreShop({ ...options(), file: before ?? "", replace: true });
    expect(await told()).toEqual(["new", "new"]);
    await restoreShop({ ...options(), file: sold.before ?? "", replace: true });
    expect(await told()).toEqual(["old", "old"]);
    expect(await query(here.url, "select count(*)::int as orders from orders")).toEqual([{ orders: 1 }]);
  },
  LONG,
);

test("[KN-6] another program's table next to a replaced shop is not dropped", async () => {
  await query(here.url, "create table ours (id integer)");
  await expect(restore()).rejects.toThrow("the database has tables that don't belong to a shop (ours)");
  expect(await told()).toEqual(["new", "new"]);
  expect(await query(here.url, "select count(*)::int as rows from ours")).toEqual([{ rows: 0 }]);
});

test("[KN-6] a database that is not empty is refused with one sentence, unless it is a shop that may be replaced", async () => {
  const again = () => restoreShop({ ...options(), file: here.file, replace: false });
  await expect(again()).rejects.toThrow(/^the database already has a shop: add --replace/);
  await query(here.url, "drop schema public cascade; create schema public; create table ours (id integer)");
  for (const replace of [true, false])
    await expect(restoreShop({ ...options(), file: here.file, replace })).rejects.toThrow(
      "the database has tables that don't belong to a shop (ours): create an empty database",
    );
  await query(here.url, "drop table ours");
  mkdirSync(path.join(data(), "files"), { recursive: true });
  expect(await again()).toMatchObject({ before: null });
  expect(await told()).toEqual(["old", "old"]);
});
