// 150 hostile requests to every address of the built shop. `npm run nightly -- fuzz` sends more.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { copySampleShop } from "#test/browser/shop-process.ts";

const REQUESTS = 150;
/** Mostly for a busy machine; on an idle one it takes half a minute. */
const TEN_MINUTES_MS = 600_000;

function fuzz(parameters: string[]): Promise<{ code: number; said: string }> {
  const cwd = path.join(import.meta.dirname, "../..");
  const program = ["--disable-warning=ExperimentalWarning", "programs/fuzz/main.ts", ...parameters];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd, timeout: TEN_MINUTES_MS }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, said: error ? `${stdout}\n${stderr}` : stdout }),
    );
  });
}

test(
  `${REQUESTS} hostile requests to every address: no 5xx, none hangs, and no refusal writes`,
  async () => {
    const data = await copySampleShop();
    const { code, said } = await fuzz(["--runs", String(REQUESTS), "--data", data]);
    await rm(data, { recursive: true, force: true });
    expect(code, said).toBe(0);
    console.log(said.trim());
    const [, requests = "", addresses = ""] = /([\d,]+) requests to (\d+) addresses/.exec(said) ?? [];
    expect(Number(addresses)).toBeGreaterThan(60);
    expect(Number(requests.replaceAll(",", ""))).toBe(Number(addresses) * REQUESTS);
    // A fuzzer that is only refused proves nothing.
    for (const status of [200, 302, 400, 405, 409, 413, 415, 422])
      expect(said).toMatch(new RegExp(`\\b${status}: \\d`));
  },
  TEN_MINUTES_MS,
);
