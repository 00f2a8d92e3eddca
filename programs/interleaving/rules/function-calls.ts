// Calls of the shop's SQL functions in the statements that it sends, with the value of each parameter. Names and order of
// the parameters come from the files of db/functions. A call stands for as many as its arrays in unnest() have elements.
// What can't be read is an error: a rule must not pass because it did not understand the statement.
import { readFunctionFiles } from "#server/db/functions.ts";
import { HarnessError } from "../problems.ts";

/** The parameters of each function, in their order. */
export type Signatures = Map<string, string[]>;
/** Values by parameter: as they were sent, numbers of the text, intervals in milliseconds. */
export type Call = Map<string, unknown>;

export async function readSignatures(): Promise<Signatures> {
  const files = await readFunctionFiles();
  return new Map(files.map(({ name, text }) => [name, parametersOf(name, text)]));
}

function parametersOf(name: string, text: string): string[] {
  const head = new RegExp(`\\bfunction\\s+${name}\\s*\\(`, "i").exec(text);
  if (!head) throw new HarnessError(`The parameters of ${name} can't be read`);
  return argumentsAt(text, head.index + head[0].length).map((each) => each.split(/\s+/)[0] ?? "");
}

/** The calls of one function in a statement; none when the statement does not name it. */
export function callsOf(
  name: string,
  { text, values = [] }: { text: string; values: unknown[] | undefined },
  signatures: Signatures,
): Call[] {
  const named = [...text.matchAll(new RegExp(`\\b${name}\\b`, "gi"))];
  if (named.length === 0) return [];
  const unreadable = (why: string) =>
    new HarnessError(`A call of ${name} can't be read (${why}): ${text.trim().replace(/\s+/g, " ")}`);
  const parameters = signatures.get(name);
  const [place] = named;
  const end = (place?.index ?? 0) + name.length;
  if (!parameters || named.length > 1 || !text.slice(end).trimStart().startsWith("("))
    throw unreadable("it is not one call of a function of the shop");
  const given = argumentsAt(text, text.indexOf("(", end) + 1);
  if (given.length !== parameters.length) throw unreadable(`${parameters.length} parameters`);
  const columns = columnsIn(text, values);
  const rows = columns ? Math.max(...[...columns.values()].map(({ length }) => length)) : 1;
  const valueAt = (argument: string, row: number): unknown => {
    const bare = argument.replace(/::[\w ]+(\[\])?$/, "").trim();
    const [, interval] = /^make_interval\(\s*secs\s*=>\s*(.+)\)$/i.exec(bare) ?? [];
    if (interval !== undefined) return Number(valueAt(interval, row)) * 1000;
    if (/^\$\d+$/.test(bare)) return values[Number(bare.slice(1)) - 1];
    if (/^\d+$/.test(bare)) return Number(bare);
    const column = columns?.get(bare);
    if (!column) throw unreadable(`what is ${argument}`);
    return column[row];
  };
  return Array.from({ length: rows }, (_, row) => {
    return new Map(parameters.map((parameter, index) => [parameter, valueAt(given[index] ?? "", row)]));
  });
}

/** The arrays of `unnest($1::…, $2::…) as name(a, b)` by column; null: the statement has none. */
function columnsIn(text: string, values: unknown[]): Map<string, unknown[]> | null {
  const [, arrays, names] = /\bfrom\s+unnest\(([^)]*)\)\s+as\s+\w+\s*\(([^)]*)\)/i.exec(text) ?? [];
  if (arrays === undefined || names === undefined) return null;
  const sent = arrays.split(",").map((each) => {
    const [, place] = /^\$(\d+)::\w+\[\]$/.exec(each.trim()) ?? [];
    const array = values[Number(place) - 1];
    if (!Array.isArray(array)) throw new HarnessError(`${each.trim()} of an unnest() is not an array`);
    return array;
  });
  return new Map(names.split(",").map((name, index) => [name.trim(), sent[index] ?? []]));
}

/** What stands between the commas up to the parenthesis that closes. */
function argumentsAt(text: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (depth === 0 && ",)".includes(letter)) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
      if (letter === ")") return found.filter((each) => each !== "");
    }
    if ("([".includes(letter)) depth += 1;
    if (")]".includes(letter)) depth -= 1;
  }
  throw new HarnessError(`Parentheses that nobody closes: ${text.trim().slice(0, 80)}`);
}
