// The built shop as its own process, as an owner starts it: in demo mode with the sandbox, as a demo that
// strangers may reach, or in live mode with invented keys and a mail server on this machine. The last two have a public
// https address whose proxy the attacks play.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#test/postgres.ts";
import { TinySmtpServer } from "#test/smtp-server.ts";
import type { Mode } from "./attack.ts";
import { type Answer, type Asked, ask } from "./wire.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const START_MS_MAX = 120_000;

export const OWNER = { email: "owner@example.com", password: "a long sentence about 18 holes" };

export type AttackedShop = {
  mode: Mode;
  port: number;
  publicUrl: string;
  dataDir: string;
  /** Everything that the process has written. */
  output: () => string;
  ask: (asked: Asked) => Promise<Answer>;
  stop: () => Promise<void>;
};

export function settingsOf(mode: Mode, smtpUrl: string): Record<string, string> {
  if (mode === "demo") return {};
  if (mode === "public") return { PUBLIC_DEMO: "on", PUBLIC_URL: "https://demo.example", TRUST_PROXY: "1" };
  return {
    SHOP_MODE: "live",
    PUBLIC_URL: "https://shop.example",
    STRIPE_SECRET_KEY: "sk_live_inventedForTheAttack",
    STRIPE_PUBLISHABLE_KEY: "pk_live_inventedForTheAttack",
    STRIPE_WEBHOOK_SECRET: "whsec_inventedForTheAttack",
    SMTP_URL: smtpUrl,
    MAIL_FROM: "shop@example.com",
    TRUST_PROXY: "1",
  };
}

type Process = { output: () => string; code: () => number | null | undefined; end: () => Promise<void> };

/** `code` is undefined while the process runs. */
export function launch(settings: Record<string, string>): Process {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "src/main.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      AVIF_PICTURES: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let code: number | null | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const closed = new Promise<void>((resolve) => {
    child.once("close", (exit) => {
      code = exit;
      resolve();
    });
  });
  const end = async () => {
    if (code === undefined) child.kill("SIGTERM");
    await closed;
  };
  process.once("exit", () => child.kill("SIGKILL"));
  return { output: () => output, code: () => code, end };
}

export async function startAttackedShop(mode: Mode): Promise<AttackedShop> {
  const smtp = new TinySmtpServer([]);
  const settings = settingsOf(mode, await smtp.start());
  const port = await freePort();
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), "shop-attack-")), "data");
  const shop = launch({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    ...settings,
  });
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const to = { port, host: new URL(publicUrl).host };
  await untilReady(shop, port);
  return {
    mode,
    port,
    publicUrl,
    dataDir,
    output: shop.output,
    ask: (asked) => ask(to, asked),
    stop: async () => {
      await shop.end();
      await smtp.stop();
      rmSync(path.dirname(dataDir), { recursive: true, force: true });
    },
  };
}

export function hasGreeted(output: string): boolean {
  return /^\s+Shop\s+http/m.test(output);
}

async function untilReady(shop: Process, port: number): Promise<void> {
  const deadline = performance.now() + START_MS_MAX;
  while (performance.now() < deadline) {
    if (shop.code() !== undefined) throw new Error(`The shop ended instead of starting:\n${shop.output()}`);
    const { status } = await ask({ port, host: "localhost" }, { target: "/readyz" });
    // The owner is there once the shop has said where it is.
    if (status === 200 && hasGreeted(shop.output())) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The shop did not answer:\n${shop.output()}`);
}
