import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { unpackImage } from "#test/database/unpack-image.ts";
import { openEmbeddedDatabase } from "./database.ts";

test("the embedded database of a process that was killed opens again, with all that it had confirmed", async () => {
  const origin = inject("testDatabase");
  if (origin.kind !== "embedded") throw new Error("This test needs the embedded database");
  const folder = mkdtempSync(path.join(tmpdir(), "shop-killed-"));
  await unpackImage(origin.image, path.join(folder, "database"));
  const program = path.join(folder, "write.mjs");
  writeFileSync(
    program,
    `const { openEmbeddedDatabase } = await import(${JSON.stringify(import.meta.resolve("./database.ts"))});
    const { pool } = await openEmbeddedDatabase(${JSON.stringify(folder)}, () => {});
    for (let written = 1; ; written += 1) {
      await pool.query("insert into shop_facts (name, value, noted_at) values ($1, 'x', now())", [String(written)]);
      process.send(written);
    }`,
  );
  const child = fork(program, { execArgv: ["--disable-warning=ExperimentalWarning"] });
  let confirmed = 0;
  child.on("message", (written: number) => {
    confirmed = written;
    if (written === 300) child.kill("SIGKILL");
  });
  await once(child, "exit");
  const { db, close } = await openEmbeddedDatabase(folder, () => {});
  const facts = await db.selectFrom("shop_facts").select("name").execute();
  expect(facts.length).toBeGreaterThanOrEqual(confirmed);
  expect(confirmed).toBeGreaterThanOrEqual(300);
  await close();
  rmSync(folder, { recursive: true, force: true });
});
