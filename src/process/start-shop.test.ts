import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { testEnvironment } from "#test/shop.ts";
import { startShop } from "./start-shop.ts";

test("a first start whose port is taken makes no owner whose password nobody is told", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const folder = await mkdtemp(path.join(tmpdir(), "shop-start-"));
  const said: string[] = [];
  const start = (PORT: number) =>
    startShop(testEnvironment({ DATA_DIR: folder, PORT: String(PORT), ADMIN_PASSWORD: "" }), {
      isDevelopment: false,
      role: { kind: "alone" },
      say: (line) => said.push(line),
    });
  await expect(start(port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(said.join("\n")).not.toContain("Password");
  other.close();
  // One that is not built fails later, and tells it all the same.
  await start(0).then(
    (running) => running.stop(),
    (error: unknown) => expect(String(error)).toContain("build"),
  );
  expect(said.join("\n")).toMatch(/ Password \S{12,} {3}\(generated now/);
  await rm(folder, { recursive: true });
});
