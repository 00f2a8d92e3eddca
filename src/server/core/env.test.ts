import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseEnvironment } from "./env.ts";
import { createLogger } from "./log.ts";

const problemsOf = (variables: Record<string, string | undefined>) => {
  const parsed = parseEnvironment(variables);
  return parsed.ok ? [] : parsed.problems;
};

const stripe = {
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};
const live = {
  ...stripe,
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  PUBLIC_URL: "https://shop.example",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Golf Pro Shop <orders@shop.example>",
  ADMIN_EMAIL: "owner@shop.example",
  DATABASE_URL: "postgres://shop@127.0.0.1/shop",
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
      makesAvif: true,
    });
  });

  test("the environment refuses half of a provider's keys and says which are missing", () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...some } = stripe;
    expect(problemsOf(some)).toContainEqual(expect.stringContaining("STRIPE_WEBHOOK_SECRET is missing"));
  });

  test("the environment is live with the provider's keys, and then lists everything that is missing at once", () => {
    const problems = problemsOf({ ...stripe, PUBLIC_URL: "http://shop.example", ADMIN_PASSWORD: "short" });
    expect(problems).toHaveLength(6);
    expect(problems.join()).toMatch(
      /ADMIN_PASSWORD.*DATABASE_URL.*SMTP_URL.*MAIL_FROM.*https:.*ADMIN_EMAIL/s,
    );
    expect(problemsOf(live)).toEqual([]);
  });

  test("[HO-3] a shop that takes real money needs PostgreSQL, and its error says how to get one; a demo does not", () => {
    const { DATABASE_URL: _, ...withoutOne } = live;
    expect(problemsOf(withoutOne)).toEqual([
      expect.stringMatching(/^DATABASE_URL is missing.*docker compose up --detach.*apt install postgresql/),
    ]);
    expect(problemsOf({ ...stripe, SHOP_MODE: "demo" })).toEqual([]);
    expect(problemsOf({ DATABASE_URL_DIRECT: "postgres://shop@127.0.0.1/shop" })).toEqual([
      expect.stringContaining("DATABASE_URL is missing: DATABASE_URL_DIRECT is set"),
    ]);
  });

  test.each([
    ["SMTP_URL", undefined],
    ["SMTP_URL", "mail.example"],
    ["MAIL_FROM", undefined],
    ["MAIL_FROM", "Golf Pro Shop"],
    ["PUBLIC_URL", "http://shop.example"],
    ["ADMIN_EMAIL", undefined],
    ["ADMIN_EMAIL", "owner"],
    ["ADMIN_PASSWORD", "change-me-please"],
    ["STRIPE_SECRET_KEY", "pk_live_x"],
    ["STRIPE_SECRET_KEY", "sk_test_x"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_x"],
    ["STRIPE_WEBHOOK_SECRET", "we_123"],
    ["DATABASE_URL", ""],
    ["DATABASE_URL", " "],
    ["PUBLIC_URL", ""],
    ["PUBLIC_URL", " "],
    ["PUBLIC_URL", "https://shop.example/store"],
    ["PUBLIC_URL", "https://owner@shop.example"],
  ])("[TR-6] a shop that takes real money does not start with %s=%s", (name, value) => {
    expect(problemsOf({ ...live, [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  test("[TR-6] a demo takes no live keys", () => {
    expect(problemsOf({ ...live, SHOP_MODE: "demo", PUBLIC_DEMO: "on" })).toEqual([
      expect.stringContaining("a demo takes no real money"),
    ]);
  });

  test.each([
    ["HOST", "0.0.0.0"],
    ["HOST", "::"],
    ["HOST", "192.0.2.7"],
    ["PUBLIC_URL", "https://shop.example"],
    ["PUBLIC_URL", "http://localhost.shop.example"],
  ])(
    "[TR-6] a demo that others could reach with %s=%s does not start, and says both ways out",
    (name, value) => {
      const problems = problemsOf({ [name]: value });
      expect(problems).toEqual([expect.stringContaining(`${name}=${value}`)]);
      expect(problems.join()).toMatch(/STRIPE_SECRET_KEY.*SMTP_URL.*PUBLIC_DEMO=on/s);
      expect(problemsOf({ [name]: value, PUBLIC_DEMO: "on" })).toEqual([]);
      expect(
        problemsOf({ [name]: value, PUBLIC_DEMO: "on", ADMIN_PASSWORD: "change-me-please" }),
      ).toHaveLength(1);
    },
  );

  test.each(["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:80", "https://shop.localhost"])(
    "a demo at %s is on this machine alone",
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url, HOST: "::1" })).toEqual([]);
    },
  );

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
    ["DATABASE_URL_OWNER", "postgres://localhost/shop"],
    ["DATABASE_URL", "shop"],
    ["DATABASE_URL", "/run/postgresql shop"],
    ["DATABASE_URL", "mysql://localhost/shop"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(name);
  });

  test.each(["pa%ss", "pa#ss", "pa/ss", "pa?ss"])(
    "a password that no URL can hold as it is, %s, is refused before a backup fails on it, and not shown",
    (password) => {
      const url = `postgres://shop:${password}@127.0.0.1/shop`;
      for (const name of ["DATABASE_URL", "DATABASE_URL_DIRECT", "DATABASE_URL_OWNER"]) {
        const problems = problemsOf({ DATABASE_URL: "postgres://127.0.0.1/shop", [name]: url });
        expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must look like.*%25`))]);
        expect(problems.join()).not.toContain(password);
      }
      const escaped = url.replace(password, encodeURIComponent(password));
      expect(problemsOf({ DATABASE_URL: escaped })).toEqual([]);
    },
  );

  test.each(["pa#ss", "pa/ss", "pa?ss", "7/ss", "7?ss"])(
    "[TR-6] a mail server's password that no URL can hold as it is, %s, is refused in a sentence, and not shown",
    (password) => {
      const problems = problemsOf({ ...live, SMTP_URL: `smtps://shop:${password}@mail.example:465` });
      expect(problems).toEqual([expect.stringMatching(/^SMTP_URL must look like.*%2F/)]);
      expect(problems.join()).not.toContain(password);
      const escaped = `smtps://shop:${encodeURIComponent(password)}@mail.example:465`;
      expect(problemsOf({ ...live, SMTP_URL: escaped })).toEqual([]);
    },
  );

  test.each([
    "SMTP://mail.example",
    "smtp://127.0.0.1:2525/?maxConnections=3",
    "smtps://owner@shop.example:pa%ss+w=@[::1]:465",
  ])("takes email through %s", (url) => expect(problemsOf({ ...live, SMTP_URL: url })).toEqual([]));

  test.each([
    "postgresql://shop@%2Frun%2Fpostgresql/shop",
    "postgres:///shop?host=/run/postgresql",
    "postgres://shop:secret@localhost/shop?host=/run/postgresql",
    "postgres://shop:p%40ss@[::1]:5432/shop?sslmode=verify-full",
  ])("takes %s", (url) => expect(problemsOf({ DATABASE_URL: url })).toEqual([]));

  test.each(["S3_ENDPOINT", "S3_PUBLIC_URL"])("refuses a %s without http:// or https:// by name", (name) => {
    const store = {
      S3_ENDPOINT: "https://objects.shop.example",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      S3_PUBLIC_URL: "http://127.0.0.1:9000/pictures",
    };
    expect(problemsOf(store)).toEqual([]);
    for (const value of ["objects.shop.example", "objects.shop.example:9000", "s3://pictures"])
      expect(problemsOf({ ...store, [name]: value })).toEqual([expect.stringContaining(name)]);
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

const FULL = "/dev/full";
test.runIf(existsSync(FULL))("a disk that is full takes no more lines, and the process continues", () => {
  const log = JSON.stringify(path.join(import.meta.dirname, "log.ts"));
  const program = `import { createLogger } from ${log};
    const log = createLogger("info", Date.now);
    log.info("shop.first");
    setTimeout(() => log.info("shop.second"), 50);
    setTimeout(() => process.exit(7), 100);`;
  const stdout = openSync(FULL, "w");
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", stdout, "pipe"],
    encoding: "utf8",
  });
  closeSync(stdout);
  expect([status, stderr.includes("ENOSPC")]).toEqual([7, false]);
});
