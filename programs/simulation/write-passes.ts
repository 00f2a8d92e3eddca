// Records how often a schedule passes each gap, for crash-chances.ts.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Coverage, deadlyGaps } from "./coverage.ts";

const FILE = path.join(import.meta.dirname, "world/gap-passes.gen.ts");
const HEAD = `// Written by \`npm run simulate -- --runs 2000 --count-gaps\`: how often a schedule passes each gap, on average.
export const gapPasses: Readonly<Record<string, number>> = {
`;

export async function writePasses(coverage: Coverage): Promise<void> {
  const lines = deadlyGaps(coverage).map((gap) => {
    const passes = (coverage.reached.get(gap) ?? 0) / coverage.schedules;
    return `  ${JSON.stringify(gap)}: ${Number(passes.toPrecision(3))},\n`;
  });
  await writeFile(FILE, `${HEAD}${lines.join("")}};\n`);
}
