// The life of the shop's secret: shared by machines, exchanged, moved out of the folder, and lost.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cookiesOf } from "#test/pages/owner-session.ts";
import { pat as examplePat, OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { appCode } from "#test/shop/authenticator.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { findAdminSession, isAdmin } from "../auth/admin-session.ts";
import { checkSecrets } from "../auth/check-secrets.ts";
import { ensureAdmin } from "../auth/password/ensure-admin.ts";
import { completeSignIn } from "../auth/second-factor/complete-sign-in.ts";
import {
  confirmSetup,
  removeSecondFactor,
  renewRecoveryCodes,
  startSetup,
} from "../auth/second-factor/second-factor.ts";
import { signIn } from "../auth/sign-in.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { findOrderPage } from "../orders/links/find-order-page.ts";
import { sendOrderLink } from "../orders/links/send-order-link.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { loadSecrets } from "./secrets.ts";

const FIRST = "first secret of this shop, thirty-two bytes";
const SECOND = "second secret of this shop, thirty-two bytes";
const ORDER = countedUuid(7_000_001);

let home = "";
let store: TestShop;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "shop-secrets-"));
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

type Given = { folder?: string; secret?: string | null; old?: string | null };

const secretsOf = ({ folder = "a", secret = null, old = null }: Given) =>
  loadSecrets({ dataDir: path.join(home, folder), shopSecret: secret, shopSecretOld: old });

const firstMachine = async (given: Given) => createTestShop({ secrets: secretsOf(given) });
/** Another start, or another machine, on the same database. */
const machine = async (given: Given) =>
  createTestShop({ secrets: secretsOf(given), database: store.database });

const asBrowser = (headers: Headers) =>
  new Request("http://localhost:3000/admin", { headers: { Cookie: cookiesOf(headers) } });

async function passwordStep(): Promise<Headers> {
  const result = await signIn(store.shop, { email: OWNER, password: PASSWORD, ip: "10.0.0.1" });
  if (!("headers" in result)) throw new Error(result.reason);
  return result.headers;
}

/** The owner's browser, signed in; and the app and the codes of the second factor. */
async function ownerWithFactor() {
  await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused" });
  const here = asBrowser(await passwordStep());
  const started = await startSetup(store.shop, here, { password: PASSWORD, issuer: "Shop" });
  if (!started.ok) throw new Error(started.reason);
  const { sealed, secret } = started.setup;
  const ended = await confirmSetup(store.shop, here, { sealed, code: codeOf(secret), issuer: "Shop" });
  if (!ended.ok) throw new Error(ended.reason);
  return { here, secret, codes: ended.recoveryCodes };
}

/** A code that was not used before: each time is half a minute later. */
const codeOf = (secret: string) => appCode(secret, store.clock.now(), 0);

async function complete(at: TestShop, code: string): Promise<boolean> {
  const half = asBrowser(await passwordStep());
  at.clock.advance(store.clock.now() - at.clock.now());
  return (await completeSignIn(at.shop, half, { code, ip: "10.0.0.1" })).ok;
}

const isOpen = async (at: TestShop, browser: Request) => isAdmin(await findAdminSession(at.shop, browser));

async function placeOrder(): Promise<void> {
  const productId = await addProduct(store.shop);
  const request = {
    idempotencyKey: "key-of-pats-checkout",
    orderId: ORDER,
    items: [{ productId, variation: "", quantity: 1 }],
    shipping: examplePat,
    amountSeen: 3799,
    supersedes: null,
  };
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  await payAsShopper(store, result.started, "4242424242424242");
  await settlePayment(store.shop, { intentId: result.intentId, source: "webhook" });
}

/** The link in the newest email to the customer. */
async function emailedLink(at: TestShop): Promise<string> {
  at.mailbox.length = 0;
  at.clock.advance(store.clock.now() - at.clock.now());
  await sendDueMails(at.shop, { limit: 10 });
  const mail = at.mailbox.find(({ to }) => to.address === examplePat.email);
  return /\/orders\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "no link";
}

async function askForLink(at: TestShop): Promise<string> {
  at.clock.advance(60 * 60_000);
  store.clock.advance(at.clock.now() - store.clock.now());
  await sendOrderLink(at.shop, { number: "1", email: examplePat.email, ip: "192.0.2.1" });
  return emailedLink(at);
}

describe("the secret of the shop", () => {
  test("machines with the same SHOP_SECRET share keys, each key is another one, and no file is needed", async () => {
    store = await firstMachine({ secret: FIRST });
    const [a, b] = [secretsOf({ secret: FIRST }), secretsOf({ folder: "b", secret: FIRST })];
    expect(a).toEqual(b);
    const keys = [a.session, a.orderLinks, a.secondFactor, a.knownDevice].map(({ current }) => current);
    expect(new Set([...keys, a.sandboxSecretKey, a.sandboxWebhook]).size).toBe(6);
    expect(secretsOf({ secret: SECOND }).session.current).not.toBe(a.session.current);
    expect(() => readFileSync(path.join(home, "a/secrets.json"))).toThrow("ENOENT");
  });

  test("a broken secrets.json is said plainly, and neither used nor overwritten", async () => {
    store = await firstMachine({});
    const file = path.join(home, "a/secrets.json");
    const whole = readFileSync(file, "utf8");
    for (const text of ["", "{", "null", whole.slice(0, 40)]) {
      writeFileSync(file, text);
      expect(() => secretsOf({})).toThrow(/secrets.json can't be read.*turn-off-second-factor/);
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  test("who signs in on one machine is signed in on the other, and a link opens on both", async () => {
    store = await firstMachine({ secret: FIRST });
    const { here, secret } = await ownerWithFactor();
    await placeOrder();
    const other = await machine({ folder: "b", secret: FIRST });
    expect(await checkSecrets(other.shop)).toEqual([]);
    expect(await isOpen(other, here)).toBe(true);
    expect(await findOrderPage(other.shop, { token: await emailedLink(store) })).not.toBeNull();
    store.clock.advance(30_000);
    expect(await complete(other, codeOf(secret))).toBe(true);
  });

  test("losing the folder loses nothing with SHOP_SECRET: sessions, second factor, recovery codes and links hold", async () => {
    store = await firstMachine({ secret: FIRST });
    const { here, secret, codes } = await ownerWithFactor();
    await checkSecrets(store.shop);
    await placeOrder();
    const link = await emailedLink(store);
    const rebuilt = await machine({ folder: "empty", secret: FIRST });
    expect(await checkSecrets(rebuilt.shop)).toEqual([]);
    expect(await isOpen(rebuilt, here)).toBe(true);
    store.clock.advance(30_000);
    expect(await complete(rebuilt, codeOf(secret))).toBe(true);
    expect(await complete(rebuilt, codes[0] ?? "")).toBe(true);
    expect(await findOrderPage(rebuilt.shop, { token: link })).not.toBeNull();
    expect(await askForLink(rebuilt)).toBe(link);
  });
});

describe("a new secret", () => {
  const rotations: [string, Given, Given, Given][] = [
    ["SHOP_SECRET_OLD", { secret: FIRST }, { secret: SECOND, old: FIRST }, { secret: SECOND }],
    ["secrets.json with SHOP_SECRET", {}, { secret: SECOND }, { folder: "empty", secret: SECOND }],
    ["the way back to secrets.json", { folder: "x", secret: FIRST }, { old: FIRST }, {}],
  ];
  test.each(rotations)(
    "is taken over with %s: no one is signed out, and no emailed link or sealed value is lost",
    async (_name, before, between, after) => {
      store = await firstMachine(before);
      const { here, secret, codes } = await ownerWithFactor();
      expect(await checkSecrets(store.shop)).toEqual([]);
      await placeOrder();
      const oldLink = await emailedLink(store);

      const rotating = await machine(between);
      expect(await checkSecrets(rotating.shop)).toEqual([]);
      expect(await isOpen(rotating, here)).toBe(true);
      store.clock.advance(30_000);
      expect(await complete(rotating, codeOf(secret))).toBe(true);
      const newLink = await askForLink(rotating);
      expect(newLink).not.toBe(oldLink);
      for (const token of [oldLink, newLink])
        expect((await findOrderPage(rotating.shop, { token }))?.id).toBe(ORDER);

      // The old secret is given up.
      const rotated = await machine(after);
      expect(await checkSecrets(rotated.shop)).toEqual([]);
      store.clock.advance(30_000);
      expect(await complete(rotated, codeOf(secret))).toBe(true);
      expect(await complete(rotated, codes[1] ?? "")).toBe(true);
      for (const token of [oldLink, newLink])
        expect((await findOrderPage(rotated.shop, { token }))?.id).toBe(ORDER);
      expect(await askForLink(rotated)).toBe(newLink);
    },
  );

  test("a session that an old secret signed is refused once that secret is given up, or when it is forged", async () => {
    store = await firstMachine({ secret: FIRST });
    const { here } = await ownerWithFactor();
    expect(await isOpen(await machine({ secret: SECOND }), here)).toBe(false);
    const rotating = await machine({ secret: SECOND, old: FIRST });
    const cookie = here.headers.get("cookie") ?? "";
    const forged = new Request(here.url, {
      headers: { Cookie: cookie.replace(/(session_token=\w{5})\w/, "$1_") },
    });
    expect(await isOpen(rotating, forged)).toBe(false);
    expect(await isOpen(rotating, here)).toBe(true);
  });
});

describe("a secret that is lost", () => {
  test("the shop says at start what went with it and the way back, and that way works", async () => {
    store = await firstMachine({});
    const { here, secret, codes } = await ownerWithFactor();
    expect(await checkSecrets(store.shop)).toEqual([]);
    await placeOrder();
    const link = await emailedLink(store);

    const rebuilt = await machine({ folder: "empty" });
    const told = (await checkSecrets(rebuilt.shop)).join("\n");
    expect(told).toMatch(/ran with a different secret.*sign in again.*SHOP_SECRET_OLD/);
    expect(told).toMatch(/second factor of owner@example.com.*turn-off-second-factor/);
    expect(await isOpen(rebuilt, here)).toBe(false);
    store.clock.advance(30_000);
    for (const code of [codeOf(secret), codes[0] ?? ""]) expect(await complete(rebuilt, code)).toBe(false);
    // Links need no secret.
    expect(await findOrderPage(rebuilt.shop, { token: link })).not.toBeNull();
    expect(await findOrderPage(rebuilt.shop, { token: await askForLink(rebuilt) })).not.toBeNull();

    expect(await removeSecondFactor(rebuilt.shop)).toBe(true);
    expect(await checkSecrets(rebuilt.shop)).toEqual([]);
    expect((await signIn(rebuilt.shop, { email: OWNER, password: PASSWORD, ip: "10.0.0.1" })).ok).toBe(true);
  });

  test("recovery codes that are renewed in between survive the next secret, too", async () => {
    store = await firstMachine({ secret: FIRST });
    const { here } = await ownerWithFactor();
    const renewed = await renewRecoveryCodes(store.shop, here, { password: PASSWORD });
    if (!renewed.ok) throw new Error(renewed.reason);
    await checkSecrets((await machine({ secret: SECOND, old: FIRST })).shop);
    expect(await complete(await machine({ secret: SECOND }), renewed.recoveryCodes[0] ?? "")).toBe(true);
  });
});
