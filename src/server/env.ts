// The only reader of process.env. Everything that may be configured is read, checked and named here, and all that
// is wrong is reported at once, so an owner works through one list.

export type ShopMode = "demo" | "live";

export type Environment = {
  mode: ShopMode;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** A connection past a pooler, for LISTEN and migrations. */
  databaseUrlDirect: string | null;
  /** Origin without a slash at the end, e.g. https://shop.example. */
  publicUrl: string;
  adminEmail: string;
  adminPassword: string | null;
  /** null: the payment sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  s3: S3Settings | null;
  webProcesses: number;
  /** Whether the worker draws product pictures as AVIF, too. */
  makesAvif: boolean;
  logLevel: LogLevel;
};

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

export const DEFAULT_ADMIN_EMAIL = "admin@example.com";
const PASSWORD_LENGTH_MIN = 12;

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
    publicUrl: parseOrigin(read("PUBLIC_URL") ?? `http://localhost:${port}`, problems),
    adminEmail: (read("ADMIN_EMAIL") ?? DEFAULT_ADMIN_EMAIL).toLowerCase(),
    adminPassword: read("ADMIN_PASSWORD"),
    stripe,
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("MAIL_FROM"),
    s3,
    webProcesses: parseWhole("WEB_PROCESSES", read("WEB_PROCESSES") ?? "1", { min: 1, max: 64 }, problems),
    makesAvif: parseChoice("AVIF_PICTURES", read("AVIF_PICTURES") ?? "on", ["on", "off"], problems) === "on",
    logLevel: parseChoice("LOG_LEVEL", read("LOG_LEVEL") ?? "info", logLevels, problems),
  };
  checkTogether(value, problems);
  if (value.mode === "live") checkLive(value, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

function checkTogether(env: Environment, problems: string[]): void {
  if (env.adminPassword !== null && env.adminPassword.length < PASSWORD_LENGTH_MIN) {
    problems.push(`ADMIN_PASSWORD must have at least ${PASSWORD_LENGTH_MIN} characters`);
  }
  if (env.webProcesses > 1 && env.databaseUrl === null) {
    problems.push("WEB_PROCESSES above 1 needs DATABASE_URL: the embedded database serves one process");
  }
  if (env.smtpUrl !== null && env.mailFrom === null) problems.push("MAIL_FROM is missing: SMTP_URL is set");
  if (
    env.stripe &&
    env.stripe.secretKey.includes("_live_") !== env.stripe.publishableKey.includes("_live_")
  ) {
    problems.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes (test and live)");
  }
}

/** What a shop that takes real money must not start without. */
function checkLive(env: Environment, problems: string[]): void {
  const { hostname, protocol } = new URL(env.publicUrl);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  if (!env.stripe) {
    problems.push(
      "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: live mode has no sandbox",
    );
  }
  if (protocol !== "https:" && !isLocal) problems.push("PUBLIC_URL must begin with https:// in live mode");
  if (env.adminPassword === "change-me-please")
    problems.push("ADMIN_PASSWORD is the documented example: choose your own");
  if (env.adminEmail === DEFAULT_ADMIN_EMAIL)
    problems.push("ADMIN_EMAIL is missing: live mode has no default admin");
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

function parseOrigin(text: string, problems: string[]): string {
  try {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url.origin;
  } catch {
    // Reported below, like any other text that is not an origin.
  }
  problems.push(`PUBLIC_URL must be an origin such as https://shop.example, not "${text}"`);
  return "http://localhost";
}
