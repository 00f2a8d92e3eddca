import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultShopSearch, type ShopSearch } from "#domain/catalog/shop-search.ts";
import { stockLevel } from "#domain/product/product.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import { listBestSellers } from "#server/catalog/list-best-sellers.ts";
import { listProducts } from "#server/catalog/list-products.ts";
import { loadHome } from "#server/catalog/load-home.ts";
import { loadProductPage } from "#server/catalog/load-product-page.ts";
import { suggestProducts } from "#server/catalog/search/suggest-products.ts";
import { CHANGE_CHANNEL, readChange, type ShopChange } from "#server/catalog/shown/change.ts";
import { expireHolds } from "#server/checkout/expire-holds.ts";
import type { Shop } from "#server/core/shop.ts";
import type { Database } from "#server/db/database.ts";
import { PageCache } from "#server/http/pages/page-cache.ts";
import { decideReview } from "#server/inbox/reviews/decide-review.ts";
import { writeReview } from "#server/inbox/reviews/write-review.ts";
import { bulkEdit } from "#server/products/bulk/bulk-edit.ts";
import { deleteProduct } from "#server/products/delete-product.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { KeptConfiguration } from "#server/settings/kept-configuration.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { recordStatements } from "#test/database/statements.ts";
import { OWNER } from "#test/sales/people.ts";
import { sellAndAsk } from "#test/sales/reviews.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, seededRandom, type TestShop } from "#test/shop/shop.ts";
import { type Followed, followChanges } from "./follow-changes.ts";

const actor = OWNER;
/** A message that is no change, and that the shop does not hear. */
const MARK = "of this test ";

let store: TestShop;
let followed: Followed;
let cache: PageCache;
let changes: ShopChange[];
let heard: string[];
/** Ends with the test. */
let listen: Database["listen"];
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  store = await createTestShop();
  await loadSettings(store.shop);
  // A process with notifications also caches the catalog that its pages are rendered from.
  const catalog = new KeptCatalog({ isTold: true });
  const shop = { ...store.shop, memory: { ...store.shop.memory, catalog } };
  cache = new PageCache(store.clock.now, (page) => drawPage(page, shop));
  changes = [];
  heard = [];
  listen = async (channel, hearer) => {
    const heardOf = (payload: string) => payload.startsWith(MARK) || hearer.heard(payload);
    const listening = await store.database.listen(channel, { ...hearer, heard: heardOf });
    ends.push(listening.end);
    return listening;
  };
  followed = await followChanges({ pool: store.database.pool, listen }, [catalog, cache]);
  const { end } = await store.database.listen(CHANGE_CHANNEL, {
    heard: (payload) => {
      if (payload.startsWith(MARK)) heard.push(payload);
      else changes.push(readChange(payload));
    },
    missed: () => {},
  });
  ends.push(end);
});
afterEach(async () => {
  // The tests share a database.
  for (const end of ends.splice(0)) await end();
  await store.close();
});

/** Resolves once all earlier notifications have arrived, however busy the machine is. */
async function hearAll(): Promise<void> {
  const last = MARK + store.shop.newId();
  await store.database.pool.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, last]);
  await expect.poll(() => heard, { interval: 1 }).toContain(last);
}

/** The notifications since the last call: product ids, or else the kind of change. Each once. */
async function told(): Promise<string[]> {
  await hearAll();
  const words = changes.map((change) => (change.kind === "product" ? change.id : change.kind));
  changes.length = 0;
  return [...new Set(words)].sort();
}

describe("the database notifies", () => {
  test("of no hold and no sale that crosses no step of what is left, and of those that do", async () => {
    const id = await addProduct(store.shop, { stock: { "": 8 } });
    expect(await told()).toEqual([id]);
    await sell(store, { productId: id, quantity: 1 });
    await startSale(store, { productId: id, quantity: 2 });
    expect(await told()).toEqual([]);
    await sell(store, { productId: id, quantity: 1 });
    expect(await told()).toEqual([id]);
    await startSale(store, { productId: id, quantity: 4 });
    expect(await told()).toEqual([id]);
    store.clock.advance(16 * 60_000);
    await expireHolds(store.shop);
    expect(await told()).toEqual([id]);
  });

  test("of each number of units that shoppers read, and of more only what changes the most that they can choose", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 120 } });
    const shows = (left: number) => (stockLevel(left) === "low" ? `${left} left` : stockLevel(left));
    await told();
    const quiet: number[] = [];
    for (let left = 119; left >= 0; left -= 1) {
      await sql`update inventory set on_hand = ${left} where product_id = ${productId}`.execute(
        store.shop.db,
      );
      const isTold = (await told()).length > 0;
      if (!isTold) quiet.push(left);
      if (shows(left) !== shows(left + 1)) expect(isTold, `${left} left`).toBe(true);
    }
    expect(quiet.length).toBe(120 - 9);
  });

  test("of an option that gains what another one loses", async () => {
    const id = await addProduct(store.shop, { stock: { S: 1, M: 0 } });
    await told();
    await sql`update inventory set on_hand = 1 - on_hand where product_id = ${id}`.execute(store.shop.db);
    expect(await told()).toEqual([id]);
  });

  test("what the owner does: edits, lists, withdraws and deletes, and the settings; once for each product", async () => {
    const ids = [await addProduct(store.shop, { stock: { S: 6 } }), await addProduct(store.shop)].sort();
    const [id] = ids as [string];
    await told();
    const variation = { variation: "S", was: 6, onHand: 7 };
    const stock = await setStock(store.shop, { id, actor, changes: [variation] });
    if (!stock.ok) await setStock(store.shop, { id, actor, changes: [{ ...variation, variation: "" }] });
    expect(await told()).toEqual([id]);
    await store.shop.db.updateTable("products").set({ price: 100 }).where("id", "=", id).execute();
    expect(await told()).toEqual([id]);
    await store.shop.db.updateTable("products").set({ price: 100 }).where("id", "=", id).execute();
    expect(await told()).toEqual([]);
    await bulkEdit(store.shop, { ids, edit: { action: "archive", value: 0, from: "", to: "" }, actor });
    await hearAll();
    expect(changes).toHaveLength(2);
    expect(await told()).toEqual(ids);
    await deleteProduct(store.shop, { id, actor });
    expect(await told()).toEqual([id]);
    await sql`update store_settings set version = version + 1`.execute(store.shop.db);
    expect(await told()).toEqual(["settings"]);
  });

  test("[CH-7] of a review that is shown, changed, or hidden", async () => {
    const { token, itemId, productId } = await sellAndAsk(store);
    await told();
    const write = (stars: string, version: string) =>
      writeReview(store.shop, {
        token,
        sent: { itemId, version, stars, fit: "", text: "Good.", name: "Pat" },
        ip: "192.0.2.1",
      });
    const decide = async (to: "shown" | "hidden") => {
      const row = await store.shop.db
        .selectFrom("reviews")
        .select(["id", "version"])
        .executeTakeFirstOrThrow();
      await decideReview(store.shop, { ...row, to, actor });
    };
    await write("5", "0");
    await told();
    for (const deed of [() => decide("shown"), () => write("4", "1"), () => decide("hidden")]) {
      await deed();
      expect(await told()).toEqual([productId]);
    }
  });

  test("of each product with a picture that is ready as AVIF", async () => {
    const ids = [await addProduct(store.shop), await addProduct(store.shop)].sort();
    await addProduct(store.shop);
    const picture = "/a.webp";
    await store.shop.db
      .updateTable("products")
      .set({ image_url: picture })
      .where("id", "=", ids[0]!)
      .execute();
    const further = { product_id: ids[1]!, image_url: picture, display_order: 1 };
    await store.shop.db.insertInto("product_images").values(further).execute();
    await told();
    await sql`update jobs set attempts = 1`.execute(store.shop.db);
    expect(await told()).toEqual([]);
    await sql`update jobs set done_at = now()`.execute(store.shop.db);
    expect(await told()).toEqual(ids);
  });

  test("nothing of what is rolled back", async () => {
    const id = await addProduct(store.shop);
    await told();
    const rolledBack = store.shop.db.transaction().execute(async (tx) => {
      await tx.updateTable("products").set({ price: 100 }).where("id", "=", id).execute();
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    expect(await told()).toEqual([]);
  });
});

/** Pages of what shoppers see, without drawing. */
const reads: Record<string, (shop: Shop, id: string) => Promise<unknown>> = {
  home: (shop) => loadHome(shop),
  "nothing found": (shop) => listBestSellers(shop, { limit: 4 }),
  suggestions: (shop) => suggestProducts(shop, "fairway", 4),
  product: async (shop, id) => {
    const page = await loadProductPage(shop, { id, relatedMax: 2, after: null });
    if (!page) return null;
    // What it shows of other products may be old until the owner saves something.
    const { quantity: units, colors: _colors, repeatsColor: _repeats, ...shown } = page.product;
    return { product: shown, reviews: page.reviews, units };
  },
};
const searches: Partial<ShopSearch>[] = [
  {},
  { category: "HATS" },
  { sale: true },
  { sort: "price-low" },
  { query: "fairway" },
  { sizes: ["M"] },
];
for (const search of searches)
  reads[`shop ${JSON.stringify(search)}`] = (shop) => listProducts(shop, { ...defaultShopSearch, ...search });

/** How many are left, as far as it is shown. */
const steps: Record<string, number[]> = {
  units: [1, 2, 3, 4, 5, 10, 20, 50, 99],
  available: [1, 2, 3, 4, 5, 10, 20, 50, 99],
  quantity: [1, 5],
};
const shownText = (page: unknown) =>
  JSON.stringify(page, (key, value) =>
    steps[key] ? steps[key].filter((step) => step <= value).length : value,
  );

const lists = Object.keys(reads).filter((name) => name !== "product");
const pageOf = (name: string, id: string) => `/${encodeURIComponent(name)}/${id}`;

async function drawPage(page: string, shop: Shop) {
  const [, name = "", id = ""] = page.split("/");
  const shown = await reads[decodeURIComponent(name)]?.(shop, id);
  return {
    status: 200,
    headers: { "cache-control": "public" },
    cookies: [],
    body: Buffer.from(shownText(shown)),
  };
}

async function look(name: string, id = ""): Promise<string> {
  const page = pageOf(name, id);
  const hit = cache.recall(page, "");
  if (hit) return hit.body.toString();
  const filled = await cache.fill(page, "");
  return String(filled.kind === "once" ? filled.rendered.body : filled.answer.body);
}

describe("pages of another process", () => {
  test("show right away what the owner saved, and soon what sold out", async () => {
    const [id, other] = [await addProduct(store.shop), await addProduct(store.shop, { name: "Other Cap" })];
    await followed.saved();
    for (const each of [id, other]) await look("product", each);
    const edit = { action: "price-set", value: 1_234, from: "", to: "" } as const;
    await bulkEdit(store.shop, { ids: [id], edit, actor });
    // As its own process announces it.
    await followed.saved();
    expect(await look("product", id)).toContain('"price":1234');
    await look("product", other);
    await startSale(store, { productId: other, quantity: 5 });
    await expect.poll(() => look("product", other), { interval: 5 }).toContain('"units":0');
  });

  test("stay when a hold shows nothing new", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 40 } });
    await followed.saved();
    for (const name of Object.keys(reads)) await look(name, productId);
    const { renders } = cache;
    await startSale(store, { productId, quantity: 1 });
    await sell(store, { productId, quantity: 1 });
    await hearAll();
    store.clock.advance(61_000);
    for (const name of Object.keys(reads)) await look(name, productId);
    expect(cache.renders).toBe(renders);
  });

  test.each([1, 2, 3])(
    "show after any changes what they would show if they were drawn now (%i)",
    async (seed) => {
      const random = seededRandom(seed);
      const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
      const ids: string[] = [];
      const designs = ["Rope", "rope", "Knit"];
      const colors = ["", "Navy", "navy", "Bone"];
      const add = async () => {
        const stock = pick<Record<string, number>>([{ "": 2 }, { "": 12 }, { S: 1, M: 3 }, { M: 1 }]);
        const category = pick(["Hats", "Shirts"] as const);
        const name = pick(["Fairway Cap", "Plain Polo"]);
        const facts = { design: pick(["", ...designs]), color: pick(colors) };
        ids.push(
          await addProduct(store.shop, { stock, category, name, salePrice: pick([null, 900]), ...facts }),
        );
        store.clock.advance(1_000);
      };
      for (let count = 0; count < 8; count += 1) await add();
      const units = (value: Record<string, unknown>) =>
        sql`update inventory set ${sql.join(Object.entries(value).map(([column, to]) => sql`${sql.ref(column)} = ${to}`))}
        where product_id = ${pick(ids)} and variation = ${pick(["", "S", "M"])} and held <= on_hand`.execute(
          store.shop.db,
        );
      const set = (values: Record<string, unknown>) =>
        store.shop.db.updateTable("products").set(values).where("id", "=", pick(ids)).execute();
      const deeds: (() => Promise<unknown>)[] = [
        add,
        async () => units({ held: 0, on_hand: pick([0, 1, 2, 3, 5, 12, 60]) }),
        async () => units({ held: sql`on_hand - least(on_hand, ${pick([0, 1, 2])})` }),
        async () => set({ price: pick([1_000, 2_000, 3_000]) }),
        async () => set({ sale_price: pick([null, 500, 5_000]) }),
        async () => set({ name: pick(["Fairway Cap", "Fairway Polo", "Plain Cap"]) }),
        async () => set({ status: pick(["active", "draft", "archived"]) }),
        async () => set({ category: pick(["Hats", "Shirts"]) }),
        async () => set({ design: pick(["", ...designs]) }),
        async () => set({ color: pick(colors) }),
        async () => set({ image_url: pick([null, "/a.webp", "/b.webp"]) }),
        async () => set({ created_at: new Date(store.clock.now() - pick([0, 5_000, 50_000])) }),
        async () =>
          sql`update jobs set done_at = now() where key = ${pick(["/a.webp", "/b.webp"])}`.execute(
            store.shop.db,
          ),
        async () =>
          store.shop.db
            .deleteFrom("products")
            .where("id", "=", ids.splice(Math.floor(random() * ids.length), 1)[0] ?? "")
            .execute(),
      ];
      for (let step = 0; step < 40; step += 1) {
        const pages = [
          ...lists.map((name) => [name, ""] as const),
          ...ids.map((id) => ["product", id] as const),
        ];
        for (const [name, id] of pages) await look(name, id);
        await pick(deeds)();
        await hearAll();
        // Who asks from now on waits for what has changed.
        store.clock.advance(60_001);
        for (const [name, id] of pages)
          expect(await look(name, id), `${name} after step ${step}`).toBe(
            (await drawPage(pageOf(name, id), store.shop)).body.toString(),
          );
      }
    },
  );
});

test("pages share one reading of the settings until they change, in whichever process", async () => {
  const shop: Shop = {
    ...store.shop,
    memory: { ...store.shop.memory, configuration: new KeptConfiguration() },
  };
  const read = async () => (await loadConfiguration({ ...shop, sharedPage: {} })).lowLevel;
  const set = (level: number) => sql`update store_settings set low_level = ${level}`.execute(store.shop.db);
  const recording = recordStatements(store.shop.pool);
  await set(1);
  const { saved } = await followChanges({ pool: store.database.pool, listen }, [shop.memory.configuration!]);
  expect([await read(), await read()]).toEqual([1, 1]);
  expect(recording.asked.filter((text) => text.startsWith("select"))).toHaveLength(1);
  recording.stop();
  await set(2);
  await saved();
  expect(await read()).toBe(2);
  // Decisions read the database, regardless of notifications.
  await set(3);
  expect((await loadConfiguration(shop)).lowLevel).toBe(3);
});

/** The notifications to a cache. */
function recorder() {
  const told: unknown[] = [];
  const note = (change: ShopChange) => void told.push(change);
  return { told, keeper: { note, saved: () => void told.push("saved") } };
}

test.each([
  ["can't be notified", () => Promise.reject(new Error("away"))],
  ["does not hear its own message in time", async () => ({})],
])("a process that %s takes all its pages for old when the owner saves", async (_what, query) => {
  const { told, keeper } = recorder();
  const pool = { query } as unknown as Database["pool"];
  const { saved } = await followChanges({ listen: async () => ({ end: async () => {} }), pool }, [keeper]);
  await saved();
  expect(told).toEqual([{ kind: "everything" }, "saved"]);
});

test("what was missed while a connection was lost may be anything", async () => {
  const { told, keeper } = recorder();
  let missed = () => {};
  const listen: Database["listen"] = async (_channel, hearer) => {
    ({ missed } = hearer);
    return { end: async () => {} };
  };
  await followChanges({ listen, pool: store.database.pool }, [keeper]);
  missed();
  expect(told).toEqual([{ kind: "everything" }, "saved"]);
});
