import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Misused, refuseUnknown, wholeNumber } from "./command-line.ts";
import type { Address } from "./fuzz/addresses.ts";
import { chooseAddresses } from "./fuzz/choose-addresses.ts";

const ROOT = path.join(import.meta.dirname, "..");
const UNKNOWN = "--no-such-option";

describe("a program that is asked for what it does not have proves nothing and says so", () => {
  test.each([
    ["bench", UNKNOWN],
    ["browsers", "firefox", "chromuim"],
    ["fuzz", "--runs", "20k"],
    ["interleaving", "--replay", "x"],
    ["simulation", "--runs", "10k"],
    ["simulation", "300"],
    ["simulation/real", UNKNOWN],
  ])("%s %s", (name, ...words) => {
    const parameters = ["--disable-warning=ExperimentalWarning", `programs/${name}/main.ts`, ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^\S.*\n\n(npm run|node programs\/)/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  test("no request is sent to addresses that there are not", () => {
    const addresses: Address[] = [{ pattern: "/contact", kind: "page" }];
    expect(chooseAddresses(addresses, "/contact")).toEqual(addresses);
    expect(() => chooseAddresses(addresses, "/contcat")).toThrow(Misused);
  });
});

test("an uncaught error ends a program with code 1, and is shown with its cause", () => {
  const program = `
    const { readCommandLine } = await import(${JSON.stringify(path.join(ROOT, "programs/command-line.ts"))});
    readCommandLine("", {});
    throw new TypeError("fetch failed", { cause: new Error("no such host") });`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr).toMatch(/TypeError: fetch failed\n\s+at .*no such host/s);
  expect(status).toBe(1);
});

test("all programs read their command line in one place", () => {
  const files = globSync(["programs/**/*.ts", "scripts/**/*.ts"], { cwd: ROOT });
  const readers = files.filter((file) => readFileSync(path.join(ROOT, file), "utf8").match(/= parseArgs\(/));
  // One whose options are tested as values answers itself.
  expect(readers).toEqual([]);
});

test("a number of an option is whole and not below the least", () => {
  expect([wholeNumber("runs", "20"), wholeNumber("seed", "0", 0)]).toEqual([20, 0]);
  for (const value of ["", " ", "0", "-1", "1.5", "20k", "1e4", "0x10", "9".repeat(17)])
    expect(() => wholeNumber("runs", value), value).toThrow(`not "${value}"`);
});

test("an unknown word is reported along with the known ones", () => {
  expect(() => refuseUnknown("net", ["webhook"], ["webhook", "sweep"])).not.toThrow();
  expect(() => refuseUnknown("net", ["webhok"], ["webhook", "sweep"])).toThrow(
    "There is no net webhok. There are webhook, sweep.",
  );
});
