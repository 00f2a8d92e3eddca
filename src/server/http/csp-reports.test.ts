import { beforeEach, describe, expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { cspReportRoutes, REPORTS_PER_MINUTE_MAX } from "./csp-reports.ts";
import { PagePaths } from "./pages/page-path.ts";

const ORIGIN = "https://shop.example";
const paths = new PagePaths([
  { pattern: "/", isShared: true },
  { pattern: "/orders/:token", isShared: false },
]);

const store = freshShop({ env: { PUBLIC_URL: ORIGIN } });
let app: ReturnType<typeof cspReportRoutes>;
beforeEach(async () => {
  app = cspReportRoutes(store.shop, paths);
});

const TYPE = "application/csp-report";
const report = (path: string, blocked: string, rule = "script-src-elem") =>
  JSON.stringify({
    "csp-report": { "document-uri": ORIGIN + path, "effective-directive": rule, "blocked-uri": blocked },
  });
const post = async (body: string, type = TYPE) =>
  (await app.request("/", { method: "POST", body, headers: { "content-type": type } })).status;
const logged = () =>
  store.logs.filter(({ event }) => event === "security.refused").map(({ refusals }) => refusals);

describe("[TR-10] reports of browsers go to the log", () => {
  test("[TR-10] a body is one line that names rule, origin, and page, and no token or query", async () => {
    expect(await post(report("/orders/secret-one?email=pat@example.com", "inline"))).toBe(204);
    const both = JSON.stringify([
      { type: "csp-violation", body: violationOf("/nowhere/at/all", "https://evil.example/steal?card=1") },
      { type: "csp-violation", body: violationOf("/", "https://evil.example/other") },
      { type: "csp-violation", body: violationOf("/", "https://evil.example/again") },
    ]);
    expect(await post(both, "application/reports+json; charset=utf-8")).toBe(204);
    expect(logged()).toEqual([
      "script-src-elem inline /orders/:token",
      "connect-src https://evil.example /404; connect-src https://evil.example /",
    ]);
    expect(JSON.stringify(store.logs)).not.toMatch(/secret|pat@|card=/);
  });

  test("[TR-10] wrong types, methods, sizes and texts are refused, and log nothing", async () => {
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
    expect(logged()).toEqual([]);
  });

  test("[TR-10] a stranger who invents thousands of reports writes 300 lines a minute at most", async () => {
    const answers: number[] = [];
    for (let index = 0; index < REPORTS_PER_MINUTE_MAX + 20; index += 1)
      answers.push(await post(report("/", `https://new-${index}.evil.example`)));
    expect(answers.filter((status) => status === 429)).toHaveLength(20);
    expect(logged()).toHaveLength(REPORTS_PER_MINUTE_MAX);
    store.clock.advance(60_000);
    expect(await post(report("/", "inline"))).toBe(204);
  });
});

function violationOf(path: string, blockedURL: string) {
  return { documentURL: ORIGIN + path, effectiveDirective: "connect-src", blockedURL };
}
