// Every lock, lease and token of the shop, and whether a mutant without it dies. They are looked for by their words,
// apart from the mutators, so that one which no mutator knows is told as such.
import { lineNumber, type Mutant } from "./mutant.ts";
import type { Equivalent, Results } from "./results.ts";

const WORDS = {
  lock: /\bfor (?:no )?(?:key )?(?:update|share)\b|\bskip locked\b|\bbegin exclusive\b|\bpg_(?:try_)?advisory\w*\(|\.forUpdate\(\)|\.forNoKeyUpdate\(\)|\.forShare\(\)|\.skipLocked\(\)/gi,
  lease:
    /\b(?:lock|leas)ed_until (?:<|is null)|\blocked_until = p_now|\b(?:lock(?:ed)?|leased)_until = \$\{(?!null)|\bleased_until = excluded|\+ \$\{LEASE\}|next_at = p_now \+ p_lease|\bleaseSeconds: \d|\.seen_at [<>]|\blease\.holder =/gi,
  // A try of a picture is known by its number.
  token: /\block_token = p_token|\b(?:lock_)?token = (?:\$\{|excluded)|\battempts = \$\{/gi,
};

type Found = { file: string; line: number; guard: keyof typeof WORDS; text: string; mutants: Mutant[] };

/** Prints each with its mutants' results; answers whether all of them have one that dies. */
export function printLocks(
  { mutants, sources }: { mutants: Mutant[]; sources: ReadonlyMap<string, string> },
  results: Results,
  equivalents: Equivalent[],
): boolean {
  const reasons = new Map(equivalents.map(({ id, reason }) => [id, reason]));
  let isEachDead = true;
  for (const one of findGuards(sources, mutants)) {
    const told = one.mutants.map(({ id, kind }) => {
      const result = results.find(id);
      const reason = result?.status === "survived" ? reasons.get(id) : undefined;
      const words = reason
        ? `equivalent: ${reason}`
        : result
          ? `${result.status} (${result.net})`
          : "not tried";
      return {
        isDead: result?.status === "killed" || result?.status === "timeout",
        reason,
        words: `${kind}: ${words}`,
      };
    });
    const isDead = told.some((mutant) => mutant.isDead || mutant.reason);
    if (!isDead) isEachDead = false;
    const mark = isDead ? "dies" : told.length === 0 ? "NONE" : "OPEN";
    console.log(`${mark}  ${one.guard.padEnd(5)}  ${one.file}:${one.line}  ${one.text}`);
    for (const { words } of told) console.log(`        ${words}`);
    if (told.length === 0) console.log("        no mutant takes this away");
  }
  return isEachDead;
}

export function findGuards(sources: ReadonlyMap<string, string>, mutants: Mutant[]): Found[] {
  const found: Found[] = [];
  for (const [file, source] of sources)
    for (const guard of ["lock", "lease", "token"] as const)
      for (const { index, 0: text } of source.matchAll(WORDS[guard])) {
        if (isComment(source, index)) continue;
        const own = mutants.filter(
          (mutant) =>
            mutant.file === file &&
            mutant.guard !== null &&
            mutant.start < index + text.length &&
            index < mutant.end,
        );
        found.push({ file, line: lineNumber(source, index), guard, text, mutants: smallest(own) });
      }
  return found;
}

/** Those that change least around it: a whole statement without its lock says nothing about the lock. */
function smallest(mutants: Mutant[]): Mutant[] {
  return mutants.filter(({ end, start }) => end - start < 120);
}

function isComment(source: string, index: number): boolean {
  const line = source.slice(source.lastIndexOf("\n", index - 1) + 1, index);
  return /^\s*(--|\/\/|\*|\/\*)|\s--\s/.test(line);
}
