import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadSettings } from "#server/settings/load-settings.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";

const store = sharedShop();

/** The tables and columns that the specification names, because other programs read them. */
const named: Record<string, string> = {
  products:
    "id name price sale_price on_sale stock category description image_url variations created_at updated_at",
  product_images: "product_id image_url is_primary display_order",
  store_settings: "id business_info tax shipping",
  orders: "id payment_intent_id total shipping_address status created_at",
  order_items: "order_id product_id quantity price variation",
  payment_debug_logs: "payment_intent_id payment_intent_status amount created_at",
};
const moneyColumns = [
  "products.price",
  "products.sale_price",
  "orders.total",
  "order_items.price",
  "payment_debug_logs.amount",
];

test("[DB-1] the specification's tables have their columns, and money is whole cents", async () => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public'`.execute(store.shop.db);
  const types = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]));
  const wanted = Object.entries(named).flatMap(([table, columns]) =>
    columns.split(" ").map((column) => `${table}.${column}`),
  );
  expect(wanted.filter((name) => !types.has(name))).toEqual([]);
  for (const column of moneyColumns) expect(["integer", "bigint"], column).toContain(types.get(column));
});

test("[DB-1] the store's settings are one row with id 1", async () => {
  const { db } = store.shop;
  await loadSettings(store.shop);
  await expect(sql`update store_settings set id = 2`.execute(db)).rejects.toThrow(/check constraint/);
  const { rows } = await sql<{ id: number }>`select id from store_settings`.execute(db);
  expect(rows).toEqual([{ id: 1 }]);
});
