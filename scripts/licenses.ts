// What of package-lock.json is part of a running shop, and under which licenses. npm's own marks don't show it: a package
// for development counts as needed there as soon as a library names it as a possible companion.

export type Lockfile = { packages: Record<string, LockedPackage> };
type LockedPackage = {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** `license` is an SPDX expression, "" where the lockfile has none. */
export type ShippedPackage = { name: string; version: string; license: string };

/** Licenses that ask for no more than their text and the names of the authors. */
const FREELY = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
];
/** libvips, a shared library that sharp loads: it may be exchanged for another, which is what the LGPL asks for. */
const LIBVIPS = { name: /^@img\/sharp-/, license: "LGPL-3.0-or-later" };

/** All packages that `dependencies` lead to, on every platform, by name. */
export function shippedPackages({ packages }: Lockfile): ShippedPackage[] {
  const reached = new Set<string>();
  const follow = (place: string) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[place] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolve(packages, place, name);
      if (found === null || reached.has(found)) continue;
      reached.add(found);
      follow(found);
    }
  };
  follow("");
  return [...reached].sort().map((place) => ({
    name: place.replace(/^.*node_modules\//, ""),
    version: packages[place]?.version ?? "",
    license: packages[place]?.license ?? "",
  }));
}

/** Resolves a package like Node: next to the one that requires it, then further out. */
function resolve(packages: Lockfile["packages"], place: string, name: string): string | null {
  for (let folder = place; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const candidate = `${folder}${folder && "/"}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === "") return null;
  }
}

/** Whether a shop may be handed on with this package, as it is. */
export function isAllowed({ name, license }: ShippedPackage): boolean {
  return license
    .replace(/^\((.*)\)$/, "$1")
    .split(" AND ")
    .every((one) => FREELY.includes(one) || (LIBVIPS.name.test(name) && one === LIBVIPS.license));
}
