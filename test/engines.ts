// Which tests run on which database. Every server test runs on the embedded one. It also runs on PostgreSQL when its
// first line says what could differ there: locks, races, leases, NOTIFY, types, sorting and text search, the
// functions that move money and stock, backups. The embedded database has one connection, so only PostgreSQL can
// show a race: a test of two at the same moment needs the line.
import { globSync, readFileSync } from "node:fs";

/** Set by `npm test -- --all`: every server test runs on both. */
export const EVERY_ENGINE = "TEST_EVERY_ENGINE";

const MARK = "// On both databases:";

/** The matching files that run on both databases. Throws for a mark that is not on the first line. */
export function filesOnBoth(root: string, patterns: string[]): string[] {
  return globSync(patterns, { cwd: root }).filter((file) =>
    isOnBoth(file, readFileSync(`${root}/${file}`, "utf8")),
  );
}

export function isOnBoth(file: string, source: string): boolean {
  const lines = source.split("\n");
  const marked = lines.findIndex((text) => text.startsWith(MARK));
  if (marked > 0) throw new Error(`${file}:${marked + 1}: "${MARK} …" has to be the first line of the file`);
  if (marked === 0 && lines[0]?.trim() === MARK)
    throw new Error(`${file}:1: say what could differ between the databases`);
  return marked === 0;
}
