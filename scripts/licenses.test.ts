import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isAllowed, type Lockfile, shippedPackages } from "./licenses.ts";

const lockfile: Lockfile = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../package-lock.json"), "utf8"),
);

test("every package of the running shop has a license that allows distributing the shop", () => {
  const shipped = shippedPackages(lockfile);
  expect(shipped.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["react", "pg", "sharp", "pg-types"]),
  );
  expect(shipped.filter((one) => !isAllowed(one))).toEqual([]);
});

test("development packages are not part of the running shop", () => {
  const names = shippedPackages(lockfile).map(({ name }) => name);
  expect(["vite", "vitest", "typescript", "lightningcss"].filter((name) => names.includes(name))).toEqual([]);
});

test.each([
  ["GPL-3.0-only", "some-library", false],
  ["", "some-library", false],
  ["LGPL-3.0-or-later", "some-library", false],
  ["LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64", true],
  ["Apache-2.0 AND LGPL-3.0-or-later", "@img/sharp-win32-x64", true],
  ["(MIT AND AGPL-3.0)", "some-library", false],
])("the license %s of %s is allowed: %s", (license, name, isFine) => {
  expect(isAllowed({ name, version: "1.0.0", license })).toBe(isFine);
});

test("a package is resolved next to the one that requires it, then further out", () => {
  const packages: Lockfile["packages"] = {
    "": { dependencies: { a: "1" } },
    "node_modules/a": { version: "1.0.0", dependencies: { b: "2", "@c/d": "1" } },
    "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { "@c/d": "1" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/@c/d": {
      version: "1.0.0",
      peerDependencies: { e: "1" },
      peerDependenciesMeta: { e: { optional: true } },
    },
    "node_modules/e": { version: "1.0.0" },
  };
  const found = shippedPackages({ packages }).map(({ name, version }) => `${name} ${version}`);
  expect(found.toSorted()).toEqual(["@c/d 1.0.0", "a 1.0.0", "b 2.0.0"]);
});
