// The only reader of process.env. Everything that may be configured is read, checked and named here, and all that
// is wrong is reported at once, so an owner works through one list.

import { parseTrustProxy } from "./client-ip.ts";
import { checkMode, DEFAULT_ADMIN_EMAIL } from "./mode-checks.ts";

export type ShopMode = "demo" | "live";

export type Environment = {
  mode: ShopMode;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** A connection past a pooler, for LISTEN and restores. */
  databaseUrlDirect: string | null;
  /** The role that owns the tables, for migrations and restores; null: DATABASE_URL's own role. */
  databaseUrlOwner: string | null;
  /** Origin without a slash at the end, e.g. https://shop.example. */
  publicUrl: string;
  adminEmail: string;
  adminPassword: string | null;
  /** null: the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  s3: S3Settings | null;
  /** How long a stopping shop still takes requests, so that a proxy notices. */
  drainSeconds: number;
  /** Origin of a payment sandbox that another process serves, for tests of several copies; null: an own one. */
  sandboxUrl: string | null;
  /** Who may name the client in a forwarding header; null: not set. */
  trustProxy: TrustProxy | null;
  /** Every key of the shop is derived from it; null: DATA_DIR/secrets.json. */
  shopSecret: string | null;
  /** The secret before this one, accepted while rotating. */
  shopSecretOld: string | null;
  /** Opens /metrics from elsewhere than this machine. */
  metricsToken: string | null;
  /** Whether a demo may be reached from outside this machine. */
  isPublicDemo: boolean;
  /** Whether browsers shall keep to https for all names below the shop's host, too. */
  hstsSubdomains: boolean;
  /** Whether the worker draws product pictures as AVIF, too. */
  makesAvif: boolean;
  logLevel: LogLevel;
};

/**
 * hops: this many proxies stand before the shop and each appends to X-Forwarded-For. cidrs: the peers that may name
 * the client, as "10.0.0.0/8" or a single IP. header: the platform's edge writes the client's IP into this header,
 * over anything that a client sent.
 */
export type TrustProxy =
  | { kind: "hops"; hops: number }
  | { kind: "cidrs"; cidrs: string[] }
  | { kind: "header"; header: string };

export type S3Settings = {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicUrl: string;
};

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type EnvironmentParse = { ok: true; value: Environment } | { ok: false; problems: string[] };

type Variables = Record<string, string | undefined>;

const PASSWORD_LENGTH_MIN = 12;
const DRAIN_SECONDS_MAX = 60;
const IN_PASSWORD = "in the password write % as %25, / as %2F, # as %23, ? as %3F, @ as %40";

/** Environment variables → the shop's settings, or the whole list of what is wrong with them. */
export function parseEnvironment(variables: Variables): EnvironmentParse {
  const problems: string[] = [];
  const read = (name: string) => variables[name]?.trim() || null;
  const port = parseWhole("PORT", read("PORT") ?? "3000", { min: 0, max: 65_535 }, problems);
  const stripe = readGroup(variables, problems, {
    secretKey: "STRIPE_SECRET_KEY",
    publishableKey: "STRIPE_PUBLISHABLE_KEY",
    webhookSecret: "STRIPE_WEBHOOK_SECRET",
  });
  const s3 = readGroup(variables, problems, {
    endpoint: "S3_ENDPOINT",
    bucket: "S3_BUCKET",
    accessKeyId: "S3_ACCESS_KEY_ID",
    secretAccessKey: "S3_SECRET_ACCESS_KEY",
    publicUrl: "S3_PUBLIC_URL",
  });
  const value: Environment = {
    mode: parseChoice(
      "SHOP_MODE",
      read("SHOP_MODE") ?? (stripe ? "live" : "demo"),
      ["demo", "live"],
      problems,
    ),
    host: read("HOST") ?? "127.0.0.1",
    port,
    dataDir: read("DATA_DIR") ?? "./data",
    databaseUrl: read("DATABASE_URL"),
    databaseUrlDirect: read("DATABASE_URL_DIRECT"),
    databaseUrlOwner: read("DATABASE_URL_OWNER"),
    publicUrl: parseOrigin(read("PUBLIC_URL") ?? `http://localhost:${port}`, problems),
    adminEmail: (read("ADMIN_EMAIL") ?? DEFAULT_ADMIN_EMAIL).toLowerCase(),
    adminPassword: read("ADMIN_PASSWORD"),
    stripe,
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("MAIL_FROM"),
    s3,
    drainSeconds: parseWhole(
      "DRAIN_SECONDS",
      read("DRAIN_SECONDS") ?? (stripe ? "3" : "0"),
      { min: 0, max: DRAIN_SECONDS_MAX },
      problems,
    ),
    sandboxUrl: read("SANDBOX_URL"),
    trustProxy: parseTrustProxy(read("TRUST_PROXY"), problems),
    shopSecret: parseSecret("SHOP_SECRET", read("SHOP_SECRET"), problems),
    shopSecretOld: parseSecret("SHOP_SECRET_OLD", read("SHOP_SECRET_OLD"), problems),
    metricsToken: read("METRICS_TOKEN"),
    isPublicDemo: parseChoice("PUBLIC_DEMO", read("PUBLIC_DEMO") ?? "off", ["on", "off"], problems) === "on",
    hstsSubdomains:
      parseChoice("HSTS_SUBDOMAINS", read("HSTS_SUBDOMAINS") ?? "off", ["on", "off"], problems) === "on",
    makesAvif: parseChoice("AVIF_PICTURES", read("AVIF_PICTURES") ?? "on", ["on", "off"], problems) === "on",
    logLevel: parseChoice("LOG_LEVEL", read("LOG_LEVEL") ?? "info", logLevels, problems),
  };
  checkTogether(value, problems);
  // What was not filled in must not send customers to their own machine.
  if (value.mode === "live" && variables.PUBLIC_URL !== undefined && read("PUBLIC_URL") === null)
    problems.push("PUBLIC_URL is empty: set it, or leave it out to try live mode on this machine");
  checkMode(value, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

function checkTogether(env: Environment, problems: string[]): void {
  if (env.adminPassword !== null && env.adminPassword.length < PASSWORD_LENGTH_MIN) {
    problems.push(`ADMIN_PASSWORD must have at least ${PASSWORD_LENGTH_MIN} characters`);
  }
  const beside = { DATABASE_URL_DIRECT: env.databaseUrlDirect, DATABASE_URL_OWNER: env.databaseUrlOwner };
  for (const [name, url] of Object.entries(beside))
    if (url !== null && env.databaseUrl === null) problems.push(`DATABASE_URL is missing: ${name} is set`);
  // Never with the URL itself: the password is in it.
  for (const [name, url] of Object.entries({ DATABASE_URL: env.databaseUrl, ...beside }))
    if (url !== null && !isDatabaseUrl(url))
      problems.push(
        `${name} must look like postgres://user:password@host:5432/shop, or for a socket postgres://user:password@localhost/shop?host=/run/postgresql; ${IN_PASSWORD}`,
      );
  for (const [name, url] of Object.entries({
    S3_ENDPOINT: env.s3?.endpoint,
    S3_PUBLIC_URL: env.s3?.publicUrl,
  }))
    if (url && !isHttp(URL.parse(url)))
      problems.push(`${name} must be an address such as https://objects.shop.example, not "${url}"`);
  if (env.sandboxUrl !== null && (env.stripe || !/^http:\/\/[^/]+$/.test(env.sandboxUrl))) {
    problems.push("SANDBOX_URL is for a demo without Stripe keys, an origin such as http://127.0.0.1:4242");
  }
  if (env.smtpUrl !== null && !isSmtpUrl(env.smtpUrl))
    problems.push(`SMTP_URL must look like smtps://user:password@mail.example:465; ${IN_PASSWORD}`);
  if (env.mailFrom !== null && !/\S@\S/.test(env.mailFrom))
    problems.push("MAIL_FROM must contain an email address");
  if (env.mode === "demo" && env.smtpUrl !== null && env.mailFrom === null)
    problems.push("MAIL_FROM is missing: SMTP_URL is set");
}

function readGroup<K extends string>(
  variables: Variables,
  problems: string[],
  names: Record<K, string>,
): Record<K, string> | null {
  const entries = Object.entries(names) as [K, string][];
  const missing = entries.filter(([, name]) => !variables[name]?.trim()).map(([, name]) => name);
  if (missing.length === entries.length) return null;
  if (missing.length > 0) {
    problems.push(
      `${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing: all of ${Object.values(names).join(", ")} or none`,
    );
  }
  return Object.fromEntries(entries.map(([key, name]) => [key, variables[name]?.trim() ?? ""])) as Record<
    K,
    string
  >;
}

function parseWhole(
  name: string,
  text: string,
  { min, max }: { min: number; max: number },
  problems: string[],
): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return min;
}

function parseChoice<T extends string>(
  name: string,
  text: string,
  choices: readonly T[],
  problems: string[],
): T {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) problems.push(`${name} must be one of ${choices.join(", ")}, not "${text}"`);
  return choice ?? (choices[0] as T);
}

const SECRET_BYTES_MIN = 32;

function parseSecret(name: string, text: string | null, problems: string[]): string | null {
  if (text !== null && Buffer.byteLength(text) < SECRET_BYTES_MIN) {
    problems.push(
      `${name} must have at least ${SECRET_BYTES_MIN} bytes; make one with: openssl rand -base64 32`,
    );
  }
  return text;
}

/** As all take it who get it: the driver, PostgreSQL's own programs, and URL, by which the password is taken out. */
function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  try {
    decodeURIComponent(`${url?.username}${url?.password}`);
  } catch {
    return false;
  }
  return /^postgres(ql)?:$/.test(url?.protocol ?? "");
}

/** An "@" behind the host ends a password whose beginning passes for a port, as in smtp://user:7/x@mail.example. */
function isSmtpUrl(text: string): boolean {
  const { protocol, hostname, pathname, search, hash } = URL.parse(text) ?? new URL("about:blank");
  return /^smtps?:$/.test(protocol) && hostname !== "" && !`${pathname}${search}${hash}`.includes("@");
}

function isHttp(url: URL | null): boolean {
  return /^https?:$/.test(url?.protocol ?? "");
}

function parseOrigin(text: string, problems: string[]): string {
  const url = URL.parse(text);
  if (isHttp(url) && url?.href === `${url?.origin}/`) return url.origin;
  problems.push(`PUBLIC_URL must be an origin such as https://shop.example, not "${text}"`);
  return "http://localhost";
}
