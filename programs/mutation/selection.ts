// Which mutants a run takes. A sample is drawn per area in the order of a hash of seed and id: an edit of the shop leaves
// the rest of the sample as it was, and a longer sample contains the shorter one.
import { createHash } from "node:crypto";
import { Misused } from "../command-line.ts";
import { type Area, areas, type Mutant } from "./mutant.ts";
import type { Result } from "./results.ts";

/** The areas that have a figure to reach, and so a share of the sample. */
export const SCORED = areas.filter((area): area is Exclude<Area, "elsewhere"> => area !== "elsewhere");

export type Sample = { size: number; seed: number };

/**
 * The next mutants of a sample. Invalid ones don't count, which shows only when they are tried: so this answers, per area,
 * those before the share is full of valid ones, tried or not.
 */
export function sampleOf(
  mutants: Mutant[],
  { size, seed }: Sample,
  find: (id: string) => Pick<Result, "status"> | null,
): Mutant[] {
  return SCORED.flatMap((area, index) => {
    const share = Math.floor(size / SCORED.length) + (index < size % SCORED.length ? 1 : 0);
    const ordered = mutants
      .filter((mutant) => mutant.area === area)
      .map((mutant) => ({ mutant, rank: rankOf(seed, mutant.id) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const taken: Mutant[] = [];
    let valid = 0;
    for (const { mutant } of ordered) {
      if (valid === share) break;
      taken.push(mutant);
      if (find(mutant.id)?.status !== "invalid") valid += 1;
    }
    return taken;
  });
}

function rankOf(seed: number, id: string): string {
  return createHash("sha256").update(`${seed} ${id}`).digest("hex");
}

/** The mutants whose id is one of these, or whose file begins with one. Throws for one that fits none. */
export function onlyThese(mutants: Mutant[], wanted: string[]): Mutant[] {
  const fits = (mutant: Mutant, one: string) => mutant.id === one || mutant.file.startsWith(one);
  for (const one of wanted)
    if (!mutants.some((mutant) => fits(mutant, one)))
      throw new Misused(`No mutant is "${one}" or in a file of that path.`);
  return mutants.filter((mutant) => wanted.some((one) => fits(mutant, one)));
}
