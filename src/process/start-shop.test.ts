import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { addProduct } from "#test/products.ts";
import { createRunningShop } from "#test/running-shop.ts";
import { testEnvironment } from "#test/shop.ts";
import { startShop } from "./start-shop.ts";

/** The folder of a shop without an owner. It has a product, so no samples are drawn. */
async function folderWithoutOwner(): Promise<string> {
  const store = await createRunningShop();
  await addProduct(store.shop);
  await store.close();
  await store.database.close();
  return store.folder;
}

test("[AL-1] a first start whose port is taken makes no owner; the next one tells the password before it goes on", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const folder = await folderWithoutOwner();
  const said: string[] = [];
  const start = (PORT: number) =>
    startShop(testEnvironment({ DATA_DIR: folder, PORT: String(PORT), ADMIN_PASSWORD: "" }), {
      isDevelopment: false,
      role: { kind: "primary" },
      say: (line) => said.push(line),
    });
  await expect(start(port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(said.join("\n")).not.toContain("Password");
  other.close();
  await (await start(0)).stop();
  const placeOf = (line: RegExp) => said.findIndex((one) => line.test(one));
  const passwordAt = placeOf(/^ {2}Password \S{12,} {3}\(generated now/);
  expect(passwordAt).toBeGreaterThanOrEqual(0);
  // A signal may end the start anywhere, and no later one knows it.
  expect(passwordAt).toBeLessThan(placeOf(/^ {2}Shop /));
  await rm(folder, { recursive: true });
});
