import { beforeEach, describe, expect, test } from "vitest";
import { OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { findAdminSession } from "./admin-session.ts";
import { FAILURES_FREE } from "./limits/sign-in-throttle.ts";
import { changePassword } from "./password/change-password.ts";
import { ensureAdmin } from "./password/ensure-admin.ts";
import { changeSessionRules, deviceName, listSessions, signOutSessions } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const NEXT = "an even longer pass phrase";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1";
const LAPTOP =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537 Chrome/140.0.0.0 Safari/537.36";

const store = freshShop();

beforeEach(async () => {
  await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused unused" });
});

/** Signs in and answers the request that this browser sends from then on. */
async function browser(userAgent: string, password = PASSWORD): Promise<Request> {
  const result = await signIn(store.shop, { email: OWNER, password, ip: "10.0.0.1", userAgent });
  if (!result.ok) throw new Error(result.reason);
  const lines = result.headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Request("http://localhost:3000/admin", { headers: { Cookie: lines.join("; ") } });
}

const isOpen = async (request: Request) => (await findAdminSession(store.shop, request)) !== null;

describe("[ST-2] changing the password", () => {
  test("a new password ends every other session, keeps this one, and the old password opens nothing", async () => {
    const [here, there] = [await browser(LAPTOP), await browser(PHONE)];
    expect(await changePassword(store.shop, here, { current: PASSWORD, next: NEXT })).toEqual({
      ok: true,
      sessionsEnded: 1,
    });
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    await expect(browser(LAPTOP)).rejects.toThrow("invalid");
    expect(await isOpen(await browser(LAPTOP, NEXT))).toBe(true);
    const rows = await store.shop.db.selectFrom("admin_audit").select(["actor", "action"]).execute();
    expect(rows).toEqual([{ actor: OWNER, action: "password.changed" }]);
    const written = JSON.stringify([
      store.logs,
      await store.shop.db.selectFrom("admin_audit").selectAll().execute(),
    ]);
    for (const secret of [PASSWORD, NEXT]) expect(written).not.toContain(secret);
  });

  test("changing the password asks for the old one, and for a good new one", async () => {
    const here = await browser(LAPTOP);
    const there = await browser(PHONE);
    const attempt = (current: string, next: string) => changePassword(store.shop, here, { current, next });
    expect(await attempt("wrong pass phrase", NEXT)).toEqual({ ok: false, reason: "wrong_password" });
    expect(await attempt(PASSWORD, "elevenchars")).toEqual({ ok: false, reason: "too_short" });
    expect(await attempt(PASSWORD, "x".repeat(129))).toEqual({ ok: false, reason: "too_long" });
    expect(await attempt(PASSWORD, PASSWORD)).toEqual({ ok: false, reason: "same" });
    expect(await isOpen(there)).toBe(true);
    expect(await isOpen(await browser(LAPTOP))).toBe(true);
  });

  test("guesses of the old password are slowed down, apart from those at the sign-in", async () => {
    const here = await browser(LAPTOP);
    const guess = { current: "wrong pass phrase", next: NEXT };
    for (let count = 0; count < FAILURES_FREE; count += 1) await changePassword(store.shop, here, guess);
    expect(await changePassword(store.shop, here, { current: PASSWORD, next: NEXT })).toMatchObject({
      reason: "throttled",
    });
    expect(await isOpen(await browser(PHONE))).toBe(true);
  });

  test("without a session the password can't be changed", async () => {
    const nobody = new Request("http://localhost:3000/admin");
    await expect(changePassword(store.shop, nobody, { current: PASSWORD, next: NEXT })).rejects.toThrow(
      "session",
    );
  });
});

describe("[ST-2] sessions", () => {
  test("sessions are listed with their device, this one first, and when they end", async () => {
    const here = await browser(LAPTOP);
    const there = await browser(PHONE);
    await isOpen(here);
    store.clock.advance(5 * 60_000);
    await isOpen(there);
    const listed = await listSessions(store.shop, here);
    expect(listed.map(({ device, isCurrent, ipAddress }) => [device, isCurrent, ipAddress])).toEqual([
      ["Chrome on macOS", true, "10.0.0.1"],
      ["Safari on iPhone", false, "10.0.0.1"],
    ]);
    expect(listed[1]?.lastUsedAt.getTime()).toBe(store.clock.now());
    expect(listed[1]?.end.getTime()).toBe(store.clock.now() + 8 * 60 * 60_000);
    expect(JSON.stringify(listed)).not.toContain("token");
  });

  test("other sessions are ended right away, one or all, and this one continues", async () => {
    const [here, phone, tablet] = [await browser(LAPTOP), await browser(PHONE), await browser("")];
    const mine = (await listSessions(store.shop, phone)).find(({ isCurrent }) => isCurrent);
    expect(await signOutSessions(store.shop, here, { which: { id: mine?.id ?? "" } })).toBe(1);
    expect([await isOpen(phone), await isOpen(tablet)]).toEqual([false, true]);
    expect(await signOutSessions(store.shop, here, { which: "others" })).toBe(1);
    expect([await isOpen(here), await isOpen(tablet)]).toEqual([true, false]);
  });

  test("[TR-9] new limits hold for the sessions that are open, and are recorded", async () => {
    const [here, there] = [await browser(LAPTOP), await browser(PHONE)];
    store.clock.advance(31 * 60_000);
    expect(await isOpen(here)).toBe(true);
    await changeSessionRules(store.shop, here, { idleMinutes: 30, absoluteMinutes: 12 * 60 });
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    expect(await listSessions(store.shop, here)).toHaveLength(1);
    const row = await store.shop.db.selectFrom("admin_audit").select(["action", "after"]).executeTakeFirst();
    expect(row).toEqual({
      action: "session_rules.changed",
      after: { idleMinutes: 30, absoluteMinutes: 720 },
    });
  });

  test("another user's session can't be ended", async () => {
    const here = await browser(LAPTOP);
    const now = new Date(store.clock.now());
    const user = { id: "other", email: "other@example.com", name: "Other", emailVerified: true };
    await store.shop.db.insertInto("user").values(user).execute();
    const session = { id: "theirs", token: "t", userId: "other", expiresAt: now, updatedAt: now };
    await store.shop.db.insertInto("session").values(session).execute();
    expect(await signOutSessions(store.shop, here, { which: { id: "theirs" } })).toBe(0);
    await signOutSessions(store.shop, here, { which: "others" });
    const left = await store.shop.db.selectFrom("session").select("id").where("id", "=", "theirs").execute();
    expect(left).toHaveLength(1);
  });

  test.each([
    [PHONE, "Safari on iPhone"],
    [LAPTOP, "Chrome on macOS"],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0", "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36", "Chrome on Linux"],
    [null, "Unknown device"],
  ])("a browser that says %s is %s", (userAgent, device) => {
    expect(deviceName(userAgent)).toBe(device);
  });
});
