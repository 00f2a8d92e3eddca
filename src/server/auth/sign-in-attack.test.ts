// The owner signs in while strangers guess. Each test is an attack in the shop's own time: a guess every so many
// seconds, and the owner's tries among them.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { OWNER, OWNER_PASSWORD } from "#test/sales/people.ts";
import { appCode } from "#test/shop/authenticator.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import {
  ATTACK_ATTEMPTS,
  ENTRY_SECONDS,
  FAILURES_FREE,
  FAILURES_PER_NETWORK_FREE,
  pruneAttempts,
} from "./limits/sign-in-throttle.ts";
import { changePassword } from "./password/change-password.ts";
import { ensureAdmin } from "./password/ensure-admin.ts";
import { HashingBusy } from "./password/hashing-queue.ts";
import { completeSignIn } from "./second-factor/complete-sign-in.ts";
import { confirmSetup, startSetup } from "./second-factor/second-factor.ts";
import { signOutSessions } from "./sessions.ts";
import { type SignIn, signIn } from "./sign-in.ts";

const HOME = "198.51.100.20";
const STRANGER = "203.0.113.7";

const store = freshShop();
let strangers = 0;

beforeEach(async () => {
  strangers = 0;
  await ensureAdmin(store.shop, { password: OWNER_PASSWORD, generate: () => "unused" });
});

const asOwner = (cookies = "", ip = HOME, password = OWNER_PASSWORD) =>
  signIn(store.shop, { email: OWNER, password, ip, cookies });
const guess = (ip: string, email = OWNER) =>
  signIn(store.shop, { email, password: "not the pass phrase", ip });

/** Another address at each call, none near another. */
function nextStranger(): string {
  strangers += 1;
  return `${20 + (strangers >> 8)}.${strangers & 255}.0.1`;
}

/** The cookies that a browser keeps of an answer. */
function cookiesOf(result: SignIn | Awaited<ReturnType<typeof completeSignIn>>): string {
  if (!("headers" in result)) throw new Error(result.reason);
  return result.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const pageOf = (cookies: string) =>
  new Request("http://localhost:3000/admin", { headers: { Cookie: cookies } });

describe("[TR-2] a stranger does not keep the owner out", () => {
  test("one guess a second from one address: the owner gets in right away, with a new browser too", async () => {
    const known = cookiesOf(await asOwner());
    const answers: SignIn[] = [];
    for (let second = 0; second < 60; second += 1) {
      answers.push(await guess(STRANGER));
      if (second % 20 === 10) {
        expect(await asOwner(known)).toMatchObject({ ok: true });
        expect(await asOwner("", `198.51.100.${second}`)).toMatchObject({ ok: true });
      }
      store.clock.advance(1000);
    }
    expect(answers.filter((answer) => !answer.ok && answer.reason === "invalid").length).toBeLessThan(13);
    expect(answers.at(-1)).toMatchObject({ reason: "throttled" });
  });

  test("four guesses a second from many addresses: a known browser gets in right away, a new one after half a minute", async () => {
    const known = cookiesOf(await asOwner());
    const attack = async (seconds: number) => {
      const answers: SignIn[] = [];
      for (let count = 0; count < seconds * 4; count += 1) {
        answers.push(await guess(nextStranger()));
        store.clock.advance(250);
      }
      return answers;
    };
    await attack(Math.ceil(ATTACK_ATTEMPTS / 4) + 1);
    expect(await asOwner(known)).toMatchObject({ ok: true });
    expect(await asOwner()).toMatchObject({ reason: "throttled", retryAfterSeconds: ENTRY_SECONDS });
    const during = await attack(ENTRY_SECONDS);
    expect(during.every((answer) => !answer.ok && answer.reason === "throttled")).toBe(true);
    expect(await asOwner()).toMatchObject({ ok: true });
    expect(await asOwner(known)).toMatchObject({ ok: true });
  });

  test("who goes on while refused is refused for longer, and pays for other accounts, too", async () => {
    for (let count = 0; count < FAILURES_PER_NETWORK_FREE; count += 1) await guess(STRANGER);
    store.clock.advance(31_000);
    expect(await guess(STRANGER)).toMatchObject({ reason: "invalid" });
    for (let second = 0; second < 100; second += 1) {
      store.clock.advance(1000);
      expect(await guess(STRANGER, "nobody@example.com")).toMatchObject({ reason: "throttled" });
    }
    store.clock.advance(100_000);
    expect(await guess(STRANGER)).toMatchObject({ reason: "throttled" });
  });

  test.each([20, 299])(
    "a guess every %i seconds from the owner's own address keeps a new browser out for minutes, not forever",
    async (seconds) => {
      for (let count = 0; count < FAILURES_PER_NETWORK_FREE; count += 1)
        await guess(HOME, `someone${count}@example.com`);
      const start = store.clock.now();
      let tryAgainAt = start + 10 * 60_000;
      for (let now = start, nextGuess = start; now < start + 30 * 60_000; now = store.clock.now()) {
        if (now >= tryAgainAt) {
          const answer = await asOwner();
          if (answer.ok) break;
          tryAgainAt = now + ("retryAfterSeconds" in answer ? answer.retryAfterSeconds * 1000 : 0);
        }
        if (now >= nextGuess) {
          await guess(HOME, "nobody@example.com");
          nextGuess = now + seconds * 1000;
        }
        store.clock.advance(1000);
      }
      expect(store.clock.now() - start).toBeLessThanOrEqual(20 * 60_000);
    },
  );

  test("addresses of one IPv6 /64 are one network", async () => {
    const answers: SignIn[] = [];
    for (let count = 0; count <= FAILURES_FREE; count += 1)
      answers.push(await guess(`2001:db8:1:2::${count}`));
    expect(answers.at(-1)).toMatchObject({ reason: "throttled" });
    expect(await guess("2001:db8:1:3::1")).toMatchObject({ reason: "invalid" });
  });

  test("tries that were sent away unchecked, because too many passwords wait, cost nothing", async () => {
    for (let count = 1; count < FAILURES_FREE; count += 1) await guess(HOME);
    const verify = vi.spyOn(store.shop.auth.hashing, "verify").mockRejectedValue(new HashingBusy());
    for (let count = 0; count < FAILURES_PER_NETWORK_FREE; count += 1)
      expect(await asOwner()).toMatchObject({ reason: "throttled", retryAfterSeconds: 5 });
    verify.mockRestore();
    expect(await guess(HOME)).toMatchObject({ reason: "invalid" });
    expect(await asOwner()).toMatchObject({ reason: "throttled", retryAfterSeconds: 30 });
  });

  test("the table stays small with any emails", async () => {
    for (let count = 0; count < 60; count += 1) await guess(STRANGER, `someone${count}@example.com`);
    const rows = () => store.shop.db.selectFrom("sign_in_failures").select("network").execute();
    expect((await rows()).length).toBeLessThanOrEqual(FAILURES_PER_NETWORK_FREE + 1);
    for (let count = 0; count < 30; count += 1) await guess(nextStranger(), `else${count}@example.com`);
    await pruneAttempts(store.shop, { rowsMax: 25 });
    expect(await rows()).toHaveLength(25);
    store.clock.advance(15 * 60_000);
    await pruneAttempts(store.shop);
    expect(await rows()).toEqual([]);
  });
});

test("[TR-2] a clock that was set back a day makes no wait longer", async () => {
  for (let count = 0; count <= FAILURES_FREE; count += 1) await asOwner("", HOME, "wrong pass phrase");
  expect(await asOwner()).toMatchObject({ reason: "throttled" });
  store.clock.advance(-24 * 60 * 60_000);
  expect(await asOwner()).toMatchObject({ ok: true });
  for (let count = 0; count <= FAILURES_FREE; count += 1) await asOwner("", HOME, "wrong pass phrase");
  expect(await asOwner()).toMatchObject({ reason: "throttled" });
});

describe("[TR-2] a known browser", () => {
  const failTen = async (cookies: string) => {
    for (let count = 0; count < FAILURES_FREE; count += 1) await asOwner(cookies, HOME, "wrong pass phrase");
  };

  test("its cookie is counted apart, opens nothing, and is worth nothing once changed", async () => {
    const device = cookiesOf(await asOwner()).match(/shop_browser=[^;]+/)?.[0] ?? "";
    await failTen(device);
    expect(await asOwner(device)).toMatchObject({ reason: "throttled" });
    expect(await asOwner()).toMatchObject({ ok: true });
    const forged = device.replace(/.$/, (last) => (last === "A" ? "E" : "A"));
    expect(await asOwner(forged)).toMatchObject({ ok: true });
    const kept = JSON.stringify(await store.shop.db.selectFrom("sign_in_devices").selectAll().execute());
    expect(kept).not.toContain(device.slice("shop_browser=".length, "shop_browser=".length + 43));
  });

  test("it stays the same with another cookie that looks like its own", async () => {
    const device = cookiesOf(await asOwner()).match(/shop_browser=[^;]+/)?.[0] ?? "";
    const other = `not_${cookiesOf(await asOwner()).match(/shop_browser=[^;]+/)?.[0]}`;
    expect(cookiesOf(await asOwner(`${other}; ${device}`))).toContain(device);
  });

  test("a new password and signing out the others forget every other browser", async () => {
    const devices = () => store.shop.db.selectFrom("sign_in_devices").select("id_hash").execute();
    const [here, there] = [cookiesOf(await asOwner()), cookiesOf(await asOwner())];
    expect(await devices()).toHaveLength(2);
    await signOutSessions(store.shop, pageOf(here), { which: "others" });
    expect(await devices()).toHaveLength(1);
    await failTen(there);
    expect(await asOwner(here)).toMatchObject({ ok: true });
    const next = "an even longer pass phrase";
    const other = cookiesOf(await asOwner("", nextStranger()));
    expect(await devices()).toHaveLength(2);
    await changePassword(store.shop, pageOf(other), { current: OWNER_PASSWORD, next });
    expect(await devices()).toHaveLength(1);
  });
});

test("[TR-2] guesses of the second step from elsewhere are not in the way of a known browser", async () => {
  const here = pageOf(cookiesOf(await asOwner()));
  const started = await startSetup(store.shop, here, { password: OWNER_PASSWORD, issuer: "Shop" });
  if (!started.ok) throw new Error(started.reason);
  const { sealed, secret } = started.setup;
  const code = () => appCode(secret, store.clock.now());
  await confirmSetup(store.shop, here, { sealed, code: code(), issuer: "Shop" });
  store.clock.advance(30_000);
  const device = here.headers.get("Cookie")?.match(/shop_browser=[^;]+/)?.[0] ?? "";
  const half = cookiesOf(await asOwner(device));
  for (let count = 0; count <= FAILURES_FREE; count += 1) {
    await completeSignIn(store.shop, pageOf(half), { code: "000000", ip: nextStranger() });
  }
  expect(await completeSignIn(store.shop, pageOf(half), { code: code(), ip: nextStranger() })).toMatchObject({
    reason: "throttled",
  });
  const known = pageOf(`${half}; ${device}`);
  expect(await completeSignIn(store.shop, known, { code: code(), ip: HOME })).toMatchObject({ ok: true });
});
