import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const MODULE = path.join(import.meta.dirname, "durable-files.ts");
const NOBODY = 65_534;

test("a file that may only be read is flushed like the others", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "shop-flush-"));
  const file = path.join(folder, "cap.webp");
  writeFileSync(file, "cap");
  chmodSync(file, 0o444);
  chmodSync(folder, 0o755);
  const program = `const { flushTree } = await import(${JSON.stringify(MODULE)}); flushTree(${JSON.stringify(folder)})`;
  // The superuser may write everything.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], user);
  rmSync(folder, { recursive: true, force: true });
  expect(String(stderr)).not.toContain("Error");
  expect(status).toBe(0);
});
