// Which files are mutated, and to which figure each counts.
import { globSync } from "node:fs";
import path from "node:path";
import type { Area } from "./mutant.ts";

const CORE = ["checkout", "payments", "refunds"];
const EDGES = [
  "src/server/{orders,mail,provider-events,jobs,alerts,reconciliation}/**/*.ts",
  "src/server/http/{webhooks,functions/**/*}.ts",
  "src/server/work-queues.ts",
  "src/server/db/{database,retrying-dialect,transaction,embedded-pool,listener,presence,unavailable}.ts",
  "src/process/{worker,run-due-job}.ts",
];

/** SQL functions that keep neither money nor stock, orders, mails, jobs or calls to the provider; see their files. */
export const OTHER_FUNCTIONS = [
  "count-attempt",
  "forget-client",
  "note-avif-picture",
  "refuse-change",
  // What shoppers find.
  "document-words",
  "facets-of",
  "found-products",
  "keep-changed-search",
  "keep-new-size-facets",
  "keep-product-facets",
  "keep-product-search",
  "keep-size-facets",
  "note-words",
  "search-document",
  "spelling-keys",
  "words-of-document",
  "write-facets",
  // What pages show.
  "tell-avif-ready",
  "tell-settings",
  "tell-shown",
  "tell-shown-option",
  "tell-shown-product",
];

const isCode = (file: string) => !/\.test\.ts$|\.d\.ts$|\.gen\.ts$/.test(file);

/** Every file whose locks count, with its area; files of "elsewhere" have mutants of their locks alone. */
export function listFiles(root: string): Map<string, Area> {
  const find = (pattern: string | string[]) =>
    globSync(pattern, { cwd: root })
      .map((file) => file.split(path.sep).join("/"))
      .filter(isCode)
      .sort();
  const files = new Map<string, Area>();
  for (const file of find("src/server/**/*.ts")) files.set(file, "elsewhere");
  for (const file of find("src/process/**/*.ts")) files.set(file, "elsewhere");
  for (const file of find(EDGES)) files.set(file, "edges");
  for (const file of find(CORE.map((room) => `src/server/${room}/**/*.ts`))) files.set(file, "core");
  for (const file of find("db/functions/*.sql")) {
    const isOther = OTHER_FUNCTIONS.includes(path.basename(file, ".sql"));
    files.set(file, isOther ? "elsewhere" : "sql");
  }
  return files;
}

/** The part of the shop that a file belongs to: "src/server/checkout", "src/process", "db/functions". */
export function roomOf(file: string): string {
  const folders = path.posix.dirname(file).split("/");
  return folders.slice(0, folders[1] === "server" ? 3 : 2).join("/");
}
