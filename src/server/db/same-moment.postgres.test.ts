// Whole use cases that two people, or two processes, begin at the same moment, and what each of them hears. The locks
// behind them are the subject of the *-locks tests.
import { expect, test } from "vitest";
import { OWNER, OWNER_PASSWORD } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { type Limit, RateLimiter } from "../auth/limits/rate-limit.ts";
import { FAILURES_FREE } from "../auth/limits/sign-in-throttle.ts";
import { ensureAdmin } from "../auth/password/ensure-admin.ts";
import { signIn } from "../auth/sign-in.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { startSync } from "../orders/sync-orders.ts";
import { loadDashboard } from "../reports/dashboard/load-dashboard.ts";

const store = freshShop({ env: { PUBLIC_URL: "https://shop.example" } });

const enter = (password: string, ip: string) => signIn(store.shop, { email: OWNER, password, ip });

test("[AL-1] two processes that start together create one administrator with one password", async () => {
  const starts = ["first-password-1", "second-password-2"].map((password) =>
    ensureAdmin(store.shop, { password: null, generate: () => password }),
  );
  const made = (await Promise.all(starts)).filter((result) => result.created);
  expect(made).toHaveLength(1);
  expect(await enter(made[0]?.password ?? "", "10.1.0.1")).toMatchObject({ ok: true });
  expect(await store.shop.db.selectFrom("account").select("id").execute()).toHaveLength(1);
});

test("[TR-2] a burst of guesses from one network is counted before it is answered", async () => {
  await ensureAdmin(store.shop, { password: OWNER_PASSWORD, generate: () => "unused" });
  const burst = await Promise.all(
    Array.from({ length: 2 * FAILURES_FREE + 4 }, () => enter("not the pass phrase", "203.0.113.7")),
  );
  const tried = burst.filter((answer) => !answer.ok && answer.reason === "invalid");
  expect(tried).toHaveLength(FAILURES_FREE);
  expect(await enter(OWNER_PASSWORD, "198.51.100.20")).toMatchObject({ ok: true });
});

test("[TR-5] two processes that count the same client let through as many requests as one", async () => {
  const limit: Limit = { name: "functions", requestsMax: 100, windowMs: 60_000 };
  const patient = { waitMs: null, now: () => 0 };
  const processes = [new RateLimiter(store.shop, patient), new RateLimiter(store.shop, patient)];
  const waits = await Promise.all(
    Array.from({ length: limit.requestsMax * 2 }, (_, index) =>
      processes[index % 2]?.secondsToWait(limit, "203.0.113.7"),
    ),
  );
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(limit.requestsMax);
});

test("[AO-5] a button that two tabs press at the same moment starts one sync", async () => {
  const started = await Promise.all([1, 2].map(() => startSync(store.shop, { actor: OWNER })));
  expect(started.sort()).toEqual([false, true]);
  expect(await store.shop.db.selectFrom("jobs").select("id").execute()).toHaveLength(1);
});

test("[AD-4] orders that change at the same moment are all counted", async () => {
  const sales = [];
  for (let index = 0; index < 6; index += 1) sales.push(await sell(store));
  await Promise.all(
    sales.map(({ orderId }) =>
      refundOrder(store.shop, { orderId, amount: 100, reason: "x", restock: false, actor: OWNER }),
    ),
  );
  expect((await loadDashboard(store.shop, { period: 7 })).revenue.total).toBe(6 * 6899);
});
