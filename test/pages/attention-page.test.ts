import { beforeAll, expect, test } from "vitest";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie = "";
beforeAll(async () => {
  pages = await createPageHandler(store.shop, ({ pattern }) => /^\/admin(\/attention)?$/.test(pattern));
  cookie = await signInOwner(store.shop);
  const now = new Date(store.clock.now());
  await store.shop.db
    .insertInto("payment_events")
    .values({
      id: "evt_stuck",
      type: "payment_intent.succeeded",
      object_id: "pi_stuck",
      received_at: new Date(store.clock.now() - 3_600_000),
      next_at: new Date(store.clock.now() + 3_600_000),
      last_error: "the payment provider did not respond",
    })
    .execute();
  await store.shop.db
    .insertInto("payment_alerts")
    .values({
      key: "payment:pi_1",
      reason: "unknown_checkout",
      amount: 4_200,
      first_seen: now,
      last_seen: now,
    })
    .execute();
});

async function post(fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const headers = new Headers({ Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie });
  const body = new URLSearchParams(fields);
  const answer = await pages(
    new Request(`${ORIGIN}/admin/attention.data`, { method: "POST", headers, body }),
  );
  return { status: answer.status, text: await answer.text() };
}

const list = async () => {
  const headers = new Headers({ Host: new URL(ORIGIN).host, Cookie: cookie });
  return (await pages(new Request(`${ORIGIN}/admin/attention.data`, { headers }))).text();
};

test("[AD-4] the owner sees an alert, retries it, and closes it with a reason", async () => {
  expect(await list()).toContain("evt_stuck");
  expect(await list()).toContain("A payment of $42.00 without an order");
  expect(await post({ intent: "retry", id: "evt_stuck" })).toMatchObject({ status: 200 });
  expect(await post({ intent: "close", id: "payment:pi_1", note: " " })).toMatchObject({ status: 400 });
  expect(await post({ intent: "close", id: "payment:pi_1", note: "x".repeat(501) })).toMatchObject({
    status: 400,
  });
  expect(await list()).toContain("payment:pi_1");
  expect(await post({ intent: "close", id: "payment:pi_1", note: "refunded by hand" })).toMatchObject({
    status: 200,
  });
  const gone = await post({ intent: "close", id: "payment:pi_1", note: "again" });
  expect(gone.status).toBe(409);
  expect(gone.text).toContain("Someone has already handled this.");
  expect(await post({ intent: "retry", id: "" })).toMatchObject({ status: 409 });
  expect(await list()).not.toContain("payment:pi_1");
});
