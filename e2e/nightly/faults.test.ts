// Failures around a selling shop: its disk fills up, its folder can't be written, its embedded database is damaged, its
// payment provider is slow or fails, its clock jumps. Each fault happens to a whole, built shop, and each ends with a
// sale. Outages of a database server are in ../postgres-purchase.test.ts.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#test/browser/browser.ts";
import { CAP } from "#test/browser/journey.ts";
import { control, placeOrder, productIdOf, statusOf, tryCheckout } from "#test/browser/place-order.ts";
import { copySampleShop, type RunningShop, startInVain, startShop } from "#test/browser/shop-process.ts";

/** Free disk space of an embedded shop: less than recovery may write. */
const LITTLE_MEGABYTES = 10;
const HOUR_MS = 60 * 60_000;
const customer = { name: "Pat Example", email: "pat@example.com" };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function running(options: Parameters<typeof startShop>[0] = {}): Promise<RunningShop> {
  const shop = await startShop(options);
  cleanUp.push(() => shop.stop());
  return shop;
}

const pages = ["/", "/shop", "/about", "/contact"];

describe("a disk that fills up", () => {
  const isRoot = process.getuid?.() === 0;

  test.skipIf(!isRoot)(
    "pages stay up, the checkout reports it, so does /readyz, and everything recovers",
    async () => {
      const disk = mkdtempSync(path.join(tmpdir(), "shop-disk-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m", "tmpfs", disk]);
      cleanUp.push(() => {
        execFileSync("umount", [disk]);
        rmSync(disk, { recursive: true });
      });
      const dataDir = path.join(disk, "data");
      cpSync(await sampleCopy(), dataDir, { recursive: true });
      const shop = await running({ dataDir });
      const productId = await productIdOf(shop, CAP.name);
      for (const page of pages) await statusOf(shop, page);
      fill(path.join(disk, "fill"));
      await eventually(async () => {
        expect(await tryCheckout(shop, productId)).toMatchObject({
          status: 503,
          body: { error: { code: "unavailable" } },
        });
      });
      for (const page of pages) expect(await statusOf(shop, page), page).toBe(200);
      await eventually(async () => expect(await statusOf(shop, "/readyz")).toBe(503));

      rmSync(path.join(disk, "fill"));
      await eventually(async () => expect(await statusOf(shop, "/readyz")).toBe(200));
      const { paymentIntentId } = await placeOrder(shop, customer);

      // An unclean stop leaves a log to be replayed, and the next start finds too little room to write.
      await shop.kill();
      fill(path.join(disk, "fill"), LITTLE_MEGABYTES);
      const start = await startInVain({ dataDir });
      expect([start.code, start.output]).toEqual([
        1,
        expect.stringMatching(/^The disk of \S+ is full: \d+ MB are free. Free up space/m),
      ]);
      expect(start.output).not.toMatch(/^\s+at /m);
      const doctor = askDoctor(dataDir);
      expect([doctor.code, doctor.said]).toEqual([1, expect.stringMatching(/is full: \d+ MB are free/)]);
      rmSync(path.join(disk, "fill"));
      expect(await orderOf(await running({ dataDir }), paymentIntentId)).toBe("success");
    },
  );
});

/** The doctor's output; the doctor must finish. */
function askDoctor(dataDir: string): { code: number | null; said: string } {
  const command = ["--disable-warning=ExperimentalWarning", "src/process/cli/commands.ts", "doctor"];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, said: stdout + stderr };
}

/** A data folder of the sample shop that is deleted with the test. */
async function sampleCopy(): Promise<string> {
  const folder = await copySampleShop();
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes until the disk is full, and then frees a few megabytes. */
function fill(file: string, leaves = 0): void {
  try {
    execFileSync("dd", ["if=/dev/zero", `of=${file}`, "bs=1M"], { stdio: "ignore" });
  } catch {
    // It ends when the disk is full.
  }
  if (leaves > 0) truncateSync(file, statSync(file).size - leaves * 1024 * 1024);
}

describe("a folder that the shop can't use", () => {
  const damages: [string, (folder: string) => void, RegExp][] = [
    [
      "a damaged database",
      (folder) => truncateSync(path.join(folder, "database/global/pg_control"), 100),
      /can't be opened; it may be damaged.*restore/,
    ],
    [
      "a database that lost its log",
      (folder) => {
        const log = path.join(folder, "database/pg_wal");
        for (const name of readdirSync(log)) rmSync(path.join(log, name), { recursive: true });
      },
      /can't be opened; it may be damaged.*restore/,
    ],
    [
      "a file where the folder should be",
      (folder) => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, "");
      },
      /is a file, not a folder/,
    ],
    [
      "a damaged lock",
      (folder) => writeFileSync(path.join(folder, ".lock"), "x".repeat(4_096)),
      /\.lock is damaged.*delete the file/,
    ],
    [
      "damaged data of the payment sandbox",
      (folder) => writeFileSync(path.join(folder, "sandbox.sqlite"), "x".repeat(4_096)),
      /sandbox\.sqlite can't be opened; it may be damaged.*restore/,
    ],
  ];

  test.each(damages)(
    "%s: one sentence that says what to do, and exit code 1",
    async (_what, damage, says) => {
      const dataDir = await sampleCopy();
      damage(dataDir);
      const { code, output } = await startInVain({ dataDir });
      expect(code).toBe(1);
      expect(output).toMatch(says);
      expect(output).not.toMatch(/^\s+at /m);
      const doctor = askDoctor(dataDir);
      expect(doctor.code).toBe(1);
      expect(doctor.said).not.toMatch(/^\s+at /m);
    },
  );

  test.skipIf(process.getuid?.() !== 0)("a read-only file system", async () => {
    const dataDir = await sampleCopy();
    const readOnly = mkdtempSync(path.join(tmpdir(), "shop-read-only-"));
    execFileSync("mount", ["--bind", dataDir, readOnly]);
    cleanUp.push(() => {
      execFileSync("umount", [readOnly]);
      rmSync(readOnly, { recursive: true });
    });
    execFileSync("mount", ["-o", "remount,ro,bind", readOnly]);
    const { code, output } = await startInVain({ dataDir: readOnly });
    expect(code).toBe(1);
    expect(output).toMatch(/can't be written: its file system is mounted read-only/);
    expect(output).not.toMatch(/^\s+at /m);
    const doctor = askDoctor(readOnly);
    expect(doctor.code).toBe(1);
    expect(doctor.said).toMatch(/is mounted read-only/);
    expect(doctor.said).not.toMatch(/^\s+at /m);
  });
});

describe("a payment provider and a clock in trouble", () => {
  test("slow, failing, and lost responses of the provider are reported plainly, then sold, and charged once", async () => {
    const shop = await running();
    const productId = await productIdOf(shop, CAP.name);
    await control(shop, "faults", { kind: "slow", delayMs: 3_000, times: 1 });
    const slow = await tryCheckout(shop, productId);
    expect(slow.status).toBe(200);
    await control(shop, "faults", { kind: "server_error", times: 20 });
    const failed = await tryCheckout(shop, productId);
    expect(failed).toMatchObject({ status: 503, body: { error: { code: "payment_provider_unavailable" } } });
    expect(failed.seconds).toBeLessThan(20);
    await control(shop, "faults", { kind: "drop_answer", times: 1 });
    await eventually(() => placeOrder(shop, customer));
  });

  test("a clock an hour ahead after a restart, then an hour behind: orders arrive and none is lost", async () => {
    const dataDir = await sampleCopy();
    const sold: string[] = [];
    for (const clockAheadMs of [0, HOUR_MS, -HOUR_MS]) {
      const shop = await startShop({ dataDir, clockAheadMs });
      try {
        sold.push((await placeOrder(shop, customer)).paymentIntentId);
        for (const intent of sold) expect(await orderOf(shop, intent)).toBe("success");
      } finally {
        await shop.stop();
      }
    }
    expect(new Set(sold).size).toBe(3);
  });
});

/** What the confirmation page receives about a payment. */
async function orderOf(shop: RunningShop, paymentIntentId: string): Promise<string> {
  const answer = await fetch(`${shop.url}/functions/v1/verify-checkout-session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ payment_intent_id: paymentIntentId }),
  });
  return answer.ok ? "success" : `status ${answer.status}: ${await answer.text()}`;
}
