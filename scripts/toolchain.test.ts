import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

type Locked = { optional?: boolean; os?: string[]; cpu?: string[]; engines?: { node?: string } };

/** Whether a version is in a range of the two forms that lockfiles have: "^20.19.0 || >=22.12.0". */
function isInRange(version: string, range: string): boolean {
  const numbers = (text: string) => text.split(".").map(Number);
  const isFrom = ([a = 0, b = 0, c = 0]: number[], [d = 0, e = 0, f = 0]: number[]) =>
    a - d || b - e || c - f;
  return range.split("||").some((part) => {
    const [, sign, from = ""] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`not understood: ${range}`);
    const [asked, least] = [numbers(version), numbers(from)];
    return isFrom(asked, least) >= 0 && (sign === ">=" || asked[0] === least[0]);
  });
}

test("npm leaves out no native package on an accepted Node: engines, documents, and the script agree", () => {
  const root = path.join(import.meta.dirname, "..");
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
  const native = Object.values(packages).filter(
    ({ optional, os = [], cpu = [] }) =>
      optional && os.some((name) => ["linux", "darwin", "win32"].includes(name)) && !cpu.includes("ia32"),
  );
  expect(native.length).toBeGreaterThan(30);
  const range = (JSON.parse(read("package.json")) as Locked).engines?.node ?? "";
  expect(packages[""]?.engines?.node).toBe(range);
  const ranges = new Set(native.flatMap(({ engines }) => engines?.node ?? []));
  for (const version of ["20.19.0", "22.12.0", "23.0.0", "24.0.0"])
    for (const each of [range, ...ranges]) expect([version, each, isInRange(version, each)]).toContain(true);
  for (const version of ["20.18.3", "21.7.3", "22.11.0"]) expect(isInRange(version, range)).toBe(false);
  for (const file of ["README.md", "docs/deployment.md"])
    expect(read(file), file).toMatch(/Node 20\.19 or newer \(22\.12 or newer of Node 22, not 21\)/);
});

test("everything that runs before the check works on Node 18", () => {
  for (const name of ["start", "supervise", "orphan", "run", "toolchain", "machine-lock"])
    expect(readFileSync(path.join(import.meta.dirname, `${name}.mjs`), "utf8")).not.toContain(
      "import.meta.dirname",
    );
});
