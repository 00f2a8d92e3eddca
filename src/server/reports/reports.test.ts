import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addMonths, type DaysOf } from "#domain/reports/report-period.ts";
import {
  DELETED_PRODUCTS,
  netSales,
  type ReportFigures,
  type ReportKind,
  reportKinds,
  rowLabel,
  totalOf,
} from "#domain/reports/sales-report.ts";
import { addDays } from "#domain/text/dates.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell, sellFreeCaps } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { newCollectionForm } from "../catalog/list-collections.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { swapUnits } from "../orders/changes/swap-units.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { saveCollection } from "../products/collections/save-collection.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { loadDashboard } from "./dashboard/load-dashboard.ts";
import { exportReport } from "./export-report.ts";
import { loadReport } from "./load-report.ts";

const noFigures: ReportFigures = {
  ...{ orders: 0, units: 0, unitsBack: 0, sales: 0, discounts: 0, refunds: 0 },
  ...{ shipping: 0, shippingBack: 0, tax: 0, taxBack: 0, taxable: 0 },
};
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const SOLD = ["paid", "partially_refunded", "refunded"];
const ALL_TIME: DaysOf = { from: "2023-01-01", to: "2026-12-31" };

const store = freshShop();
let seed: number;
beforeEach(async () => {
  seed = 58;
});

async function reportOf({ kind, days }: { kind: ReportKind; days: DaysOf }) {
  return (await loadReport(store.shop, new URLSearchParams({ by: kind, ...days }))).report;
}

/** A small generator of its own, so that a failure comes back. */
function below(max: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * max);
}
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

type Back = {
  at: Date;
  goods: number;
  shipping: number;
  tax: number;
  taxable: number;
  lines: { key: string; quantity: number; goods: number }[];
};
type Sale = {
  id: string;
  at: Date;
  status: string;
  state: string;
  discountName: string;
  lines: { id: string; key: string; quantity: number; sales: number; discount: number }[];
  shipping: number;
  tax: number;
  taxable: number;
  back: Back[];
};

async function fileOf({ kind, days }: { kind: ReportKind; days: DaysOf }): Promise<string> {
  const { chunks } = await exportReport(store.shop, new URLSearchParams({ by: kind, ...days }));
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

async function addSale(products: string[]): Promise<Sale> {
  const id = store.shop.newId();
  const at = new Date(store.clock.now() - below(700) * DAY_MS - below(DAY_MS));
  const discountName = pick(["", "", "SPRING", "=FALL"]);
  const lines = [...new Set([pick(products), pick(products)])].map((product) => {
    const option = pick(["S", "M"]);
    const [quantity, price] = [1 + below(3), 1000 + below(9000)];
    const discount = discountName === "" ? 0 : below(quantity * price);
    return {
      id: store.shop.newId(),
      key: `${product}\t${option}`,
      product,
      option,
      quantity,
      price,
      sales: quantity * price,
      discount,
    };
  });
  const subtotal = lines.reduce((sum, { sales }) => sum + sales, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const [shipping, tax, state] = [pick([0, 599]), pick([0, 1 + below(900)]), pick(["AZ", "CA", ""])];
  const shippingTax = pick([0, Math.min(tax, 40)]);
  const taxable = tax > 0 ? subtotal - discount + (shippingTax > 0 ? shipping : 0) : 0;
  const status = pick(["pending", "failed", "disputed", ...Array<string>(6).fill("paid")]);
  await store.shop.db
    .insertInto("orders")
    .values({
      ...{
        id,
        status,
        subtotal,
        discount,
        shipping,
        tax,
        shipping_tax: shippingTax,
        created_at: at,
        updated_at: at,
        source: "test",
      },
      ...{ total: subtotal - discount + shipping + tax, shipping_address: "{}" },
      ...{ discount_name: discountName || null, tax_state: state || null },
      amount_received: SOLD.includes(status) ? subtotal - discount + shipping + tax : 0,
    })
    .execute();
  for (const line of lines)
    await store.shop.db
      .insertInto("order_items")
      .values({
        ...{
          id: line.id,
          order_id: id,
          product_id: line.product,
          variation: line.option,
          quantity: line.quantity,
        },
        ...{ price: line.price, discount_cents: line.discount, name: "Sold as" },
      })
      .execute();
  await sql`select make_units(${id})`.execute(store.shop.db);
  return { id, at, status, state, discountName, lines, shipping, tax, taxable, back: [] };
}

/** Of some units, for no certain ones, or by a dispute that was lost; or one that failed and counts for nothing. */
async function giveBack(sale: Sale): Promise<void> {
  const at = new Date(Math.min(sale.at.getTime() + below(90) * DAY_MS, store.clock.now()));
  const id = store.shop.newId();
  const kind = pick(["units", "units", "unsaid", "failed", "stored", "lost"] as const);
  if (kind === "lost") {
    const amount = 100 + below(500);
    await store.shop.db
      .insertInto("disputes")
      .values({
        id,
        order_id: sale.id,
        amount,
        status: "lost",
        reason: "x",
        read: "1",
        created_at: at,
        updated_at: at,
      })
      .execute();
    sale.back.push({ at, goods: amount, shipping: 0, tax: 0, taxable: 0, lines: [] });
    return;
  }
  const line = sale.lines[0];
  if (!line) return;
  const unit = await store.shop.db
    .selectFrom("order_units")
    .select(["id", "paid_cents as goods"])
    .where("order_item_id", "=", line.id)
    .where("position", "=", 1 + below(line.quantity))
    .executeTakeFirstOrThrow();
  const { goods } = unit;
  const [tax, shipping, adjustment] = [below(2) * below(90), below(2) * 100, below(300) - 150];
  const shippingTax = pick([0, Math.min(tax, 9)]);
  const taxable = tax > 0 ? -goods - (shippingTax > 0 ? shipping : 0) : 0;
  const amount = Math.max(1, goods + tax + shipping + adjustment);
  const isSaid = kind !== "unsaid";
  const parts = {
    goods,
    tax,
    shipping,
    shipping_tax: shippingTax,
    adjustment: amount - goods - tax - shipping,
  };
  await store.shop.db
    .insertInto("refunds")
    .values({
      ...{ id, order_id: sale.id, amount, source: "test", created_at: at, updated_at: at },
      status: kind === "failed" ? "failed" : pick(["succeeded", "pending"]),
      provider_refund_id: kind === "stored" ? null : id,
      ...(isSaid ? parts : {}),
    })
    .execute();
  if (isSaid)
    await store.shop.db.insertInto("refund_units").values({ refund_id: id, unit_id: unit.id }).execute();
  if (kind === "failed" || kind === "stored") return;
  const lines = isSaid ? [{ key: line.key, quantity: 1, goods }] : [];
  sale.back.push(
    isSaid
      ? { at, goods: goods + parts.adjustment, shipping, tax, taxable, lines }
      : { at, goods: amount, shipping: 0, tax: 0, taxable: 0, lines },
  );
}

/** The plain sum. Phoenix knows no summer time: seven hours behind. */
function expected(
  sales: Sale[],
  kind: ReportKind,
  { from, to }: DaysOf,
  { isByMonth, categoryOf }: { isByMonth: boolean; categoryOf: (product: string) => string },
) {
  const found = new Map<string, ReportFigures>();
  const add = (key: string, part: Partial<ReportFigures>) => {
    const was = found.get(key) ?? noFigures;
    const sums = Object.entries(was).map(([name, value]) => [
      name,
      value + (part[name as keyof ReportFigures] ?? 0),
    ]);
    found.set(key, Object.fromEntries(sums) as ReportFigures);
  };
  const dayOf = (at: Date) => new Date(at.getTime() - 7 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const isIn = (at: Date) => dayOf(at) >= from && dayOf(at) <= to;
  const dayKey = (at: Date) => (isByMonth ? `${dayOf(at).slice(0, 7)}-01` : dayOf(at));
  const productOf = (key: string) => {
    const [product = ""] = key.split("\t");
    if (kind === "category") return categoryOf(product);
    return kind === "product" ? product : key;
  };
  const isOfUnits = kind === "category" || kind === "product" || kind === "option";
  for (const sale of sales.filter(({ status }) => SOLD.includes(status))) {
    const keyAt = (at: Date) =>
      kind === "day" ? dayKey(at) : kind === "state" ? sale.state : sale.discountName;
    const sum = (name: "quantity" | "sales" | "discount") =>
      sale.lines.reduce((all, line) => all + line[name], 0);
    if (isIn(sale.at) && !isOfUnits) {
      const { shipping, tax, taxable } = sale;
      add(keyAt(sale.at), {
        orders: 1,
        units: sum("quantity"),
        sales: sum("sales"),
        discounts: sum("discount"),
        shipping,
        tax,
        taxable,
      });
    }
    if (isIn(sale.at) && isOfUnits)
      for (const { key, quantity, sales: cents, discount } of sale.lines)
        add(productOf(key), { orders: 1, units: quantity, sales: cents, discounts: discount });
    for (const back of sale.back.filter(({ at }) => isIn(at))) {
      const units = back.lines.reduce((all, line) => all + line.quantity, 0);
      if (!isOfUnits)
        add(keyAt(back.at), {
          unitsBack: units,
          refunds: back.goods,
          shippingBack: back.shipping,
          taxBack: back.tax,
          taxable: back.taxable,
        });
      else {
        for (const line of back.lines)
          add(productOf(line.key), { unitsBack: line.quantity, refunds: line.goods });
        add("", { refunds: back.goods - back.lines.reduce((all, line) => all + line.goods, 0) });
      }
    }
  }
  return found;
}

function added(one: ReportFigures, other: ReportFigures): ReportFigures {
  const names = Object.keys(noFigures) as (keyof ReportFigures)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as ReportFigures;
}

async function expectAllKinds(sales: Sale[], days: DaysOf, categoryOf: (product: string) => string) {
  const nets = new Set<number>();
  for (const kind of Object.keys(reportKinds) as ReportKind[]) {
    if (kind === "collection") continue;
    const report = await reportOf({ kind, days });
    const wanted = expected(sales, kind, days, { isByMonth: report.isByMonth, categoryOf });
    const isEmpty = (figures: ReportFigures) => Object.values(figures).every((value) => value === 0);
    const rows = report.rows.map(({ key, option, name, ...figures }) => [key, figures] as const);
    expect(
      new Map(rows.filter(([, figures]) => !isEmpty(figures))),
      `${kind} ${days.from} ${days.to}`,
    ).toEqual(new Map([...wanted].filter(([, figures]) => !isEmpty(figures))));
    expect(report.sum, `${kind} in total`).toEqual(report.rows.reduce(added, noFigures));
    nets.add(netSales(report.sum));
  }
  // The total is the same in every grouping.
  expect(nets.size).toBe(1);
}

test("[KN-2] every report is the plain sum of its orders and refunds, over any days, after any history", async () => {
  const caps = [await addProduct(store.shop), await addProduct(store.shop)];
  const polo = await addProduct(store.shop, { category: "Shirts" });
  const products = [...caps, polo, countedUuid(404)];
  const categoryOf = (product: string) =>
    caps.includes(product) ? "Hats" : product === polo ? "Shirts" : DELETED_PRODUCTS;
  const sales: Sale[] = [];
  const today = "2026-06-01";
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 25; count += 1) sales.push(await addSale(products));
    for (let count = 0; count < 12; count += 1) {
      const sold = sales.filter(({ status }) => SOLD.includes(status));
      await giveBack(pick(sold));
    }
    // Orders that are paid late.
    const late = sales.find(({ status }) => status === "pending");
    if (late) {
      await store.shop.db.updateTable("orders").set({ status: "paid" }).where("id", "=", late.id).execute();
      late.status = "paid";
    }
    const from = addDays(today, -below(700));
    const periods = [
      ALL_TIME,
      { from, to: addDays(from, below(90)) },
      { from, to: addDays(from, 100 + below(300)) },
    ];
    for (const days of [...periods, { from: "2026-05-01", to: addDays(addMonths("2026-05-01", 1), -1) }])
      await expectAllKinds(sales, days, categoryOf);
  }
});

test("[KN-2] [BR-6] by collection, a product counts in each one that it is in now, and once in the total", async () => {
  const [cap, polo, archived] = [
    await addProduct(store.shop),
    await addProduct(store.shop, { category: "Shirts" }),
    await addProduct(store.shop, { category: "Shirts", status: "archived" }),
  ];
  const collect = async (fields: Record<string, unknown>) => {
    const form = { ...newCollectionForm, isOn: "on", ...fields };
    const saved = await saveCollection(store.shop, { actor, id: null, fields: form });
    expect(saved.ok).toBe(true);
  };
  await collect({ name: "Gifts", way: "hand", productIds: [polo, cap].join() });
  await collect({ name: "Polos", categories: ["Shirts"] });
  await collect({ name: "Not sold", way: "hand", productIds: countedUuid(405) });
  const sales = [];
  for (let count = 0; count < 20; count += 1) sales.push(await addSale([cap, polo, archived]));
  for (let count = 0; count < 6; count += 1)
    await giveBack(pick(sales.filter(({ status }) => SOLD.includes(status))));
  const report = await reportOf({ kind: "collection", days: ALL_TIME });
  const byProduct = await reportOf({ kind: "product", days: ALL_TIME });
  const figuresOf = (products: string[]) => {
    const own = byProduct.rows.filter(({ key }) => products.includes(key));
    return own.map(({ key, option, name, ...figures }) => figures).reduce(added, noFigures);
  };
  const rows = report.rows.map(({ key, option, name, ...figures }) => [
    rowLabel({ key, option, name }, "collection", false),
    figures,
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    Gifts: figuresOf([cap, polo]),
    Polos: figuresOf([polo]),
    "In no collection": figuresOf([archived]),
    "Not tied to an item": figuresOf([""]),
  });
  expect(rows.map(([label]) => label).slice(-2)).toEqual(["In no collection", "Not tied to an item"]);
  expect(report.sum).toEqual(byProduct.sum);
});

test("[KN-2] reports agree with the dashboard, and with the money that came in", async () => {
  const early = await sell(store);
  store.clock.advance(40 * DAY_MS);
  await sell(store, { quantity: 1, change: { amountSeen: 3799 } });
  const back = { orderId: early.orderId, amount: 999, reason: "late", restock: false, actor } as const;
  await refundOrder(store.shop, back);
  const { revenue } = await loadDashboard(store.shop, { period: 90 });
  const ever = await reportOf({ kind: "state", days: ALL_TIME });
  expect(totalOf(ever.sum)).toBe(revenue.total);
  expect(totalOf(ever.sum)).toBe(6999 + 3799 - 999);
  expect(ever.rows).toMatchObject([{ key: "AZ", orders: 2, units: 3 }]);
  // The refund counts on its own day, with the sale of that day.
  const july = await reportOf({ kind: "day", days: { from: "2026-07-01", to: "2026-07-31" } });
  expect(july.rows).toMatchObject([{ key: "2026-07-11", orders: 1, sales: 3200, refunds: 999 }]);
  await refundOrder(store.shop, { ...back, amount: "rest" });
  const { revenue: after } = await loadDashboard(store.shop, { period: 90 });
  const again = await reportOf({ kind: "state", days: ALL_TIME });
  expect(totalOf(again.sum)).toBe(after.total);
});

test("[KN-2] [AD-1] an order with an open dispute counts nowhere, and both pages say what it would bring", async () => {
  await sell(store);
  const { paymentIntentId: intentId } = await sell(store, { quantity: 1, change: { amountSeen: 3799 } });
  const dispute = store.sandbox.controls.openDispute(intentId);
  const pages = async () => {
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    const { revenue, report } = await loadDashboard(store.shop, { period: 7 });
    const { sum, openDisputes } = await reportOf({ kind: "option", days: ALL_TIME });
    const byDay = await reportOf({ kind: "day", days: ALL_TIME });
    expect([byDay.openDisputes, openDisputes]).toEqual([revenue.openDisputes, revenue.openDisputes]);
    expect(totalOf(byDay.sum)).toBe(revenue.total);
    const [today] = report.current.slice(-1);
    expect([byDay.sum.orders, revenue.total]).toEqual([today?.orders, today?.revenue]);
    return { open: revenue.openDisputes, total: revenue.total, orders: today?.orders, net: netSales(sum) };
  };
  expect(await pages()).toEqual({ open: 3799, total: 6999, orders: 1, net: 6400 });
  store.sandbox.controls.closeDispute(dispute?.id ?? "", "won");
  expect(await pages()).toEqual({ open: 0, total: 6999 + 3799, orders: 2, net: 9600 });
});

test.each(["refund", "dispute"])(
  "[KN-2] a %s of the first moment of a day is not of the day before",
  async (what) => {
    const { orderId, paymentIntentId: intentId } = await sell(store);
    store.clock.advance(Date.parse("2026-06-02T07:00:00Z") - store.clock.now());
    if (what === "refund")
      await refundOrder(store.shop, { orderId, amount: 500, reason: "late", restock: false, actor });
    else {
      const dispute = store.sandbox.controls.openDispute(intentId);
      store.sandbox.controls.closeDispute(dispute?.id ?? "", "lost");
      await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    }
    const { rows } = await reportOf({ kind: "day", days: { from: "2026-06-01", to: "2026-06-03" } });
    expect(rows).toMatchObject([
      { key: "2026-06-02", orders: 0, refunds: what === "refund" ? 500 : 6999 },
      { key: "2026-06-01", orders: 1, refunds: 0 },
    ]);
  },
);

test("[KN-2] after another time zone each order and refund stands on its day there", async () => {
  // 22:00 in Arizona, after midnight in New York.
  const toEvening = 24 + 5 - new Date(store.clock.now()).getUTCHours();
  store.clock.advance(toEvening * HOUR_MS);
  await sell(store);
  const week = { from: "2026-05-30", to: "2026-06-05" };
  const rowsOf = async () => (await reportOf({ kind: "day", days: week })).rows.map(({ key }) => key);
  const [was] = await rowsOf();
  await loadSettings(store.shop);
  const profile = JSON.stringify({ timeZone: "America/New_York" });
  await sql`update store_settings set profile = profile || ${profile}::jsonb`.execute(store.shop.db);
  expect(await rowsOf()).toEqual([addDays(was ?? "", 1)]);
});

/** Two polos (M), one of which is swapped for an L, then for a shirt, and then refunded. */
async function refundSwapped(): Promise<{ polo: string }> {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 5, L: 5 } });
  const shirt = await addProduct(store.shop, { name: "Shirt", stock: { "": 5 } });
  const items = [{ productId: polo, variation: "M", quantity: 2 }];
  const { orderId } = await sell(store, { change: { items, amountSeen: 6999 } });
  const lines = async () => (await findOrderDetail(store.shop, { id: orderId }))?.items ?? [];
  let itemId = (await lines())[0]?.id ?? "";
  for (const to of [
    { productId: polo, variation: "L" },
    { productId: shirt, variation: "" },
  ]) {
    const seen = (await findOrderDetail(store.shop, { id: orderId }))?.corrections.length ?? 0;
    expect(await swapUnits(store.shop, { orderId, itemId, actor, seen, quantity: 1, to })).toMatchObject({
      ok: true,
    });
    itemId =
      (await lines()).find((line) => line.productId === to.productId && line.variation !== "M")?.id ?? "";
  }
  const parts = { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 };
  const refund = { orderId, actor, amount: "parts", parts, reason: "late", restock: false } as const;
  expect(await refundOrder(store.shop, refund)).toMatchObject({ ok: true, amount: 3200 });
  return { polo };
}

test("[KN-2] [RF-5] a unit that was swapped, more than once, is refunded where it was sold", async () => {
  const { polo } = await refundSwapped();
  const figures = { orders: 1, units: 2, unitsBack: 1, sales: 6400, refunds: 3200 };
  const days = ALL_TIME;
  expect((await reportOf({ kind: "option", days })).rows).toMatchObject([{ ...figures, key: `${polo}\tM` }]);
  expect((await reportOf({ kind: "product", days })).rows).toMatchObject([{ ...figures, key: polo }]);
});

test("[KN-2] [RF-1] a unit that no money went back for is one that came back", async () => {
  const { orderId, cap } = await sellFreeCaps(store);
  const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
  const parts = { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 };
  const refund = { orderId, actor, amount: "parts", parts, reason: "A stain", restock: false } as const;
  expect(await refundOrder(store.shop, refund)).toMatchObject({ ok: true, amount: 0 });
  const { rows } = await reportOf({ kind: "product", days: ALL_TIME });
  const figures = { units: 2, unitsBack: 1, sales: 6400, discounts: 6400, refunds: 0 };
  expect(rows.find(({ key }) => key === cap)).toMatchObject(figures);
});

test("[KN-2] the file has every row, also the ones that the page has no room for, and the sum", async () => {
  const products = [];
  for (let count = 0; count < 150; count += 1)
    products.push(await addProduct(store.shop, { name: `Cap ${count}` }));
  const sales: Sale[] = [];
  for (let count = 0; count < 300; count += 1) sales.push(await addSale(products));
  await giveBack(sales.find(({ status }) => status === "paid") as Sale);
  const asked = { kind: "option", days: ALL_TIME } as const;
  const report = await reportOf(asked);
  const lines = (await fileOf(asked)).trim().split("\r\n");
  expect(report.rows).toHaveLength(200);
  expect(lines).toHaveLength(report.count + 2);
  const columnSum = lines
    .slice(1, -1)
    .reduce((sum, line) => sum + Math.round(Number(line.split(",").at(-1)) * 100), 0);
  expect(columnSum).toBe(netSales(report.sum));
});
