import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { findAdminSession } from "./admin-session.ts";
import { DELAY_FIRST_SECONDS, FAILURES_FREE } from "./limits/sign-in-throttle.ts";
import { ensureAdmin } from "./password/ensure-admin.ts";
import { setAdminPassword } from "./password/set-password.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

const HOUR_MS = 60 * 60 * 1000;
const STRANGER = "203.0.113.7";

let store: TestShop;
let address = 0;

beforeEach(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: "https://shop.example" } });
});
afterEach(() => store.close());

/** Each from a different network address, like an attacker with many machines. */
function attempt(password: string, email = OWNER) {
  address += 1;
  return attemptFrom(`10.1.${address >> 8}.${address & 255}`, password, email);
}

function attemptFrom(ip: string, password: string, email = OWNER) {
  return signIn(store.shop, { email, password, ip });
}

async function makeOwner() {
  await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused unused" });
}

async function signedInHeaders(): Promise<Headers> {
  const result = await attempt(PASSWORD);
  if (!result.ok) throw new Error(result.reason);
  return result.headers;
}

/** The request that a browser would send after these Set-Cookie lines. */
function requestWith(setCookies: string[]): Request {
  const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
  return new Request("https://shop.example/admin/dashboard", { headers: { cookie } });
}

test("[AL-1] the first start makes the administrator, with a generated password said once", async () => {
  const made = await ensureAdmin(store.shop, { password: null, generate: () => "generated-once-1" });
  expect(made).toEqual({ created: true, email: OWNER, password: "generated-once-1" });
  const again = await ensureAdmin(store.shop, { password: "something else", generate: () => "other" });
  expect(again).toEqual({ created: false, email: OWNER });
  expect(await attempt("something else")).toMatchObject({ ok: false });
  expect(await attempt("generated-once-1")).toMatchObject({ ok: true });
});

test("[AL-1] the right address and password open a session, however the address is spelled", async () => {
  await makeOwner();
  const result = await attempt(PASSWORD, "  Owner@Example.COM ");
  if (!result.ok) throw new Error(result.reason);
  const [session = "", device = "", hint = ""] = result.headers.getSetCookie();
  expect(session).toMatch(
    /^__Host-shop\.session_token=[^;]{40,}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(device).toMatch(
    /^shop_browser=[\w.-]{87}; Path=\/admin; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(hint).toBe("shop_admin=1; Path=/; Max-Age=604800; SameSite=Lax; Secure");
  expect(await findAdminSession(store.shop, requestWith([session]))).toEqual({
    email: OWNER,
    isPasswordFresh: true,
  });
});

test("cookies are not Secure where the shop is served over http", async () => {
  await store.close();
  store = await createTestShop({ env: { PUBLIC_URL: "http://localhost:3000" } });
  await makeOwner();
  for (const cookie of (await signedInHeaders()).getSetCookie()) expect(cookie).not.toContain("Secure");
});

test("the readable hint cookie alone opens nothing", async () => {
  await makeOwner();
  expect(await findAdminSession(store.shop, requestWith(["shop_admin=1"]))).toBeNull();
});

test("[AL-3] a wrong password and an unknown address get the same answer", async () => {
  await makeOwner();
  const wrong = await attempt("not the pass phrase");
  const unknown = await attempt("not the pass phrase", "nobody@example.com");
  expect(wrong).toEqual({ ok: false, reason: "invalid" });
  expect(unknown).toEqual(wrong);
});

test("[AL-3] an unknown address costs the same work as a wrong password", async () => {
  await makeOwner();
  const hash = vi.spyOn(store.shop.auth.hashing, "hash");
  const verify = vi.spyOn(store.shop.auth.hashing, "verify");
  await attempt("not the pass phrase");
  await attempt("not the pass phrase", "nobody@example.com");
  expect([verify.mock.calls.length, hash.mock.calls.length]).toEqual([1, 1]);
});

test.each([OWNER, "nobody@example.com"])(
  "[AL-3] failures at %s slow its attempts from that network down",
  async (email) => {
    await makeOwner();
    for (let count = 1; count <= FAILURES_FREE; count += 1) {
      expect(await attemptFrom(STRANGER, "wrong", email)).toEqual({ ok: false, reason: "invalid" });
    }
    const refused = { ok: false, reason: "throttled", retryAfterSeconds: DELAY_FIRST_SECONDS };
    expect(await attemptFrom(STRANGER, PASSWORD, email)).toEqual(refused);
    store.clock.advance(DELAY_FIRST_SECONDS * 1000);
    expect(await attemptFrom(STRANGER, "wrong", email)).toEqual({ ok: false, reason: "invalid" });
    const { retryAfterSeconds } = { ...refused, ...(await attemptFrom(STRANGER, "wrong", email)) };
    expect(retryAfterSeconds).toBeGreaterThan(DELAY_FIRST_SECONDS);
  },
);

test("the right password after a few failures clears the count, and so does quiet", async () => {
  await makeOwner();
  for (let count = 1; count < FAILURES_FREE; count += 1) await attemptFrom(STRANGER, "wrong");
  expect(await attemptFrom(STRANGER, PASSWORD)).toMatchObject({ ok: true });
  for (let count = 1; count < FAILURES_FREE; count += 1) await attemptFrom(STRANGER, "wrong");
  store.clock.advance(16 * 60 * 1000);
  for (let count = 1; count < FAILURES_FREE; count += 1) {
    expect(await attemptFrom(STRANGER, "wrong")).toMatchObject({ reason: "invalid" });
  }
});

test("one network address that tries many accounts is slowed down", async () => {
  const answers = [];
  for (let count = 0; count < 21; count += 1) {
    answers.push(
      await signIn(store.shop, { email: `a${count}@example.com`, password: "wrong", ip: "10.9.9.9" }),
    );
  }
  expect(answers[19]).toEqual({ ok: false, reason: "invalid" });
  expect(answers[20]).toMatchObject({ ok: false, reason: "throttled" });
  expect(
    await signIn(store.shop, { email: "b@example.com", password: "wrong", ip: "10.9.9.10" }),
  ).toMatchObject({
    reason: "invalid",
  });
});

test("no one can sign up", async () => {
  const body = JSON.stringify({ email: "new@example.com", password: PASSWORD, name: "New" });
  const answer = await store.shop.auth.handler(
    new Request("https://shop.example/api/auth/sign-up/email", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "https://shop.example" },
      body,
    }),
  );
  expect(answer.status).toBe(400);
  expect(await store.shop.db.selectFrom("user").select("id").execute()).toEqual([]);
});

test("a sign-in spares the session of another that is just opening, not one that was never opened", async () => {
  await makeOwner();
  const { id: userId } = await store.shop.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const { id } = await store.shop.auth.api.openSession({
    body: { userId, maxAgeSeconds: 60 },
    headers: new Headers(),
  });
  const others = () => store.shop.db.selectFrom("session").select("id").where("id", "=", id).execute();
  await signedInHeaders();
  expect(await others()).toHaveLength(1);
  const long = new Date(Date.now() - 2 * 60_000);
  await store.shop.db.updateTable("session").set({ createdAt: long }).where("id", "=", id).execute();
  await signedInHeaders();
  expect(await others()).toEqual([]);
});

test("[AL-4] an expired session is not valid", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  await store.shop.db
    .updateTable("session")
    .set({ expiresAt: new Date(1_000) })
    .execute();
  expect(await findAdminSession(store.shop, request)).toBeNull();
});

test("[AL-4] [TR-9] a session that is used continues, one that is not used for 8 hours ends and is deleted", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  for (let count = 0; count < 3; count += 1) {
    store.clock.advance(8 * HOUR_MS - 1);
    expect(await findAdminSession(store.shop, request)).toMatchObject({ email: OWNER });
  }
  store.clock.advance(8 * HOUR_MS);
  expect(await findAdminSession(store.shop, request)).toBeNull();
  expect(await store.shop.db.selectFrom("session").select("id").execute()).toEqual([]);
});

test("[AL-4] [TR-9] a session ends after 7 days, however much it is used", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    store.clock.advance(6 * HOUR_MS);
    expect(await findAdminSession(store.shop, request)).not.toBeNull();
  }
  store.clock.advance(6 * HOUR_MS);
  expect(await findAdminSession(store.shop, request)).toBeNull();
});

test("[AG-2] a user with an address other than the configured one is not an administrator", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  const moved = { ...store.shop, env: { ...store.shop.env, adminEmail: "new-owner@example.com" } };
  expect(await findAdminSession(moved, request)).toEqual({ nonAdmin: true });
});

test("a cookie that was tampered with is not valid", async () => {
  await makeOwner();
  const [session = ""] = (await signedInHeaders()).getSetCookie();
  const forged = session.replace(/=(.)/, (_, first: string) => `=${first === "a" ? "b" : "a"}`);
  expect(await findAdminSession(store.shop, requestWith([forged]))).toBeNull();
});

test("[AL-3] signing out ends the session on the server and removes both cookies", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  const result = await signOut(store.shop, request);
  if (!result.ok) throw new Error(result.reason);
  expect(result.headers.getSetCookie().map((line) => line.split(";")[0])).toEqual(
    expect.arrayContaining(["__Host-shop.session_token=", "shop_admin="]),
  );
  expect(await findAdminSession(store.shop, request)).toBeNull();
  expect(await signOut(store.shop, request)).toMatchObject({ ok: true });
});

test("a new password ends every session, lifts a block, and the old one opens nothing", async () => {
  await makeOwner();
  const request = requestWith((await signedInHeaders()).getSetCookie());
  for (let count = 0; count < FAILURES_FREE; count += 1) await attemptFrom(STRANGER, "wrong");
  expect(await setAdminPassword(store.shop, { password: "another pass phrase" })).toEqual({
    ok: true,
    email: OWNER,
  });
  expect(await findAdminSession(store.shop, request)).toBeNull();
  expect(await attemptFrom(STRANGER, PASSWORD)).toEqual({ ok: false, reason: "invalid" });
  expect(await attempt("another pass phrase")).toMatchObject({ ok: true });
});

test("a password that is too short or too long is refused", async () => {
  expect(await setAdminPassword(store.shop, { password: "elevenchars" })).toEqual({
    ok: false,
    reason: "too_short",
  });
  expect(await setAdminPassword(store.shop, { password: "x".repeat(129) })).toEqual({
    ok: false,
    reason: "too_long",
  });
});

test("no address and no password reaches the log", async () => {
  await makeOwner();
  await attempt(PASSWORD);
  await attempt("wrong secret words", "nobody@example.com");
  const text = JSON.stringify(store.logs);
  expect(text).toContain("auth.signed_in");
  for (const secret of [PASSWORD, "wrong secret words", "example.com"]) expect(text).not.toContain(secret);
});
