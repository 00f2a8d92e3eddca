// The documents that the tests of this folder read. The records in this list describe subjects that are being rebuilt
// and are not checked until then. The list only gets shorter.
import { globSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../..");

const recordsInWork = [35, 42, 49, 50, 55, 56, 68, 75];

export const recordNumber = (document: string) => Number(path.basename(document).slice(0, 3));
export const documents = globSync(["*.md", "docs/**/*.md", "db/**/*.md", ".github/**/*.{md,yml}"], {
  cwd: root,
});
export const records = documents.filter((document) => document.startsWith("docs/decisions/"));
export const isInWork = (document: string) =>
  records.includes(document) && recordsInWork.includes(recordNumber(document));
