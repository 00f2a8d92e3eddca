import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";
import { openStore } from "./store.ts";
import { openTestBench, SECRET_KEY } from "./test-bench.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payment-sandbox-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a restart keeps payments, idempotency keys, armed faults and waiting webhooks", async () => {
  const stateFile = join(folder, "sandbox.sqlite");
  const params = { amount: 4200, currency: "usd" };
  const before = await openTestBench({ stateFile });
  const intent = await before.stripe.paymentIntents.create(params, { idempotencyKey: "k1" });
  before.sandbox.controls.arm({ kind: "webhook_lost" });
  await before.close();

  const after = await openTestBench({ stateFile });
  const again = await after.stripe.paymentIntents.create(params, { idempotencyKey: "k1" });
  expect(again.id).toBe(intent.id);
  expect(after.sandbox.controls.faults()).toHaveLength(1);
  expect(await after.sandbox.deliverDue()).toBe(1);
  expect(after.received[0]?.event.data.object).toMatchObject({ id: intent.id });
  await after.close();
});

/** Creates payments and says each id as soon as the API answered, until it is killed. */
const CHILD = `
  import { createSandbox } from ${JSON.stringify(new URL("./sandbox.ts", import.meta.url).href)};
  const sandbox = createSandbox({ stateFile: process.argv[1], secretKey: "${SECRET_KEY}", publishableKey: "pk",
    webhookSecret: "whsec", clock: Date.now, random: Math.random, deliver: async () => 200 });
  for (;;) {
    const answer = await sandbox.fetch(new Request("http://sandbox/v1/payment_intents", { method: "POST",
      headers: { authorization: "Bearer ${SECRET_KEY}" }, body: "amount=500&currency=usd" }));
    console.log((await answer.json()).id);
  }`;

test("a killed process loses nothing that it had answered", async () => {
  const stateFile = join(folder, "sandbox.sqlite");
  const child = spawn(process.execPath, ["--input-type=module", "-e", CHILD, stateFile], {
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("The child ended early.")));
    child.stderr.on("data", (text) => reject(new Error(String(text))));
    child.stdout.on("data", (text) => {
      said += String(text);
      if (said.split("\n").length > 50) resolve();
    });
  });
  child.removeAllListeners("exit");
  const gone = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  const answered = said.split("\n").slice(0, -1);
  const store = openStore(stateFile);
  const found = answered.filter((id) => store.find("payment_intent", id));
  const events = store.row<{ total: number }>("SELECT COUNT(*) AS total FROM objects WHERE kind = 'event'");
  const intents = store.row<{ total: number }>(
    "SELECT COUNT(*) AS total FROM objects WHERE kind = 'payment_intent'",
  );
  store.close();
  expect(answered.length).toBeGreaterThanOrEqual(50);
  expect(found).toHaveLength(answered.length);
  expect(events?.total).toBe(intents?.total);
});

test("a refused call leaves nothing behind", () => {
  const store = openStore(":memory:");
  expect(() =>
    store.transaction(() => {
      store.run("INSERT INTO faults (kind, remaining, settings) VALUES ('slow', 1, '{}')");
      throw new Error("refused");
    }),
  ).toThrow("refused");
  expect(store.rows("SELECT * FROM faults")).toEqual([]);
  store.close();
});

test("the same seed makes the same ids", async () => {
  const ids = async () => {
    const bench = await openTestBench();
    const { id } = await bench.stripe.paymentIntents.create({ amount: 500, currency: "usd" });
    await bench.close();
    return id;
  };
  expect(await ids()).toBe(await ids());
});

test("works in process without a server, as the simulation uses it", async () => {
  const sandbox = createSandbox({
    stateFile: ":memory:",
    secretKey: SECRET_KEY,
    publishableKey: "pk",
    webhookSecret: "whsec",
    clock: () => 0,
    random: () => 0.5,
    deliver: async () => 200,
  });
  const request = new Request("http://sandbox/v1/account", {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
  });
  expect((await sandbox.fetch(request)).status).toBe(200);
  sandbox.controls.arm({ kind: "drop_request" });
  await expect(sandbox.fetch(request.clone())).rejects.toMatchObject({ code: "ECONNRESET" });
  sandbox.close();
});
