// Which tests run on which database. Every server test runs on the embedded one. It also runs on PostgreSQL when its
// first line says what could differ there: locks, races, leases, NOTIFY, types, sorting and text search, the
// functions that move money and stock, backups. The embedded database has one connection, so only PostgreSQL can
// show a race: a test of two at the same moment needs the line. What the embedded database does not have at all,
// such as a network and other processes, is a test `// On PostgreSQL alone: …`.
import { globSync, readFileSync } from "node:fs";

/** Set by `npm test -- --all`: every server test runs on both. */
export const EVERY_ENGINE = "TEST_EVERY_ENGINE";

const MARK = "// On both databases:";
const ALONE = "// On PostgreSQL alone:";

/** The matching files that run on both databases. Throws for a mark that is not on the first line. */
export function filesOnBoth(root: string, patterns: string[]): string[] {
  return filesWith(root, patterns, isOnBoth);
}

/** The matching files that run on PostgreSQL and not on the embedded database. */
export function filesOnPostgresAlone(root: string, patterns: string[]): string[] {
  return filesWith(root, patterns, isOnPostgresAlone);
}

function filesWith(root: string, patterns: string[], isWanted: typeof isOnBoth): string[] {
  return globSync(patterns, { cwd: root }).filter((file) =>
    isWanted(file, readFileSync(`${root}/${file}`, "utf8")),
  );
}

export function isOnBoth(file: string, source: string): boolean {
  return isMarked(MARK, file, source);
}

export function isOnPostgresAlone(file: string, source: string): boolean {
  return isMarked(ALONE, file, source);
}

function isMarked(mark: string, file: string, source: string): boolean {
  const lines = source.split("\n");
  const marked = lines.findIndex((text) => text.startsWith(mark));
  if (marked > 0) throw new Error(`${file}:${marked + 1}: "${mark} …" has to be the first line of the file`);
  if (marked === 0 && lines[0]?.trim() === mark)
    throw new Error(`${file}:1: say what could differ between the databases`);
  return marked === 0;
}
