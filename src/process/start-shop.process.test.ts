import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { queueMail } from "#server/mail/queue-mail.ts";
import { addProduct } from "#test/shop/products.ts";
import { createRunningShop } from "#test/shop/running-shop.ts";
import { testEnvironment } from "#test/shop/shop.ts";
import { startShop } from "./start-shop.ts";

/** The folder of a shop without an owner. It has a product, so no samples are drawn. */
async function folderWithoutOwner(): Promise<string> {
  const store = await createRunningShop();
  await addProduct(store.shop);
  await store.close();
  await store.database.close();
  return store.folder;
}

type Start = { port?: number; say?: (line: string) => void; variables?: Record<string, string> };

const start = (folder: string, { port = 0, say = () => {}, variables = {} }: Start = {}) =>
  startShop(testEnvironment({ DATA_DIR: folder, PORT: String(port), ADMIN_PASSWORD: "", ...variables }), {
    isDevelopment: false,
    say,
  });

test("[AL-1] a first start whose port is taken creates no owner; the next one shows the password before it continues", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const folder = await folderWithoutOwner();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await expect(start(folder, { port, say })).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(said.join("\n")).not.toContain("Password");
  other.close();
  await (await start(folder, { say })).stop();
  const placeOf = (line: RegExp) => said.findIndex((one) => line.test(one));
  const passwordAt = placeOf(/^ {2}Password \S{12,} {3}\(generated now/);
  expect(passwordAt).toBeGreaterThanOrEqual(0);
  // A signal may end the start anywhere, and no later one knows it.
  expect(passwordAt).toBeLessThan(placeOf(/^ {2}Shop /));
  await rm(folder, { recursive: true });
});

test("[CF-7] while a shop drains, it begins no email, which could be taken and not noted as sent", async () => {
  const folder = await folderWithoutOwner();
  const { shop, stop } = await start(folder, { variables: { DRAIN_SECONDS: "1" } });
  const sent: string[] = [];
  shop.mailer = { send: async ({ to }) => void sent.push(to.address) };
  const queue = async (to: string) => {
    const mail = { kind: "test_mail" as const, uniqueKey: to, to, payload: {} };
    await queueMail(shop.db, { ...mail, now: new Date(shop.clock()) });
    shop.wakeWorker("mails");
  };
  await queue("before@shop.example");
  await expect.poll(() => sent).toEqual(["before@shop.example"]);
  const stopping = stop({ drains: true });
  await queue("meanwhile@shop.example");
  await stopping;
  expect(sent).toEqual(["before@shop.example"]);
  await rm(folder, { recursive: true });
});
