import { describe, expect, test } from "vitest";
import { parseEnvironment } from "./env.ts";
import { createLogger } from "./log.ts";

const problemsOf = (variables: Record<string, string>) => {
  const parsed = parseEnvironment(variables);
  return parsed.ok ? [] : parsed.problems;
};

const stripe = {
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};

describe("the environment", () => {
  test("the environment needs no settings: a demo with sandbox and embedded database", () => {
    const parsed = parseEnvironment({});
    expect(parsed.ok && parsed.value).toMatchObject({
      mode: "demo",
      host: "127.0.0.1",
      port: 3000,
      dataDir: "./data",
      databaseUrl: null,
      publicUrl: "http://localhost:3000",
      adminEmail: "admin@example.com",
      stripe: null,
      webProcesses: 1,
      makesAvif: true,
    });
  });

  test("the environment refuses half of a provider's keys and says which are missing", () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...some } = stripe;
    expect(problemsOf(some)).toContainEqual(expect.stringContaining("STRIPE_WEBHOOK_SECRET is missing"));
  });

  test("the environment is live with the provider's keys, and then lists everything that is missing at once", () => {
    const problems = problemsOf({ ...stripe, PUBLIC_URL: "http://shop.example", ADMIN_PASSWORD: "short" });
    expect(problems).toHaveLength(3);
    expect(problems.join()).toMatch(/https:.*ADMIN_EMAIL|ADMIN_PASSWORD/s);
  });

  test("live mode without keys is refused: it has no sandbox", () => {
    expect(problemsOf({ SHOP_MODE: "live", ADMIN_EMAIL: "owner@example.com" }).join()).toContain(
      "STRIPE_SECRET_KEY",
    );
  });

  test.each([
    ["2", { kind: "hops", hops: 2 }],
    ["10.0.0.0/8, fd00::/8,192.0.2.7", { kind: "cidrs", cidrs: ["10.0.0.0/8", "fd00::/8", "192.0.2.7"] }],
    ["fly", { kind: "header", header: "fly-client-ip" }],
    ["Cloudflare", { kind: "header", header: "cf-connecting-ip" }],
  ])("[TR-5] TRUST_PROXY=%s says who may name the client", (text, trustProxy) => {
    const parsed = parseEnvironment({ TRUST_PROXY: text });
    expect(parsed.ok && parsed.value.trustProxy).toEqual(trustProxy);
  });

  test.each([
    ["PORT", "many"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "shop.example"],
    ["LOG_LEVEL", "loud"],
    ["WEB_PROCESSES", "0"],
    ["DRAIN_SECONDS", "61"],
    ["SANDBOX_URL", "https://pay.example/path"],
    ["SHOP_MODE", "test"],
    ["AVIF_PICTURES", "maybe"],
    ["TRUST_PROXY", "everybody"],
    ["TRUST_PROXY", "0"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["SHOP_SECRET", "short"],
    ["SHOP_SECRET_OLD", "short"],
    ["PUBLIC_DEMO", "yes"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(name);
  });

  test("several processes need a server for their database", () => {
    expect(problemsOf({ WEB_PROCESSES: "2" }).join()).toContain("DATABASE_URL");
    expect(problemsOf({ WEB_PROCESSES: "2", DATABASE_URL: "postgres://localhost/shop" })).toEqual([]);
  });
});

test("a log line never carries what looks personal or secret", () => {
  const lines: string[] = [];
  const log = createLogger(
    "info",
    () => 0,
    (line) => lines.push(line),
  );
  log.info("order.moved", { order: "1", customerEmail: "pat@example.com", client_secret: "pi_secret" });
  log.debug("order.not_shown");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: "1970-01-01T00:00:00.000Z",
      level: "info",
      event: "order.moved",
      order: "1",
      customerEmail: "[removed]",
      client_secret: "[removed]",
    },
  ]);
});
