import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, afterEach, expect, test } from "vitest";
import { isShopperPath } from "#sandbox/pages/shopper-paths.ts";
import { CLIENT_IP_HEADER } from "#server/core/client-ip.ts";
import { signInOwner } from "#test/pages/owner-session.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { addDemoTools } from "./demo-tools.ts";

const mailboxFolder = mkdtempSync(path.join(tmpdir(), "demo-tools-"));
afterAll(() => rmSync(mailboxFolder, { recursive: true, force: true }));
let store: TestShop;
afterEach(() => store.close());

async function openDemo(env: Record<string, string>, mode: "demo" | "live" = "demo") {
  store = await createTestShop({ env });
  const app = new Hono();
  const shop = { ...store.shop, env: { ...store.shop.env, mode } };
  const { fetch } = store.sandbox;
  addDemoTools(app, shop, { sandbox: { fetch, isForShoppers: isShopperPath }, mailboxFolder });
  return async (url: string, init: RequestInit & { ip?: string; cookie?: string } = {}) => {
    const headers = new Headers(init.headers);
    if (init.ip !== undefined) headers.set(CLIENT_IP_HEADER, init.ip);
    if (init.cookie) headers.set("Cookie", init.cookie);
    return app.fetch(new Request(url, { ...init, headers, redirect: "manual" }));
  };
}

const tools = ["/dev/mailbox", "/dev/mailbox/1", "/sandbox", "/sandbox/state", "/sandbox/payments"];
const forShoppers = ["/sandbox/stripe.js", "/sandbox/sandbox.css", "/sandbox/tab-closed"];

test("[TR-6] a demo on this machine shows its tools to this machine, and not to a page that borrows its name", async () => {
  const ask = await openDemo({ PUBLIC_DEMO: "off" });
  for (const tool of [...tools, ...forShoppers]) {
    const own = await ask(`http://localhost:3000${tool}`, { ip: "127.0.0.1" });
    expect([200, 404], tool).toContain(own.status);
    const rebound = await ask(`http://evil.example:3000${tool}`, { ip: "127.0.0.1" });
    expect(rebound.status, tool).toBe(403);
    expect(await rebound.text()).toContain("PUBLIC_DEMO=on");
    expect((await ask(`http://localhost:3000${tool}`, { ip: "192.0.2.7" })).status, tool).toBe(403);
    expect((await ask(`http://localhost:3000${tool}`)).status, tool).toBe(403);
  }
});

test("[TR-6] a public demo asks for the owner before it shows emails and payments", async () => {
  const origin = "https://demo.example";
  const ask = await openDemo({ PUBLIC_DEMO: "on", PUBLIC_URL: origin });
  const cookie = await signInOwner(store.shop);
  for (const tool of tools) {
    const stranger = await ask(`${origin}${tool}?a=1`, { ip: "192.0.2.7" });
    expect(stranger.status, tool).toBe(302);
    expect(stranger.headers.get("Location")).toBe(`/admin/login?from=${encodeURIComponent(`${tool}?a=1`)}`);
    expect(stranger.headers.get("Cache-Control")).toBe("no-store");
    const owner = await ask(`${origin}${tool}`, { ip: "192.0.2.7", cookie });
    expect([200, 404], tool).toContain(owner.status);
  }
  for (const control of ["/sandbox/faults", "/sandbox/payments", "/sandbox/x"]) {
    const posted = await ask(`${origin}${control}`, { ip: "192.0.2.7", method: "POST", body: "fault=x" });
    expect(posted.status, control).toBe(403);
  }
});

test("[TR-6] shoppers can pay in a public demo without signing in", async () => {
  const origin = "https://demo.example";
  const ask = await openDemo({ PUBLIC_DEMO: "on", PUBLIC_URL: origin });
  for (const open of forShoppers) expect((await ask(`${origin}${open}`)).status, open).toBe(200);
  const calls = [
    "/sandbox/api/v1/payment_intents/pi_1",
    "/sandbox/checkout/cs_1",
    "/sandbox/authenticate/pi_1",
  ];
  for (const call of calls) {
    const answer = await ask(`${origin}${call}`);
    expect([400, 401, 404], call).toContain(answer.status);
  }
});

test("[TR-6] live mode has no tools at all", async () => {
  const ask = await openDemo({ PUBLIC_DEMO: "on" }, "live");
  const cookie = await signInOwner(store.shop);
  for (const tool of [...tools, ...forShoppers])
    expect((await ask(`http://localhost:3000${tool}`, { ip: "127.0.0.1", cookie })).status, tool).toBe(404);
});
