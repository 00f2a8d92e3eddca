// Files that tell other programs how to run the shop, compared with the shop itself and with each other.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { IMAGE_UPLOAD_BYTES_MAX, PRODUCT_IMAGES_MAX } from "#domain/product/image-upload.ts";
import { IMPORT_BYTES_MAX } from "#domain/product/spreadsheet/plan-import.ts";
import { parseEnvironment } from "#server/core/env.ts";
import { commandOf, isIgnoredBy, parseDockerfile, textsOf, variablesOf } from "../../scripts/dockerfile.ts";
import { readAliases, readGraph, readSources } from "./import-graph.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

const settings = new Set(matches(read("src/server/core/env.ts"), /"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g));
const stages = parseDockerfile(read("Dockerfile"));
const image = stages.at(-1);
const KUBERNETES = "deploy/kubernetes";
const WORKFLOWS = ".github/workflows";
const workflows = readdirSync(path.join(root, WORKFLOWS)).map((name) => `${WORKFLOWS}/${name}`);
const manifests = readdirSync(path.join(root, KUBERNETES)).sort();

/** Where each file writes the name of an environment variable. */
const variables: Record<string, RegExp> = {
  ".env.example": /^#?([A-Z][A-Z0-9_]+)=/gm,
  Dockerfile: /(?:ENV |^ {2})([A-Z][A-Z0-9_]+)=/gm,
  "compose.yaml": /(?:^ {6}|\$\{)([A-Z][A-Z0-9_]+)[:}]/gm,
  "deploy/Caddyfile": /\{\$([A-Z0-9_]+)/g,
  "deploy/golf-pro-shop.service": /^Environment=([A-Z][A-Z0-9_]+)=/gm,
  "fly.toml": /^([A-Z][A-Z0-9_]+) = /gm,
  "render.yaml": /key: ([A-Z][A-Z0-9_]+)/g,
  [`${KUBERNETES}/settings.yaml`]: /^ {2}([A-Z][A-Z0-9_]+):/gm,
  [`${KUBERNETES}/secret.example.yaml`]: /^ {2}([A-Z][A-Z0-9_]+):/gm,
  [`${KUBERNETES}/deployment.yaml`]: /name: ([A-Z][A-Z0-9_]+)/g,
};
/** Variables of other programs: Node, glibc, npm, PostgreSQL's image, Caddyfile. */
const FOREIGN =
  /^(NODE_ENV|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX|NPM_CONFIG_\w+|POSTGRES_(USER|DB|PASSWORD)|SHOP_UPSTREAM)$/;

describe("the settings", () => {
  test.each(Object.entries(variables))("in %s belong to the shop", (file, pattern) => {
    const names = matches(read(file), pattern);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !settings.has(name) && !FOREIGN.test(name))).toEqual([]);
  });

  test("are all in .env.example", () => {
    const names = matches(read(".env.example"), /^#?([A-Z][A-Z0-9_]+)=/gm);
    expect([...settings].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("each have a row in docs/environment.md, which has no other rows", () => {
    const rows = matches(read("docs/environment.md"), /^\| (`[A-Z].*) *\|.*\|.*\|$/gm);
    const names = rows.flatMap((row) => matches(row.split("|")[0] ?? "", /`([A-Z][A-Z0-9_]+)`/g));
    expect([...settings].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });
});

describe("a shop starts", () => {
  /** Values that an owner fills in where a file leaves them open. */
  const filledIn: Record<string, string> = {
    PUBLIC_URL: "https://shop.example",
    ADMIN_EMAIL: "owner@shop.example",
    ADMIN_PASSWORD: "an even longer pass phrase",
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_PUBLISHABLE_KEY: "pk_live_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    SMTP_URL: "smtps://user:password@mail.shop.example:465",
    MAIL_FROM: "Golf Pro Shop <orders@shop.example>",
    SHOP_SECRET: "x".repeat(44),
    DATABASE_URL: "postgres://shop:password@database.shop.example/shop",
    S3_ENDPOINT: "https://objects.shop.example",
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_PUBLIC_URL: "https://pictures.shop.example",
  };
  const pairs = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].map(([, name = "", value = ""]) => [name, value.replace(/^"|"$/g, "")]);
  const dotEnv = pairs(".env.example", /^([A-Z][A-Z0-9_]+)=(.*)$/gm);
  const flySecrets = matches(
    /`fly secrets set` for .*/.exec(read("docs/hosts.md"))?.[0] ?? "",
    /`([A-Z][A-Z0-9_]+)`/g,
  );
  const group = (prefix: string) => [...settings].filter((name) => name.startsWith(prefix));
  const hosts: Record<string, string[][]> = {
    systemd: [...dotEnv, ...pairs("deploy/golf-pro-shop.service", /^Environment=(\w+)=(.*)$/gm)],
    compose: [...dotEnv, ["TRUST_PROXY", /TRUST_PROXY: "(\d)"/.exec(read("compose.yaml"))?.[1] ?? ""]],
    "fly.toml": [
      ...pairs("fly.toml", /^([A-Z][A-Z0-9_]+) = (".*")$/gm),
      ...[...flySecrets, ...group("STRIPE_"), ...group("S3_")].map((name) => [name, ""]),
    ],
    "render.yaml": [
      ...pairs(
        "render.yaml",
        /key: (\w+)\n\s+(?:value: (.*)|sync: false|generateValue: true|fromDatabase:)$/gm,
      ),
    ],
    kubernetes: [
      ...pairs(`${KUBERNETES}/settings.yaml`, /^ {2}([A-Z][A-Z0-9_]+): (.*)$/gm),
      ...pairs(`${KUBERNETES}/secret.example.yaml`, /^ {2}([A-Z][A-Z0-9_]+): (.*)$/gm),
    ],
  };

  test.each(Object.entries(hosts))("live with the settings of %s, once they are filled in", (host, given) => {
    const own = host === "systemd" ? {} : variablesOf(image);
    const all = given.map(([name = "", value = ""]) => [name, value || (filledIn[name] ?? "")]);
    const parsed = parseEnvironment({ ...own, ...Object.fromEntries(all) });
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    if (!parsed.ok) return;
    expect(parsed.value.mode).toBe("live");
    // Without it, everyone behind the host's proxy would count as one visitor.
    expect(parsed.value.trustProxy === null).toBe(host === "systemd");
    expect(parsed.value.shopSecret).not.toBeNull();
  });

  test("with only the image, as a demo, if public access is confirmed", () => {
    expect(parseEnvironment(variablesOf(image)).ok).toBe(false);
    expect(parseEnvironment({ ...variablesOf(image), PUBLIC_DEMO: "on" }).ok).toBe(true);
  });
});

test("every script that a host's file runs exists", () => {
  const files = [...Object.keys(variables), ...workflows, ".ci/run"];
  const programs = files.flatMap((file) => matches(read(file), /\bnode ([\w/.-]+\.m?[jt]s)\b/g));
  const commands = files.flatMap((file) => matches(read(file), /\bnpm run ([\w:-]+)/g));
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  expect(programs).not.toEqual([]);
  expect(programs.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

describe("the image", () => {
  const isIgnored = isIgnoredBy(read(".dockerignore"));
  const copied = textsOf(image, "COPY").flatMap((text) => {
    const [last = "", ...names] = text
      .replace(/^--from=\w+ /, "")
      .split(" ")
      .reverse();
    return names.map((name) => (last.endsWith("/") ? name : last));
  });
  const isCopied = (file: string) =>
    copied.some((name) => path.matchesGlob(file, name) || file.startsWith(`${name}/`));

  test("holds every file that the shop and its command line import", () => {
    const { imports } = readGraph(readSources(root), readAliases(root));
    const reached = new Set([
      "src/main.ts",
      "src/process/cli/commands.ts",
      "src/server/files/pictures/avif-process.ts",
    ]);
    for (const file of reached) {
      for (const { from, to, isTypeOnly } of imports) if (from === file && !isTypeOnly) reached.add(to);
    }
    expect(reached.size).toBeGreaterThan(150);
    expect([...reached].filter((file) => !isCopied(file) || isIgnored(file))).toEqual([]);
  });

  test("is built without tests and without secrets", () => {
    const files = [
      "src/server/core/env.test.ts",
      ".env",
      ".env.production",
      "data/secrets.json",
      ".git/config",
      "e2e",
    ];
    expect(files.filter((file) => !isIgnored(file))).toEqual([]);
    expect(
      ["src/main.ts", "db/migrations/0001_foundation.sql", "public/robots.txt"].filter(isIgnored),
    ).toEqual([]);
  });

  test("has the Node that the project pins, once", () => {
    const { dependencies } = JSON.parse(read("package.json"));
    const pinned = String(dependencies.node).split(".")[0];
    expect(read("Dockerfile")).toMatch(new RegExp(`^FROM node:${pinned}-`, "m"));
    expect(read(".nvmrc").trim()).toBe(pinned);
    const installs = stages.flatMap((stage) => textsOf(stage, "RUN")).filter((run) => /npm ci/.test(run));
    expect(installs).toHaveLength(2);
    // The install script of the npm package "node" would fetch the second one.
    expect(installs.filter((run) => !/npm ci --ignore-scripts/.test(run))).toEqual([]);
  });

  test("stops by the signal that the shop knows, as a user without rights", () => {
    expect(textsOf(image, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(textsOf(image, "USER")).toEqual(["1000:1000"]);
    expect(commandOf(textsOf(image, "CMD")[0]).at(-1)).toBe("src/main.ts");
  });
});

describe("all hosts agree on", () => {
  const deployment = read(`${KUBERNETES}/deployment.yaml`);

  test("the port", () => {
    const port = variablesOf(image).PORT ?? "";
    const ports = [
      textsOf(image, "EXPOSE"),
      matches(deployment, /containerPort: (\d+)/g),
      matches(read("fly.toml"), /internal_port = (\d+)/g),
      matches(read("fly.toml"), /^PORT = "(\d+)"/gm),
      matches(read("render.yaml"), /key: PORT\n\s+value: "(\d+)"/g),
      matches(read("compose.yaml"), /SHOP_UPSTREAM: shop:(\d+)/g),
      matches(read("deploy/Caddyfile"), /SHOP_UPSTREAM:127\.0\.0\.1:(\d+)/g),
      matches(read("deploy/nginx.conf"), /server 127\.0\.0\.1:(\d+)/g),
    ];
    expect(ports).toEqual(ports.map(() => [port]));
    expect(read("src/server/core/env.ts")).toContain(`read("PORT") ?? "${port}"`);
  });

  test("existing pages for health checks", () => {
    const answered = matches(read("src/server/http/app.ts"), /app\.get\("(\/\w+z)"/g);
    const asked = [
      ...matches(read("Dockerfile"), /PORT\}(\/\w+)/g),
      ...matches(deployment, /path: (\/\w+)/g),
      ...matches(read("fly.toml"), /path = "(\/\w+)"/g),
      ...matches(read("render.yaml"), /healthCheckPath: (\/\w+)/g),
    ];
    expect(asked).toHaveLength(6);
    expect(asked.filter((page) => !answered.includes(page))).toEqual([]);
  });

  test("more time to stop than the shop takes", () => {
    const stop = matches(read("src/main.ts"), /STOP_MS_MAX = ([^;]+);/g).join();
    const end = Math.max(...matches(stop.replaceAll("_", ""), /(\d{4,})/g).map(Number)) / 1000;
    const [drain] = matches(
      read("src/server/core/env.ts"),
      /read\("DRAIN_SECONDS"\) \?\? \(stripe \? "(\d+)"/g,
    );
    const most = end + Number(drain);
    const preStop = Number(/command: \["sleep", "(\d+)"\]/.exec(deployment)?.[1]);
    const seconds = [
      ...matches(read("compose.yaml"), /# The shop ends[^\n]*\n[^\n]*\n?\s*stop_grace_period: (\d+)s/g),
      ...matches(read("deploy/golf-pro-shop.service"), /TimeoutStopSec=(\d+)/g),
      ...matches(read("fly.toml"), /kill_timeout = "(\d+)s"/g),
      ...matches(read("render.yaml"), /maxShutdownDelaySeconds: (\d+)/g),
      ...matches(deployment, /terminationGracePeriodSeconds: (\d+)/g).map((text) => Number(text) - preStop),
    ];
    expect(seconds).toHaveLength(5);
    expect(seconds.filter((time) => !(Number(time) > most))).toEqual([]);
  });

  test("room for the largest body that the shop accepts", () => {
    const most = Math.max(IMPORT_BYTES_MAX, (PRODUCT_IMAGES_MAX + 1) * IMAGE_UPLOAD_BYTES_MAX);
    const megabytes = [
      ...matches(read("deploy/nginx.conf"), /client_max_body_size (\d+)m;/g),
      ...matches(read(`${KUBERNETES}/ingress.yaml`), /proxy-body-size: (\d+)m/g),
    ].map(Number);
    expect(megabytes).toHaveLength(2);
    expect(megabytes.filter((size) => size * 1_048_576 <= most)).toEqual([]);
  });

  test("the command", () => {
    const [, ...parameters] = commandOf(textsOf(image, "CMD")[0]);
    const unit = read("deploy/golf-pro-shop.service");
    expect(unit).toContain(`/node_modules/.bin/node ${parameters.join(" ")}\n`);
    const [folder] = matches(unit, /^StateDirectory=(.+)$/gm);
    expect(unit).toContain(`Environment=DATA_DIR=/var/lib/${folder}\n`);
  });
});

test("kubectl apply -k takes every manifest except the example of the secret", () => {
  const listed = matches(read(`${KUBERNETES}/kustomization.yaml`), /^ {2}- (\S+\.yaml)$/gm);
  const isLeftOut = (file: string) => ["kustomization.yaml", "secret.example.yaml"].includes(file);
  expect(listed.toSorted()).toEqual(manifests.filter((file) => !isLeftOut(file)));
});

test("the documents name commands that exist", () => {
  const files = globSync(["*.md", "docs/*.md", "docs/handbook/*.md"], { cwd: root });
  const texts = files.map(read).join("\n");
  const { scripts } = JSON.parse(read("package.json"));
  const folder = "src/process/cli";
  const sources = readdirSync(path.join(root, folder)).filter((file) => !file.includes(".test."));
  const verbs = sources.flatMap((file) => matches(read(`${folder}/${file}`), /^ {2}"?([a-z-]+)"?: \{$/gm));
  expect(verbs).toEqual(expect.arrayContaining(["doctor", "backup", "restore"]));
  const used = matches(texts, /npm run ([a-z-]+)/g);
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
  const usedVerbs = matches(texts, /npm run admin -- ([a-z-]+)/g);
  expect(usedVerbs.filter((verb) => verb !== "help" && !verbs.includes(verb))).toEqual([]);
});
