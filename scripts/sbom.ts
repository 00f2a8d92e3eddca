// `node scripts/sbom.ts`: writes build/sbom.json, the running shop's components in CycloneDX format, and prints the
// licenses. npm writes it from the lockfile; development packages are removed. Node itself and the image's own packages
// are not in it.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Lockfile, shippedPackages } from "./licenses.ts";

type Bom = {
  metadata: { component: { name: string; "bom-ref": string } };
  components: { name: string; version: string; "bom-ref": string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const lockfile: Lockfile = read("package-lock.json");
const shipped = shippedPackages(lockfile);

const asked = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
const { status, stdout, stderr } = spawnSync("npm", asked, {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
if (status !== 0) throw new Error(`npm sbom ended with code ${status}: ${stderr}`);
const bom: Bom = JSON.parse(stdout);
bom.metadata.component.name = read("package.json").name;
const isShipped = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
bom.components = bom.components.filter(({ name, version }) => isShipped.has(`${name}@${version}`));
const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component["bom-ref"]));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
mkdirSync(path.join(root, "build"), { recursive: true });
writeFileSync(path.join(root, "build/sbom.json"), `${JSON.stringify(bom, null, 2)}\n`);

const byLicense = Map.groupBy(shipped, ({ license }) => license || "no license named");
for (const [license, packages] of [...byLicense].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`${license} (${packages.length})`);
  for (const { name, version } of packages) console.log(`  ${name} ${version}`);
}
console.log(`\n${bom.components.length} packages, written to build/sbom.json.`);
