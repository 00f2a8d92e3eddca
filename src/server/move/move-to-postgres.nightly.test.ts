import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openFreshDatabase } from "#test/database/fresh-database.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { createTestShop, TEST_TIME, type TestShop, testEnvironment } from "#test/shop/shop.ts";
import { checkSecrets } from "../auth/check-secrets.ts";
import {
  type Database,
  embeddedDatabase,
  openEmbeddedDatabase,
  openPostgresDatabase,
} from "../db/database.ts";
import { openEmbedded } from "../db/embedded.ts";
import { lockFolder } from "../db/folder-lock.ts";
import { migrate } from "../db/migrate.ts";
import type { FileStore } from "../files/file-store.ts";
import { createLocalStore } from "../files/local-store.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { fulfillOrder } from "../orders/parcels/fulfill-order.ts";
import { checkInvariants } from "../reconciliation/invariants.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { moveToPostgres } from "./move-to-postgres.ts";

const origin = inject("testDatabase");
if (origin.kind !== "postgres") throw new Error("These tests need PostgreSQL.");
const { adminUrl } = origin;
const PICTURE = "product-images/cap-1024.webp";
const LONG = 120_000;

describe("moving to PostgreSQL", () => {
  let home = "";
  let targetUrl = "";
  let store: TestShop;
  let orders: string[] = [];
  let counted: string[] = [];

  const moving = (change: { url?: string | null; say?: (line: string) => void; to?: FileStore } = {}) => {
    const url = change.url === undefined ? targetUrl : change.url;
    const folder = path.join(home, "files");
    return moveToPostgres({
      env: testEnvironment({ DATA_DIR: home, ...(url === null ? {} : { DATABASE_URL: url }) }),
      pictures: change.to ? { folder, from: createLocalStore({ folder }), to: change.to } : null,
      newId: () => "00000000-0000-4000-8000-00000000abcd",
      now: new Date(TEST_TIME),
      say: change.say ?? (() => {}),
    });
  };
  const newUrl = async () => {
    const database = await openFreshDatabase();
    const { rows } = await database.pool.query<{ name: string }>("select current_database() as name");
    await database.close();
    return adminUrl.replace(/\/postgres$/, `/${rows[0]?.name}`);
  };
  const tablesOf = async ({ db }: Database) =>
    (
      await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace order by 1`.execute(db)
    ).rows.map(({ name }) => name);
  const countsOf = async (database: Database) => {
    const counts: string[] = [];
    for (const name of await tablesOf(database)) {
      const { rows } = await sql<{
        count: string;
      }>`select count(*)::text as count from ${sql.id(name)}`.execute(database.db);
      if (name !== "shop_facts") counts.push(`${name} ${rows[0]?.count}`);
    }
    return counts;
  };

  /** A shop with sales, a refund, a parcel, an open checkout and a picture. */
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), "shop-move-"));
    targetUrl = await newUrl();
    mkdirSync(path.join(home, "files/product-images"), { recursive: true });
    writeFileSync(path.join(home, "files", PICTURE), "picture");
    const source = embeddedDatabase(await openEmbedded(home, () => {}));
    await migrate(source.db);
    store = await createTestShop({ database: source });
    await checkSecrets(store.shop);
    for (let sale = 0; sale < 3; sale += 1) orders.push((await sell(store)).orderId);
    await sell(store, { card: "4000000000000002" });
    await startSale(store);
    const [first = "", second = ""] = orders;
    const refund = { actor, reason: "Too small", restock: true, amount: "rest" } as const;
    await refundOrder(store.shop, { orderId: first, ...refund });
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
    await fulfillOrder(store.shop, { orderId: second, actor, step });
    await sendDueMails(store.shop, { limit: 20 });
    await sql`update products set image_url = ${`/storage/${PICTURE}`}, description = 'See "/storage/" and ü'`.execute(
      source.db,
    );
    counted = await countsOf(source);
    await source.close();
  }, LONG);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test(
    "without a database to move to, beside a running shop, or into a database with tables, nothing is moved",
    async () => {
      expect(await moving({ url: null })).toMatchObject({ ok: false, reason: "no_target" });
      const unlock = lockFolder(home);
      await expect(moving()).rejects.toThrow("The shop is running");
      unlock();
      const foreign = await newUrl();
      const other = await openPostgresDatabase(foreign);
      await other.pool.query("create table ours (id integer)");
      expect(await moving({ url: foreign })).toMatchObject({ ok: false, reason: "not_empty" });
      expect(await tablesOf(other)).toEqual(["ours"]);
      await other.close();
      expect(existsSync(path.join(home, "database"))).toBe(true);
    },
    LONG,
  );

  test(
    "a move that dies in the middle leaves nothing there and everything here",
    async () => {
      const say = (line: string) => {
        if (line.startsWith("Comparing")) throw new Error("killed");
      };
      await expect(moving({ say })).rejects.toThrow("killed");
      const target = await openPostgresDatabase(targetUrl);
      expect(await tablesOf(target)).toEqual([]);
      await target.close();
      const source = await openEmbeddedDatabase(home, () => {});
      expect(await countsOf(source)).toEqual(counted);
      await source.close();
    },
    LONG,
  );

  test(
    "the shop moves with all its rows, figures and pictures, then sells and refunds old and new orders",
    async () => {
      const bucket = new Map<string, string>();
      const to: FileStore = {
        put: async (key, bytes) => void bucket.set(key, Buffer.from(bytes).toString()),
        get: async () => null,
        delete: async () => {},
        url: (key) => `https://pictures.example/shop/${key}`,
      };
      const moved = await moving({ to });
      expect(moved).toMatchObject({ ok: true, pictures: 1 });
      expect([...bucket]).toEqual([[PICTURE, "picture"]]);
      expect(readdirSync(home).filter((name) => name.startsWith("database"))).toEqual([]);

      const target = await openPostgresDatabase(targetUrl);
      expect(await countsOf(target)).toEqual(counted);
      const { rows } = await sql<{
        url: string;
        about: string;
      }>`select image_url as url, description as about from products
      where image_url is not null limit 1`.execute(target.db);
      expect(rows).toEqual([{ url: to.url(PICTURE), about: 'See "/storage/" and ü' }]);

      const shop = { ...store.shop, db: target.db, pool: target.pool };
      const there = { ...store, shop };
      expect(await checkSecrets(shop)).toEqual([]);
      const [first = "", , third = ""] = orders;
      expect(await loadOrderRow(there, first)).toMatchObject({ status: "refunded" });
      const { orderId } = await sell(there);
      expect((await loadOrderRow(there, orderId)).number).toBe("4");
      const refund = { actor, reason: "Too small", restock: true, amount: "rest" } as const;
      for (const order of [third, orderId])
        expect(await refundOrder(shop, { orderId: order, ...refund })).toMatchObject({ ok: true });
      expect(await checkInvariants(shop, { atRest: false })).toEqual([]);
      await expect(sql`delete from order_events`.execute(target.db)).rejects.toThrow("append only");
      await target.close();
      expect(await moving()).toMatchObject({ ok: false, reason: "moved_already" });
      // Without DATABASE_URL no new, empty shop takes the place of the one that moved.
      await expect(openEmbeddedDatabase(home, () => {})).rejects.toThrow(/moved to PostgreSQL.*set it/);
      expect(readdirSync(home).filter((name) => name.startsWith("database"))).toEqual([]);
    },
    LONG,
  );

  test(
    "a move that was cut off after the copy is finished by the next one",
    async () => {
      const aside = readdirSync(home).find((name) => name.startsWith("moved-to-postgres-")) ?? "";
      renameSync(path.join(home, aside, "database"), path.join(home, "database"));
      rmSync(path.join(home, aside), { recursive: true });
      expect(await moving()).toMatchObject({ ok: true, rows: 0 });
      expect(existsSync(path.join(home, aside, "database"))).toBe(true);
      orders = [];
    },
    LONG,
  );

  test(
    "a shop that sold on after such a copy keeps its orders: the next move refuses to put it aside",
    async () => {
      const aside = readdirSync(home).find((name) => name.startsWith("moved-to-postgres-")) ?? "";
      renameSync(path.join(home, aside, "database"), path.join(home, "database"));
      rmSync(path.join(home, aside), { recursive: true });
      const source = await openEmbeddedDatabase(home, () => {});
      const shop = { ...store.shop, db: source.db, pool: source.pool };
      await sell({ ...store, shop });
      await source.close();
      expect(await moving()).toMatchObject({ ok: false, reason: "went_on" });
      expect(readdirSync(home).filter((name) => name.startsWith("moved-to-postgres-"))).toEqual([]);
      const kept = await openEmbeddedDatabase(home, () => {});
      expect(await countsOf(kept)).not.toEqual(counted);
      await kept.close();
    },
    LONG,
  );
});
