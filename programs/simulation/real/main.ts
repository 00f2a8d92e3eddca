// `npm run simulate -- --real [--kind copy|worker|postgres …] [--kills N] [--shoppers N] [--seed S]` kills parts of a
// real shop while shoppers buy, the owner refunds, and the provider and the mail server stay up. Then it compares the
// shop's books with theirs. `--kind` may be repeated; without it all three kinds take turns, `--kills` each. The seed
// decides what is killed and what people choose, but not when, so two runs of a seed are similar, not identical. Exit
// codes: 0 the books agree, 1 they don't, 2 the options are wrong.
import { findPostgresBinaries } from "#test/servers/postgres.ts";
import { readCommandLine, refuseUnknown, wholeNumber } from "../../command-line.ts";
import { kinds, runKills } from "./kill-run.ts";
import { missedOf } from "./rest.ts";

const USAGE =
  "npm run simulate -- --real [--kind copy|worker|postgres …] [--kills N] [--shoppers N] [--seed S]";
const { values } = readCommandLine(USAGE, {
  options: {
    real: { type: "boolean" },
    kind: { type: "string", multiple: true, default: [...kinds] },
    kills: { type: "string", default: "20" },
    shoppers: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});
refuseUnknown("kind", values.kind, kinds);
const settings = {
  kinds: kinds.filter((kind) => values.kind.includes(kind)),
  kills: wholeNumber("kills", values.kills),
  shoppers: wholeNumber("shoppers", values.shoppers),
  seed: wholeNumber("seed", values.seed, 0),
  say: (line: string) => console.log(line),
};

let close = async () => {};
let isEnding = false;
// Ctrl-C ends every child before this process. A second Ctrl-C does not wait for them.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    if (isEnding) process.exit(130);
    isEnding = true;
    void close().finally(() => process.exit(130));
  });

process.exitCode = await main().catch(async (error: unknown) => {
  // Anything that a signal interrupted is not a failure.
  if (isEnding) await new Promise(() => {});
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
// An aborted fetch may leave its timers running.
process.exit();

async function main(): Promise<number> {
  if (findPostgresBinaries() === null)
    throw new Error("No PostgreSQL server programs found: install Debian's package postgresql.");
  const began = performance.now();
  const { kills, rest, doctor, ...met } = await runKills(settings, (closeAll) => {
    close = closeAll;
  });
  const { orders, broken: _, ...counts } = rest;
  console.log(
    `\n${orders} orders after ${kills} kills in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  for (const [name, count] of Object.entries({ ...met, ...counts }))
    console.log(`  ${name.padEnd(28)} ${count}`);
  const missed = missedOf({ kills, rest, doctor, alarms: met.alarms });
  for (const line of missed) console.log(`MISSED  ${line}`);
  if (missed.length === 0) console.log("The books agree.");
  return missed.length === 0 ? 0 : 1;
}
