import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const PROGRAM = path.join(import.meta.dirname, "main.ts");

test("a shop that is told to stop while it starts stops, also where signals have no effect by themselves", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "shop-main-"));
  // A database that never answers.
  const database = createServer();
  await new Promise<void>((resolve) => database.listen(0, "127.0.0.1", resolve));
  const { port } = database.address() as AddressInfo;
  const shop = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop`,
    },
    stdio: "ignore",
  });
  const exit = once(shop, "exit");
  await once(database, "connection");
  shop.kill("SIGTERM");
  // After a signal that the program did not take, the code is null.
  expect(await exit).toEqual([0, null]);
  database.close();
  rmSync(dataDir, { recursive: true });
});
