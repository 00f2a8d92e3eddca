// `node programs/fuzz/main.ts [--runs N] [--seed S] [--address PART]` sends N hostile requests to every address of the
// built shop, as a stranger and as the signed-in owner. `--address` takes only addresses that contain PART.
// Exits with 1 if an answer was 5xx, took longer than two seconds, or refused after writing, and if a kind of answer never
// came; with 2 when it was asked wrongly.
import { readCommandLine, wholeNumber } from "../command-line.ts";

const USAGE = "node programs/fuzz/main.ts [--runs N] [--seed S] [--address PART]";
const { values } = readCommandLine(USAGE, {
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    address: { type: "string" },
  },
});

const runs = wholeNumber("runs", values.runs);
const seed = wholeNumber("seed", values.seed, 0);

const FINDINGS_SHOWN = 20;
/** A fuzzer that is only refused, or only in one way, proves nothing. */
const STATUSES_WANTED = [200, 302, 400, 405, 409, 413, 415, 422];

// Before anything loads React, so that pages are drawn as the shop draws them.
process.env.NODE_ENV = "production";
const { fuzz } = await import("./run.ts");
const { openWorld } = await import("./world.ts");

const world = await openWorld((message) => console.error(message));
const began = performance.now();
const { address } = values;
const tally = await fuzz(world, {
  runs,
  seed,
  ...(address === undefined ? {} : { address }),
  progress: (done) => process.stderr.write(`\r\x1b[K${done}`),
}).finally(() => world.close());
process.stderr.write("\r\x1b[K");
const took = (performance.now() - began) / 1_000;

for (const { what, pattern, who, number, request, answer } of tally.findings.slice(0, FINDINGS_SHOWN)) {
  console.log(`\nBROKEN ${pattern} as ${who}, request ${number}: ${what}\n${request}\n----\n${answer}`);
}
const places = new Map<string, number>();
for (const { pattern, what } of tally.findings) {
  const place = `${pattern}: ${what}`;
  places.set(place, (places.get(place) ?? 0) + 1);
}
for (const [place, count] of places) console.log(`BROKEN ${count} × ${place}`);
const statuses = [...tally.statuses]
  .sort(([a], [b]) => a - b)
  .map(([status, count]) => `${status}: ${count}`);
console.log(
  `${tally.requests.toLocaleString("en-US")} requests to ${world.addresses.length} addresses (seed ${seed}) in ${took.toFixed(0)} s, ` +
    `the slowest ${tally.slowestMs.toFixed(0)} ms: ${tally.findings.length} broken\n${statuses.join(", ")}`,
);
const missed = address === undefined ? STATUSES_WANTED.filter((status) => !tally.statuses.has(status)) : [];
if (missed.length > 0) console.log(`MISSED: no answer was ${missed.join(" or ")}`);
process.exit(tally.findings.length + missed.length > 0 ? 1 : 0);
