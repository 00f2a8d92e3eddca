// A set-up file of the test runner: notes which functions of the shop each test file called, and how often. The engine
// counts calls by itself; nothing of the shop changes.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { afterAll, expect } from "vitest";

/** Where the notes go; see reach.ts. */
const folder = process.env.SHOP_MUTATION_REACH ?? "";
const root = `${process.cwd()}/`;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const calls: Record<string, number> = {};
  for (const { url, functions } of result) {
    const file = decodeURIComponent(url)
      .replace(/^file:\/\//, "")
      .replace(/\?.*$/, "")
      .replace(root, "");
    if (!/^src\/(server|process)\/|\.test\.ts$/.test(file)) continue;
    for (const { functionName, ranges } of functions) {
      const count = ranges[0]?.count ?? 0;
      const key = `${file}:${functionName.replace(/^(#|get |set )+/, "") || "file"}`;
      if (count > 0) calls[key] = (calls[key] ?? 0) + count;
    }
  }
  const test = (expect.getState().testPath ?? "").replace(root, "");
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(test).digest("hex").slice(0, 16);
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ test, calls }));
});
