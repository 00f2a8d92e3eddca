// The documents that the tests of this folder read.
import { globSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../..");

export const recordNumber = (document: string) => Number(path.basename(document).slice(0, 3));
export const documents = globSync(["*.md", "docs/**/*.md", "db/**/*.md", ".github/**/*.{md,yml}"], {
  cwd: root,
});
export const records = documents.filter((document) => document.startsWith("docs/decisions/"));
