// The list of all who were forgotten: a line for each with the keyed hash of their email, the mark of the secret that made
// it, and when they were forgotten last. The form before had the hash alone, and the mark of one secret in its first line.
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Forgotten } from "../customers/forget-queries.ts";
import { writeDurablySync } from "../disk/durable-files.ts";

const HEADER =
  "# Who was forgotten: a keyed hash of each email, the mark of the secret that made it, and when.";
const LINE = /^([\w-]{43})(?: ([\w-]{43}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))?$/;
const SECRET = /^# secret ([\w-]{43})$/;

/** Empty when there is no list. */
export function readForgotten(file: string): Forgotten {
  const list: Forgotten = new Map();
  if (!existsSync(file)) return list;
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const markOfAll = SECRET.exec(lines[0] ?? "")?.[1] ?? null;
  for (const line of lines) {
    const [, person, mark = markOfAll, at] = LINE.exec(line) ?? [];
    if (person) note(list, person, { mark, at: at ? Date.parse(at) : 0 });
  }
  return list;
}

/** Writes the list with what the log knows, unless it says so already. `mark`: of the present secret, for those without one. */
export async function writeForgotten(
  file: string,
  { list, log, mark }: { list: Forgotten; log: Forgotten; mark: string },
): Promise<void> {
  const all: Forgotten = new Map(list);
  for (const [person, logged] of log) note(all, person, { ...logged, mark: logged.mark ?? mark });
  if (all.size === 0) return;
  const text = `${[HEADER, ...[...all].map(lineOf).sort()].join("\n")}\n`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  writeDurablySync(file, text, `${file}.part`);
}

type Each = Forgotten extends Map<string, infer Value> ? Value : never;

function note(list: Forgotten, person: string, { mark, at }: Each): void {
  const known = list.get(person);
  list.set(person, { mark: known?.mark ?? mark, at: Math.max(known?.at ?? 0, at) });
}

/** Without a mark there is no time either: it comes from the form before, and the log does not know them yet. */
const lineOf = ([person, { mark, at }]: [string, Each]) =>
  mark === null ? person : `${person} ${mark} ${new Date(at).toISOString()}`;
