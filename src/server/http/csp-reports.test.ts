import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { keepRetention } from "../retention/keep-retention.ts";
import { REPORT_KINDS_MAX } from "../security/record-reports.ts";
import { listSecurityReports } from "../security/security-reports.ts";
import { cspReportRoutes, REPORTS_PER_MINUTE_MAX } from "./csp-reports.ts";
import { PagePaths } from "./pages/page-path.ts";

const ORIGIN = "https://shop.example";
const DAY_MS = 24 * 60 * 60_000;
const paths = new PagePaths([
  { pattern: "/", isShared: true },
  { pattern: "/orders/:token", isShared: false },
]);

let store: TestShop;
let app: ReturnType<typeof cspReportRoutes>;
beforeEach(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: ORIGIN } });
  app = cspReportRoutes(store.shop, paths);
});
afterEach(() => store.close());

const TYPE = "application/csp-report";
const report = (path: string, blocked: string, rule = "script-src-elem") =>
  JSON.stringify({
    "csp-report": { "document-uri": ORIGIN + path, "effective-directive": rule, "blocked-uri": blocked },
  });
const post = async (body: string, type = TYPE) =>
  (await app.request("/", { method: "POST", body, headers: { "content-type": type } })).status;
const list = () => listSecurityReports(store.shop);

describe("[TR-10] reports of browsers are collected", () => {
  test("[TR-10] the same on the same page is one row with its times, and no token or query is stored", async () => {
    expect(await post(report("/orders/secret-one?email=pat@example.com", "inline"))).toBe(204);
    store.clock.advance(DAY_MS);
    expect(await post(report("/orders/secret-two#x", "inline"))).toBe(204);
    const both = JSON.stringify([
      { type: "csp-violation", body: violationOf("/nowhere/at/all", "https://evil.example/steal?card=1") },
      { type: "csp-violation", body: violationOf("/", "https://evil.example/other") },
    ]);
    expect(await post(both, "application/reports+json; charset=utf-8")).toBe(204);
    const rows = (await list()).map(({ rule, blocked, page, times }) => [rule, blocked, page, times]);
    expect(rows.sort()).toEqual([
      ["connect-src", "https://evil.example", "/", 1],
      ["connect-src", "https://evil.example", "/404", 1],
      ["script-src-elem", "inline", "/orders/:token", 2],
    ]);
    const [first] = (await list()).filter(({ times }) => times === 2);
    expect(Date.parse(first?.lastSeen ?? "") - Date.parse(first?.firstSeen ?? "")).toBe(DAY_MS);
    expect(JSON.stringify([await list(), store.logs])).not.toMatch(/secret|pat@|card=/);
  });

  test("[TR-10] wrong types, methods, sizes and texts are refused, and change nothing", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/json",
    ]) {
      expect(await post(report("/", "inline"), type), type).toBe(415);
    }
    expect(await post(report("/", `https://evil.example/${"x".repeat(17_000)}`))).toBe(413);
    for (const body of ["", "{", "7", "{}", '{"csp-report":7}']) expect(await post(body), body).toBe(400);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await app.request("/", { method });
      expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "POST"]);
    }
    expect(await list()).toEqual([]);
  });

  test("[TR-10] a stranger who invents thousands of reports fills neither the table nor the minute of the database", async () => {
    await store.shop.db
      .insertInto("security_reports")
      .values(
        Array.from({ length: REPORT_KINDS_MAX }, (_, index) => ({
          source: "browser",
          rule: "img-src",
          blocked: `https://${index}.evil.example`,
          page: "/",
          first_seen: new Date(store.clock.now()),
          last_seen: new Date(store.clock.now()),
        })),
      )
      .execute();
    const answers: number[] = [];
    for (let index = 0; index < REPORTS_PER_MINUTE_MAX + 20; index += 1) {
      answers.push(await post(report("/", `https://new-${index % 20}.evil.example`)));
    }
    expect(answers.filter((status) => status === 204)).toHaveLength(REPORTS_PER_MINUTE_MAX);
    expect(answers.filter((status) => status === 429)).toHaveLength(20);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from security_reports`.execute(store.shop.db);
    expect(rows).toEqual([{ count: REPORT_KINDS_MAX + 1 }]);
    expect((await list())[0]).toMatchObject({ blocked: "many others", times: REPORTS_PER_MINUTE_MAX });
    store.clock.advance(60_000);
    expect(await post(report("/", "https://0.evil.example", "img-src")), "a known kind is counted").toBe(204);
    expect((await list())[0]).toMatchObject({ blocked: "https://0.evil.example", times: 2 });
  });

  test("[TR-10] what does not come again is forgotten, and a database that is away is no error to a browser", async () => {
    await post(report("/", "inline"));
    store.clock.advance(29 * DAY_MS);
    await keepRetention(store.shop);
    expect(await list()).toHaveLength(1);
    store.clock.advance(2 * DAY_MS);
    await keepRetention(store.shop);
    expect(await list()).toEqual([]);
    const away = store.shop.db.withPlugin({
      transformQuery: () => {
        throw new Error("away");
      },
      transformResult: async ({ result }) => result,
    });
    app = cspReportRoutes({ ...store.shop, db: away }, paths);
    expect(await post(report("/", "inline"))).toBe(204);
    expect(store.logs.at(-1)).toMatchObject({ event: "security.report_not_stored" });
  });
});

function violationOf(path: string, blockedURL: string) {
  return { documentURL: ORIGIN + path, effectiveDirective: "connect-src", blockedURL };
}
