import { parseArgs } from "node:util";
import { openHarness } from "./harness.ts";
import { runMany } from "./run-many.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    replay: { type: "string" },
    "until-broken": { type: "boolean", default: false },
  },
});
const harness = await openHarness();
try {
  const started = performance.now();
  const seed = Number(values.replay ?? values.seed);
  const { broken, counts } = await runMany(harness, {
    runs: values.replay ? 1 : Number(values.runs),
    seed,
    isUntilBroken: values["until-broken"],
    done: (r) => {
      if (values.replay) console.log(r.trace.join("\n"), r.hash);
      if (process.env.HASHES) console.log(r.seed, r.hash);
    },
  });
  for (const r of broken) console.log(`BROKEN ${r.seed} (${r.theme}): ${r.violation?.detail.slice(0, 600)}`);
  if (!values.replay) console.log([...counts].sort(), (performance.now() - started) / 1000);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await harness.close();
}
process.exit();
