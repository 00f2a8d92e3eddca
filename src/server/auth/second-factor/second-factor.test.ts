import { beforeEach, describe, expect, test } from "vitest";
import { OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { appCode as codeAt } from "#test/shop/authenticator.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { findAdminSession } from "../admin-session.ts";
import { FAILURES_FREE } from "../limits/sign-in-throttle.ts";
import { changePassword } from "../password/change-password.ts";
import { ensureAdmin } from "../password/ensure-admin.ts";
import { setAdminPassword } from "../password/set-password.ts";
import { signIn } from "../sign-in.ts";
import { CHALLENGE_MINUTES, completeSignIn, hasChallenge } from "./complete-sign-in.ts";
import {
  confirmSetup,
  findSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type Setup,
  startSetup,
  turnOffSecondFactor,
} from "./second-factor.ts";
import { STEP_SECONDS } from "./totp.ts";

const ISSUER = "Golf Pro Shop";

const store = freshShop();
let here: Request;

beforeEach(async () => {
  await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused unused" });
  here = browserWith(await passwordStep());
});

async function passwordStep(password = PASSWORD): Promise<Headers> {
  const result = await signIn(store.shop, { email: OWNER, password, ip: "10.0.0.1" });
  if (!("headers" in result)) throw new Error(result.reason);
  return result.headers;
}

/** What this browser sends from then on. */
function browserWith(headers: Headers): Request {
  const cookies = headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Request("http://localhost:3000/admin", { headers: { Cookie: cookies.join("; ") } });
}

const isOpen = async (request: Request) => (await findAdminSession(store.shop, request)) !== null;
const nextStep = () => store.clock.advance(STEP_SECONDS * 1000);
const complete = (request: Request, code: string) =>
  completeSignIn(store.shop, request, { code, ip: "10.0.0.1" });

/** What the owner's app shows now. */
const appCode = (secret: string, drift = 0) => codeAt(secret, store.clock.now(), drift);

async function setUp(): Promise<Setup> {
  const started = await startSetup(store.shop, here, { password: PASSWORD, issuer: ISSUER });
  if (!started.ok) throw new Error(started.reason);
  return started.setup;
}

/** Two-step sign-in turned on, at the start of the next step of the app. */
async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  const { sealed, secret } = await setUp();
  const ended = await confirmSetup(store.shop, here, { sealed, code: appCode(secret), issuer: ISSUER });
  if (!ended.ok) throw new Error(ended.reason);
  nextStep();
  return { secret, codes: ended.recoveryCodes };
}

function auditRows() {
  return store.shop.db.selectFrom("admin_audit").select(["actor", "action", "after"]).orderBy("id").execute();
}

/** Everything that the database and the log keep of it. */
async function kept(): Promise<string> {
  const { db } = store.shop;
  const tables = ["second_factors", "recovery_codes", "sign_in_challenges", "admin_audit"] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify([rows, store.logs]);
}

describe("[ST-2] turning two-step sign-in on", () => {
  test("two-step sign-in is on once the app has shown a code, and every other session ends", async () => {
    const there = browserWith(await passwordStep());
    const setup = await setUp();
    expect(setup.qr.path).toMatch(/^M4 4h1v1h-1z/);
    const wrong = await confirmSetup(store.shop, here, {
      sealed: setup.sealed,
      code: "000000",
      issuer: ISSUER,
    });
    expect(wrong).toEqual({ ok: false, reason: "wrong_code", setup });
    expect(await isOpen(browserWith(await passwordStep()))).toBe(true);

    const code = `${appCode(setup.secret).slice(0, 3)} ${appCode(setup.secret).slice(3)}`;
    const ended = await confirmSetup(store.shop, here, { sealed: setup.sealed, code, issuer: ISSUER });
    expect(ended).toMatchObject({ ok: true, sessionsEnded: 2 });
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    expect(await findSecondFactor(store.shop, here)).toEqual({ isOn: true, codesLeft: 10 });
    expect((await auditRows()).at(-1)).toEqual({
      actor: OWNER,
      action: "second_factor.turned_on",
      after: { sessionsEnded: 2 },
    });
    const everything = await kept();
    for (const secret of [setup.secret, ...(ended.ok ? ended.recoveryCodes : [])])
      expect(everything).not.toContain(secret);
  });

  test("turning two-step sign-in on asks for the password, within a quarter of an hour, once, and of the same person", async () => {
    expect(await startSetup(store.shop, here, { password: "wrong", issuer: ISSUER })).toMatchObject({
      reason: "wrong_password",
    });
    const [first, second] = [await setUp(), await setUp()];
    const confirm = ({ sealed, secret }: Setup) =>
      confirmSetup(store.shop, here, { sealed, code: appCode(secret), issuer: ISSUER });
    store.clock.advance(15 * 60_000 + 1);
    expect(await confirm(first)).toEqual({ ok: false, reason: "too_late" });
    expect(await confirm({ ...first, sealed: "made up" })).toEqual({ ok: false, reason: "too_late" });
    store.clock.advance(-60_000);
    expect(await confirm(first)).toMatchObject({ ok: true });
    expect(await confirm(second)).toMatchObject({ ok: false });
    expect(await startSetup(store.shop, here, { password: PASSWORD, issuer: ISSUER })).toEqual({
      ok: false,
      reason: "on_already",
    });
  });

  test("a sign-in without a code that is under way opens nothing", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { api } = store.shop.auth;
    const real = api.openSession;
    api.openSession = (async (...asked: Parameters<typeof real>) => {
      arrive();
      await held;
      return real(...asked);
    }) as typeof real;
    const thief = signIn(store.shop, { email: OWNER, password: PASSWORD, ip: "203.0.113.9" });
    await arrived;
    await turnOn();
    release();
    expect(await thief).toEqual({ ok: false, reason: "invalid" });
    expect(await isOpen(here)).toBe(true);
  });
});

describe("[AL-1] [ST-2] signing in with two steps", () => {
  test("the password alone opens nothing, the code then does", async () => {
    const { secret } = await turnOn();
    const headers = await passwordStep();
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^shop_second_step=[\w-]{43}; Path=\/admin\/login; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const half = browserWith(headers);
    expect([await isOpen(half), await hasChallenge(store.shop, half)]).toEqual([false, true]);
    expect(await store.shop.db.selectFrom("session").select("id").execute()).toHaveLength(1);
    const result = await complete(half, appCode(secret));
    if (!result.ok) throw new Error(result.reason);
    expect(result.headers.getSetCookie().join("\n")).toMatch(
      /shop\.session_token=.*HttpOnly[\s\S]*^shop_admin=1[\s\S]*^shop_second_step=; .*Max-Age=0/m,
    );
    expect(await isOpen(browserWith(result.headers))).toBe(true);
    expect(await complete(half, appCode(secret, 1))).toEqual({ ok: false, reason: "expired" });
  });

  test("a code works once, and none older than it", async () => {
    const { secret } = await turnOn();
    const code = appCode(secret, 1);
    const [a, b] = [browserWith(await passwordStep()), browserWith(await passwordStep())];
    expect(await complete(a, code)).toMatchObject({ ok: true });
    expect(await complete(b, code)).toMatchObject({ ok: false });
    const late = browserWith(await passwordStep());
    expect(await complete(late, appCode(secret))).toEqual({ ok: false, reason: "invalid" });
    nextStep();
    nextStep();
    expect(await complete(late, appCode(secret))).toMatchObject({ ok: true });
  });

  test("the code that turned two-step sign-in on opens nothing", async () => {
    const { sealed, secret } = await setUp();
    const code = appCode(secret);
    await confirmSetup(store.shop, here, { sealed, code, issuer: ISSUER });
    expect(await complete(browserWith(await passwordStep()), code)).toEqual({ ok: false, reason: "invalid" });
  });

  test("a recovery code works once, is noted, and others still work", async () => {
    const { codes } = await turnOn();
    const [first = "", second = ""] = codes;
    expect(await complete(browserWith(await passwordStep()), first.toLowerCase())).toMatchObject({
      ok: true,
    });
    const again = browserWith(await passwordStep());
    expect(await complete(again, first)).toEqual({ ok: false, reason: "invalid" });
    expect(await complete(again, second.replace("-", " "))).toMatchObject({ ok: true });
    expect(await findSecondFactor(store.shop, here)).toEqual({ isOn: true, codesLeft: 8 });
    expect((await auditRows()).slice(-2)).toEqual([
      { actor: OWNER, action: "recovery_code.used", after: { codesLeft: 9 } },
      { actor: OWNER, action: "recovery_code.used", after: { codesLeft: 8 } },
    ]);
  });

  test("guesses of the second step are slowed down over all challenges, and the password step is not", async () => {
    const { secret } = await turnOn();
    for (let count = 0; count < FAILURES_FREE; count += 1) {
      const half = browserWith(await passwordStep());
      expect(await complete(half, "000000")).toEqual({ ok: false, reason: "invalid" });
      store.clock.advance(1000);
    }
    const half = browserWith(await passwordStep());
    expect(await complete(half, appCode(secret))).toMatchObject({
      reason: "throttled",
      retryAfterSeconds: 29,
    });
    store.clock.advance(30_000);
    expect(await complete(half, appCode(secret))).toMatchObject({ ok: true });
  });

  test("the right password lets the second step follow for ten minutes, and until the password is changed", async () => {
    const { secret } = await turnOn();
    const half = browserWith(await passwordStep());
    store.clock.advance(CHALLENGE_MINUTES * 60_000);
    expect(await hasChallenge(store.shop, half)).toBe(false);
    expect(await complete(half, appCode(secret))).toEqual({ ok: false, reason: "expired" });
    const next = "an even longer pass phrase";
    const other = browserWith(await passwordStep());
    await changePassword(store.shop, here, { current: PASSWORD, next });
    expect(await complete(other, appCode(secret))).toEqual({ ok: false, reason: "expired" });
    const third = browserWith(await passwordStep(next));
    await setAdminPassword(store.shop, { password: PASSWORD });
    expect(await complete(third, appCode(secret))).toEqual({ ok: false, reason: "expired" });
    const nobody = new Request("http://localhost:3000/admin/login/code");
    expect(await complete(nobody, appCode(secret))).toEqual({ ok: false, reason: "expired" });
    const rows = await store.shop.db.selectFrom("sign_in_challenges").selectAll().execute();
    expect(rows).toEqual([]);
  });

  test("a wrong password is answered as it is without a second step", async () => {
    await turnOn();
    const wrong = { email: OWNER, password: "wrong", ip: "10.0.0.1" };
    expect(await signIn(store.shop, wrong)).toEqual({ ok: false, reason: "invalid" });
    const unknown = { ...wrong, email: "pat@example.com" };
    expect(await signIn(store.shop, unknown)).toEqual({ ok: false, reason: "invalid" });
  });

  test("another shop's key opens nothing and says so in the log", async () => {
    const { secret, codes } = await turnOn();
    const secondFactor = { current: "z".repeat(43), old: [] };
    const moved = { ...store.shop, keys: { ...store.shop.keys, secondFactor } };
    const half = browserWith(await passwordStep());
    for (const code of [appCode(secret), codes[0] ?? ""])
      expect(await completeSignIn(moved, half, { code, ip: "" })).toEqual({ ok: false, reason: "invalid" });
    expect(store.logs.map(({ event }) => event)).toContain("auth.second_factor_unreadable");
  });

  test("no address of the library opens a session", async () => {
    const body = JSON.stringify({ userId: "anybody" });
    const headers = { "Content-Type": "application/json", Origin: store.shop.env.publicUrl };
    const address = `${store.shop.env.publicUrl}/api/auth/open-session`;
    const answer = await store.shop.auth.handler(new Request(address, { method: "POST", headers, body }));
    expect(answer.status).toBe(404);
  });
});

describe("[ST-2] with two-step sign-in on", () => {
  test("new recovery codes are made for the password alone, and the old ones end", async () => {
    const { codes } = await turnOn();
    expect(await renewRecoveryCodes(store.shop, here, { password: "wrong" })).toMatchObject({
      reason: "wrong_password",
    });
    const renewed = await renewRecoveryCodes(store.shop, here, { password: PASSWORD });
    if (!renewed.ok) throw new Error(renewed.reason);
    const half = browserWith(await passwordStep());
    expect(await complete(half, codes[0] ?? "")).toEqual({ ok: false, reason: "invalid" });
    expect(await complete(half, renewed.recoveryCodes[0] ?? "")).toMatchObject({ ok: true });
  });

  test("two-step sign-in is turned off with password and code, not with one of them", async () => {
    const { secret } = await turnOn();
    const off = (password: string, code: string) => turnOffSecondFactor(store.shop, here, { password, code });
    expect(await off("wrong", appCode(secret))).toMatchObject({ reason: "wrong_password" });
    expect(await off(PASSWORD, "000000")).toEqual({ ok: false, reason: "wrong_code" });
    const half = browserWith(await passwordStep());
    expect(await off(PASSWORD, appCode(secret))).toEqual({ ok: true });
    expect(await complete(half, appCode(secret, 1))).toEqual({ ok: false, reason: "expired" });
    expect(await isOpen(browserWith(await passwordStep()))).toBe(true);
    expect(await off(PASSWORD, appCode(secret, 1))).toEqual({ ok: false, reason: "off_already" });
    expect(await renewRecoveryCodes(store.shop, here, { password: PASSWORD })).toEqual({
      ok: false,
      reason: "off_already",
    });
    expect((await auditRows()).at(-1)).toMatchObject({ actor: OWNER, action: "second_factor.turned_off" });
  });

  test("guessing the code to turn two-step sign-in off is slowed down", async () => {
    const { secret } = await turnOn();
    const off = (code: string) => turnOffSecondFactor(store.shop, here, { password: PASSWORD, code });
    for (let count = 0; count < FAILURES_FREE; count += 1) await off("000000");
    expect(await off(appCode(secret))).toMatchObject({ reason: "throttled" });
  });

  test("the command line turns two-step sign-in off for an owner who has lost everything", async () => {
    await turnOn();
    expect(await removeSecondFactor(store.shop)).toBe(true);
    expect(await isOpen(browserWith(await passwordStep()))).toBe(true);
    expect((await auditRows()).at(-1)).toMatchObject({
      actor: "command line",
      action: "second_factor.turned_off",
    });
    expect(await removeSecondFactor(store.shop)).toBe(false);
  });
});
