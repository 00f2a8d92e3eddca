// Which packages of package-lock.json are part of a running shop, and their licenses. npm's own flags don't show it:
// npm treats a development package as required once a library names it as an optional peer.

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

/** Licenses that require only their text and the authors' names. */
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
/** libvips, a shared library that sharp loads: it can be replaced, as the LGPL requires. */
const LIBVIPS = { name: /^@img\/sharp-/, license: "LGPL-3.0-or-later" };

/** All packages reachable from `dependencies`, on every platform, by name. */
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

/** Whether a shop with this package may be distributed unchanged. */
export function isAllowed({ name, license }: ShippedPackage): boolean {
  return license
    .replace(/^\((.*)\)$/, "$1")
    .split(" AND ")
    .every((one) => FREELY.includes(one) || (LIBVIPS.name.test(name) && one === LIBVIPS.license));
}
