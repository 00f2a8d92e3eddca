// A mutant is the shop with one small change, such as a lock less. It is alive until a test or a simulation fails.
import { createHash } from "node:crypto";

/** What keeps two workers apart; each of these must have a mutant that dies. */
export type Guard = "lock" | "lease" | "token";

/** Puts `text` in the place of source.slice(start, end). */
export type Change = {
  start: number;
  end: number;
  text: string;
  /** What it does, in words that are part of the id: "drop a condition". */
  kind: string;
  guard?: Guard;
};

/** sql: functions of the database. core: checkout, payments, refunds. elsewhere: locks of all other rooms. */
export const areas = ["sql", "core", "edges", "elsewhere"] as const;
export type Area = (typeof areas)[number];

export type Mutant = Omit<Change, "guard"> & {
  /** Made of the file, the function, the kind and the changed line: an edit elsewhere in the file keeps it. */
  id: string;
  file: string;
  area: Area;
  /** The function that it changes. */
  place: string;
  guard: Guard | null;
};

export type MutatedFile = { file: string; source: string; area: Area; placeOf: (offset: number) => string };

/** The changes of a file as mutants, each once, in the order of the file. */
export function mutantsOf({ file, source, area, placeOf }: MutatedFile, changes: Change[]): Mutant[] {
  const known = new Set<string>();
  const mutants: Mutant[] = [];
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const before = source.slice(change.start, change.end);
    const same = `${change.start} ${change.end} ${squeeze(change.text)}`;
    if (before === change.text || known.has(same)) continue;
    known.add(same);
    const place = placeOf(change.start);
    const kind = change.kind.replaceAll(" ", "-");
    const content = [lineAt(source, change.start).trim(), before, change.text].map(squeeze).join("\n");
    const base = `${file}:${place}:${kind}:`;
    let count = 0;
    let id: string;
    do {
      id = base + hash(count === 0 ? content : `${content}\n${count}`);
      count += 1;
    } while (known.has(id));
    known.add(id);
    mutants.push({ ...change, guard: change.guard ?? null, id, file, area, place });
  }
  return mutants;
}

export function applyMutant(source: string, { start, end, text }: Change | Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** The changed lines, as `diff` shows them. */
export function diffOf(source: string, mutant: Mutant): string {
  const from = source.lastIndexOf("\n", mutant.start - 1) + 1;
  const next = source.indexOf("\n", mutant.end);
  const to = next === -1 ? source.length : next;
  const before = source.slice(from, to);
  const after = source.slice(from, mutant.start) + mutant.text + source.slice(mutant.end, to);
  const number = source.slice(0, from).split("\n").length;
  const marked = (text: string, mark: string) => text.split("\n").map((line) => `    ${mark} ${line}`);
  return [`    ${mutant.file}:${number}`, ...marked(before, "-"), ...marked(after, "+")].join("\n");
}

export function lineNumber(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

function lineAt(source: string, offset: number): string {
  const end = source.indexOf("\n", offset);
  return source.slice(source.lastIndexOf("\n", offset - 1) + 1, end === -1 ? source.length : end);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
