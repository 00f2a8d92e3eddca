import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleProducts } from "#sample/catalog.ts";
import { readEmbedded } from "#server/db/embedded.ts";

const PROGRAM = path.join(import.meta.dirname, "fill-new-shop.ts");
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shop-new-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const database = () => path.join(folder, "database");
const fill = (settings: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], {
    env: { DATA_DIR: folder, PORT: "0", ...settings },
  });
const countProducts = () =>
  readEmbedded(database(), async (lite) => {
    const { rows } = await lite.query<{ count: number }>("select count(*)::int as count from products");
    return rows[0]?.count;
  });

test("a new demo has its database and the sample catalog before the first start serves", async () => {
  await fill();
  expect(await countProducts()).toBe(sampleProducts.length);
  const pictures = sampleProducts.flatMap((product) => product.pictures);
  expect(await readdir(path.join(folder, "files/product-images"))).toHaveLength(4 * pictures.length);
});

test("a new live shop has its database, and no samples", async () => {
  await fill({
    SHOP_MODE: "live",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    SMTP_URL: "smtp://localhost:25",
    MAIL_FROM: "orders@shop.example",
    PUBLIC_URL: "https://shop.example",
    ADMIN_EMAIL: "pat@shop.example",
    SHOP_SECRET: "0123456789abcdef0123456789abcdef",
  });
  expect(await countProducts()).toBe(0);
});

test("a database that is there is not touched: an upgrade whose build fails has changed nothing", async () => {
  await mkdir(database());
  await fill();
  expect(await readdir(folder)).toEqual(["database"]);
  expect(await readdir(database())).toEqual([]);
});

test("settings that a start refuses make nothing", async () => {
  await fill({ DRAIN_SECONDS: "none" });
  expect(existsSync(database())).toBe(false);
});
