// Who runs an SQL function: the places in TypeScript ("file:function") that name it, that name a function which calls it,
// or that write to a table whose trigger it is.
import type { MutantList } from "../list-mutants.ts";
import { placesOf, readSyntax } from "../typescript/syntax.ts";

export type SqlCallers = (file: string) => ReadonlySet<string>;

type Piece = { name: string; source: string; place: (offset: number) => string };

/** `tests`: test files call functions, too. */
export function findSqlCallers(
  sources: MutantList["sources"],
  tests: ReadonlyMap<string, string>,
): SqlCallers {
  const functions = [...sources].filter(([file]) => file.endsWith(".sql"));
  const pieces: Piece[] = [...sources, ...tests]
    .filter(([file]) => file.endsWith(".ts"))
    .map(([file, source]) => ({ name: file, source, place: placesIn(file, source) }));
  const known = new Map<string, Set<string>>();
  const callersOf = (file: string, asked: ReadonlySet<string>): Set<string> => {
    const before = known.get(file);
    if (before) return before;
    const text = sources.get(file) ?? "";
    const called = new RegExp(`\\b${functionName(file)}\\b`, "g");
    const patterns = [called, ...tablesOf(text).map(writesTo)];
    const found = new Set(
      pieces.flatMap(({ name, source, place }) =>
        patterns.flatMap((pattern) =>
          [...source.matchAll(pattern)].map(({ index }) => `${name}:${place(index)}`),
        ),
      ),
    );
    for (const [other, body] of functions)
      if (!asked.has(other) && patterns.some((pattern) => body.search(pattern) !== -1))
        for (const place of callersOf(other, new Set([...asked, other]))) found.add(place);
    if (asked.size === 1) known.set(file, found);
    return found;
  };
  return (file) => callersOf(file, new Set([file]));
}

function placesIn(file: string, source: string): (offset: number) => string {
  const places = placesOf(readSyntax(file, source));
  // What a test file does itself happens in its tests, which have no name.
  return file.endsWith(".test.ts") ? () => "file" : places;
}

function functionName(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/\.sql$/, "").replaceAll("-", "_");
}

/** The tables whose triggers run the function of this file. */
function tablesOf(text: string): string[] {
  return [...text.matchAll(/create\s+(?:constraint\s+)?trigger\s[\s\S]*?\bon\s+([a-z_]+)\s/g)].map(
    ([, table]) => table ?? "",
  );
}

function writesTo(table: string): RegExp {
  return new RegExp(
    `\\b(?:insert into|update|delete from)\\s+${table}\\b|\\b(?:insertInto|updateTable|deleteFrom)\\("${table}"\\)`,
    "g",
  );
}
