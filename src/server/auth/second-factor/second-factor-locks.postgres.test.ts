// Two-step sign-in is turned on at the moment of a sign-in or of the end of a session.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOwnDatabase, whileOneWaits } from "#test/database/two-transactions.ts";
import { cookiesOf } from "#test/pages/owner-session.ts";
import { OWNER, OWNER_PASSWORD as password } from "#test/sales/people.ts";
import { appCode } from "#test/shop/authenticator.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { ensureAdmin } from "../password/ensure-admin.ts";
import { findCredential, holdPassword, lockPassword } from "../queries.ts";
import { endSessions } from "../session-queries.ts";
import { signIn } from "../sign-in.ts";
import { acceptCode } from "./accept-code.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { confirmSetup, startSetup } from "./second-factor.ts";
import { findGuardedUser } from "./second-factor-queries.ts";
import { STEP_SECONDS } from "./totp.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop({ database: await openOwnDatabase() });
  await ensureAdmin(store.shop, { password, generate: () => "unused unused" });
});
afterEach(() => store.close());

/** What this browser sends from then on. */
const requestOf = (headers: Headers) =>
  new Request("http://localhost:3000/admin", { headers: { Cookie: cookiesOf(headers) } });

/** All but the last step of turning it on, in a session of its own. */
async function setUp() {
  const signedIn = await signIn(store.shop, { email: OWNER, password, ip: "10.0.0.1" });
  const user = await findCredential(store.shop.db, OWNER);
  if (!signedIn.ok || !user) throw new Error("the owner is not signed in");
  const here = requestOf(signedIn.headers);
  const started = await startSetup(store.shop, here, { password, issuer: "Shop" });
  if (!started.ok) throw new Error(started.reason);
  const { sealed, secret } = started.setup;
  const code = appCode(secret, store.clock.now());
  return { user, secret, turnOn: () => confirmSetup(store.shop, here, { sealed, code, issuer: "Shop" }) };
}

test("[ST-2] turning on two-step sign-in waits for a sign-in without a code", async () => {
  const { user, turnOn } = await setUp();
  const result = await whileOneWaits(store.shop, { holds: (tx) => holdPassword(tx, user), works: turnOn });
  expect(result).toMatchObject({ ok: true });
});

test("[ST-2] a session that a new password has ended can't turn on two-step sign-in", async () => {
  const { user, turnOn } = await setUp();
  const result = await whileOneWaits(store.shop, {
    holds: (tx) => lockPassword(tx, user),
    works: turnOn,
    meanwhile: (tx) => endSessions(tx, user),
  });
  expect(result).toEqual({ ok: false, reason: "too_late" });
  expect(await findGuardedUser(store.shop.db, OWNER)).toBeNull();
});

test("[ST-2] of two who turn two-step sign-in on at the same moment one does", async () => {
  const { turnOn } = await setUp();
  const results = await Promise.all([turnOn(), turnOn()]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test("[ST-2] a code that is just accepted opens nothing for another one who has it", async () => {
  const { user, secret, turnOn } = await setUp();
  await turnOn();
  store.clock.advance(STEP_SECONDS * 1_000);
  const half = await signIn(store.shop, { email: OWNER, password, ip: "203.0.113.9" });
  if (!("headers" in half)) throw new Error(half.reason);
  const request = requestOf(half.headers);
  const code = appCode(secret, store.clock.now());
  const result = await whileOneWaits(store.shop, {
    holds: async (tx) => expect(await acceptCode(tx, store.shop, { ...user, typed: code })).toBe(true),
    works: () => completeSignIn(store.shop, request, { code, ip: "203.0.113.9" }),
  });
  expect(result).toEqual({ ok: false, reason: "invalid" });
});
