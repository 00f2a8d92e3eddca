// The built shop on a disposable database, without its worker, so that every write comes from a request.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadProductionBuild } from "#process/page-renderer.ts";
import { startSandbox } from "#process/sandbox/sandbox-service.ts";
import { startShop } from "#process/start-shop.ts";
import { signWebhook } from "#sandbox/webhooks.ts";
import { setAdminPassword } from "#server/auth/password/set-password.ts";
import type { Environment } from "#server/core/env.ts";
import { parseEnvironment } from "#server/core/env.ts";
import { loadSecrets } from "#server/core/secrets.ts";
import type { Shop } from "#server/core/shop.ts";
import { freePort } from "#test/servers/postgres.ts";
import { type Address, listAddresses } from "./addresses.ts";
import { Connection } from "./connection.ts";
import type { Known } from "./examples.ts";
import { type Watch, watchTables } from "./watch.ts";

export type World = {
  shop: Shop;
  port: number;
  host: string;
  origin: string;
  addresses: Address[];
  known: Known;
  watch: Watch;
  sign: (body: string) => string;
  /** The owner's cookies, of a session that is made good again if a request ended it. */
  ownerCookie: () => Promise<string>;
  close: () => Promise<void>;
};

const PASSWORD = "a fuzzer's own long pass phrase 7";

export async function openWorld(say: (message: string) => void): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "shop-fuzz-"));
  const port = await freePort();
  const env = environmentOf(dataDir, port);
  await (await startShop(env, { isDevelopment: false, say })).stop();
  const secrets = loadSecrets(env);
  const clock = Date.now;
  const sandbox = await startSandbox({ env, secrets, webhookUrl: () => null, clock });
  const served = { ...env, sandboxUrl: `http://${sandbox.host}:${sandbox.port}` };
  const running = await startShop(served, { isDevelopment: false, works: false, say });
  const { shop } = running;
  await setAdminPassword(shop, { password: PASSWORD });
  const host = new URL(env.publicUrl).host;
  const origin = env.publicUrl;
  const addresses = listAddresses(shop, await loadProductionBuild());
  return {
    shop,
    port,
    host,
    origin,
    addresses,
    known: await findKnown(shop),
    watch: await watchTables(shop),
    sign: (body) => signWebhook(body, secrets.sandboxWebhook, Math.floor(clock() / 1_000)),
    ownerCookie: await signInOnce(shop, { port, host, origin }),
    close: async () => {
      await running.stop();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function environmentOf(dataDir: string, port: number): Environment {
  const parsed = parseEnvironment({
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: process.env.FUZZ_LOG ?? "silent",
    AVIF_PICTURES: "off",
    TRUST_PROXY: "1",
  });
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.value;
}

async function findKnown({ db }: Shop): Promise<Known> {
  const products = await db.selectFrom("products").select(["id", "price"]).limit(5).execute();
  const orders = await db.selectFrom("orders").select("id").limit(5).execute();
  return { products, orders: orders.map(({ id }) => id) };
}

async function signInOnce(shop: Shop, { port, host, origin }: Pick<World, "port" | "host" | "origin">) {
  const connection = new Connection(port);
  const body = new URLSearchParams({ email: shop.env.adminEmail, password: PASSWORD }).toString();
  const head = `POST /admin/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = await connection.send("POST", Buffer.from(head + body));
  connection.close();
  const cookies = [...answer.head.matchAll(/\r\nset-cookie: ([^;]+)/gi)].map(([, cookie]) => cookie);
  if (answer.status !== 302)
    throw new Error(`Signing in was answered with ${answer.status}:\n${answer.body}`);
  const sessions = await shop.db.selectFrom("session").selectAll().execute();
  return async () => {
    await shop.db.deleteFrom("session").execute();
    await shop.db.insertInto("session").values(sessions).execute();
    return cookies.join("; ");
  };
}
