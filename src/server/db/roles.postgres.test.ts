// The two roles of the database, and what each may do.
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startWorker } from "#process/worker.ts";
import { signInOwner } from "#test/pages/owner-session.ts";
import { OWNER as actor, OWNER_PASSWORD, pat } from "#test/sales/people.ts";
import { connectWebhooks, sell, startSale } from "#test/sales/sales.ts";
import { freePort } from "#test/servers/postgres.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { findAdminSession } from "../auth/admin-session.ts";
import { checkSecrets } from "../auth/check-secrets.ts";
import { setAdminPassword } from "../auth/password/set-password.ts";
import { forgetCustomer } from "../customers/forget-customer.ts";
import { examineShop } from "../operations/doctor/examine-shop.ts";
import { addNote } from "../orders/add-note.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { fulfillOrder } from "../orders/shipments/fulfill-order.ts";
import { type Database, openPostgresDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { mayRewriteHistory, migrateAsOwner } from "./roles.ts";

const origin = inject("testDatabase");
if (origin.kind !== "postgres") throw new Error("These tests need PostgreSQL.");
const { adminUrl } = origin;
const tag = process.pid;
const [owner, app, name] = [`owner_${tag}`, `app_${tag}`, `roles_${tag}`];

describe("the two roles of the database", () => {
  let running: Database;
  let store: TestShop;
  const urlAs = (role: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.pathname = `/${name}`;
    return url.href;
  };

  /** As db/roles.sql makes them: neither is a superuser. */
  beforeAll(async () => {
    const script = readFileSync(path.join(import.meta.dirname, "../../../db/roles.sql"), "utf8");
    const statements = script
      .replace(/^(--|\\).*$/gm, "")
      .replaceAll("shop_owner", owner)
      .replaceAll("shop_app", app)
      .replaceAll("database shop", `database ${name}`)
      .replace(/password :'\w+'/g, "password 'x'");
    const admin = await openPostgresDatabase(adminUrl);
    for (const statement of statements.split(";").filter((text) => text.trim() !== ""))
      await admin.pool.query(statement);
    await admin.close();
    running = await openPostgresDatabase(urlAs(app));
  });
  afterAll(async () => {
    store?.sandbox.close();
    await running.close();
  });

  test("[TR-8] a URL of the owner that can't be used is reported by its own name", async () => {
    const nobody = new URL(urlAs(owner));
    nobody.port = String(await freePort());
    await expect(migrateAsOwner(nobody.href, running.db)).rejects.toThrow(
      /^The database at DATABASE_URL_OWNER can't be used: connect ECONNREFUSED/,
    );
  });

  test("[TR-8] the running role can't migrate and says who can; the owner migrates and lets it in", async () => {
    await expect(migrate(running.db)).rejects.toThrow(
      /not up to date \(0001_foundation.*DATABASE_URL_OWNER.*-- migrate/,
    );
    expect(await migrateAsOwner(urlAs(owner), running.db)).toContain("0001_foundation");
    expect(await migrate(running.db)).toEqual([]);
    expect(await migrateAsOwner(urlAs(owner), running.db)).toEqual([]);
    expect(await mayRewriteHistory(running.db)).toBe(false);
    const ownDatabase = await openPostgresDatabase(urlAs(owner));
    expect(await mayRewriteHistory(ownDatabase.db)).toBe(true);
    await sql`update function_files set hash = 'another' where name = 'settle_payment'`.execute(
      ownDatabase.db,
    );
    await expect(migrate(running.db)).rejects.toThrow(/not up to date \(settle_payment\)/);
    await migrateAsOwner(urlAs(owner), running.db);
    await ownDatabase.close();
  });

  test("[TR-8] machines that start together let the running role in one after the other", async () => {
    const starts = Array.from({ length: 6 }, () => migrateAsOwner(urlAs(owner), running.db));
    expect(await Promise.all(starts)).toEqual(starts.map(() => []));
  });

  test("[TR-8] the shop sells, ships, refunds, signs in and does all its work with the running role", async () => {
    store = await createTestShop({ database: running });
    connectWebhooks(store);
    expect(await checkSecrets(store.shop)).toEqual([]);
    const cookie = await signInOwner(store.shop);
    const request = new Request("http://localhost:3000/admin", { headers: { Cookie: cookie } });
    expect(await findAdminSession(store.shop, request)).toMatchObject({ email: actor });
    const { orderId } = await sell(store);
    await startSale(store);
    await addNote(store.shop, { orderId, actor, note: "Gift" });
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
    expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true });
    const refund = { orderId, actor, amount: "rest", reason: "Came back", restock: true } as const;
    expect(await refundOrder(store.shop, refund)).toMatchObject({ ok: true });
    expect(await setAdminPassword(store.shop, { password: `${OWNER_PASSWORD} 2` })).toMatchObject({
      ok: true,
    });
    store.clock.advance(60 * 60_000);
    await store.sandbox.deliverDue();
    const worker = startWorker(store.shop);
    await worker.stop();
    const failures = store.logs.filter(({ level }) => level === "error" || level === "warn");
    expect(failures).toEqual([]);
    expect((await examineShop(store.shop)).findings.filter(({ verdict }) => verdict === "broken")).toEqual(
      [],
    );
  });

  test("[PE-2] the running role forgets a customer, also in tables that only grow, and erases no other history", async () => {
    const { orderId } = await sell(store);
    await addNote(store.shop, { orderId, actor, note: "Call Pat" });
    const note = async () =>
      (
        await store.shop.db.selectFrom("order_notes").select("note").where("order_id", "=", orderId).execute()
      )[0];
    await sql`select erase_order_history(array[${orderId}]::uuid[])`.execute(running.db);
    expect(await note()).toEqual({ note: "Call Pat" });
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
    await fulfillOrder(store.shop, { orderId, actor, step });
    await fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
    await store.shop.db
      .updateTable("shipments")
      .set({ created_at: new Date(0) })
      .execute();
    const forgotten = await forgetCustomer(store.shop, { id: orderId, typed: pat.email, actor });
    expect(forgotten).toMatchObject({ ok: true });
    expect(await note()).toEqual({ note: "Erased" });
  });

  test.each([
    "truncate admin_audit",
    "truncate order_events",
    "truncate stock_movements",
    "alter table admin_audit disable trigger all",
    "alter table admin_audit disable trigger admin_audit_append_only",
    "set session_replication_role = replica",
    "drop trigger admin_audit_append_only on admin_audit",
    "drop table admin_audit",
    "alter table orders drop column total",
    "delete from admin_audit",
    "update admin_audit set actor = 'nobody'",
    "update order_notes set note = 'Erased'",
    "delete from order_events",
    "delete from stock_movements",
    "update stock_movements set quantity = 0",
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
    "drop function settle_payment",
    "create table mine (id integer)",
    `set role ${owner}`,
    "update kysely_migration set name = 'x'",
    "copy admin_audit to program 'id'",
  ])("[TR-8] the running role may not: %s", async (statement) => {
    await expect(sql.raw(statement).execute(running.db)).rejects.toThrow(
      /permission denied|must be (owner|superuser)/,
    );
  });
});
