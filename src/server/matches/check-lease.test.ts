import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { claimCheck, finishCheck, leaveCheck, renewLease } from "./check-queries.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

test("[KN-4] a check is its process's for five minutes after each sign of it; who was taken for dead changes nothing", async () => {
  const { db } = store.shop;
  const [dead, alive] = [store.shop.newId(), store.shop.newId()];
  const at = (minutes: number) => new Date(store.clock.now() + minutes * 60_000);
  const row = () => db.selectFrom("money_checks").selectAll().executeTakeFirst();
  const signed = { hasLookedBack: false };
  await claimCheck(db, { token: dead, now: at(0) });
  expect(await claimCheck(db, { token: alive, now: at(4) })).toBeNull();
  expect(await renewLease(db, { token: dead, now: at(4) }, signed)).toBe(true);
  expect(await claimCheck(db, { token: alive, now: at(8) })).toBeNull();
  expect(await claimCheck(db, { token: alive, now: at(9) })).toMatchObject({ startedAt: at(0) });

  const before = await row();
  const late = { token: dead, now: at(10) };
  expect(await claimCheck(db, late)).toBeNull();
  expect(await renewLease(db, late, signed)).toBe(false);
  await leaveCheck(db, late, "no answer");
  await finishCheck(db, late, "pk_test_sandbox");
  expect(await row()).toEqual(before);
});
