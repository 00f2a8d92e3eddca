import { expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { examineShop, reportText } from "../../operations/doctor/examine-shop.ts";
import { listProxyNotes, missingProxySetup, ProxyNotes } from "./proxy-notes.ts";

const store = freshShop();

const SERVED = { publicUrl: "https://shop.example", host: "0.0.0.0", trustProxy: null };

test.each([
  ["in a container without TRUST_PROXY", {}, true],
  ["with it", { trustProxy: { kind: "hops" as const, hops: 1 } }, false],
  ["behind a proxy on this machine", { host: "127.0.0.1" }, false],
  ["at home, for the whole house", { publicUrl: "http://192.168.0.2:3000" }, false],
])("[TR-5] missing settings are reported at the start: %s", (_what, change, isMissing) => {
  expect(missingProxySetup({ ...SERVED, ...change }) !== null).toBe(isMissing);
});

test("[TR-5] the doctor reports missing settings and the problems of the last day's requests, without calling the shop broken", async () => {
  expect(reportText(await examineShop(store.shop))).not.toContain("TRUST_PROXY");
  const notes = new ProxyNotes(store.shop);
  notes.add("peer_untrusted");
  await notes.written();
  const served = { ...store.shop, env: { ...store.shop.env, ...SERVED } };
  const examination = await examineShop(served);
  expect(examination.isHealthy).toBe(true);
  const report = reportText(examination);
  expect(report).toContain("The shop may not be able to tell visitors apart: 2");
  expect(report).toContain("TRUST_PROXY is not set");
  expect(report).toMatch(/comes from a peer that is not trusted.*Seen 1 times/);
  store.clock.advance(25 * 60 * 60_000);
  expect(reportText(await examineShop(store.shop))).not.toContain("TRUST_PROXY");
});

test("[TR-5] notes that can't be written while the database is down are counted later", async () => {
  const away = { ...store.shop };
  const notes = new ProxyNotes(away);
  Object.assign(away, { db: {} });
  notes.add("header_missing");
  await notes.written();
  Object.assign(away, { db: store.shop.db });
  store.clock.advance(60_000);
  notes.add("header_missing");
  await notes.written();
  expect((await listProxyNotes(store.shop, new Date(0))).join()).toContain("Seen 2 times");
});
