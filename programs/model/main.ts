// `npm run model` searches all configurations of the model of the checkout (docs/model.md) and then shows that each
// seeded bug is found. `-- --only NAME` searches one configuration, `-- --bugs [NAME …]` only looks for bugs. Exits with
// 1 when a rule is broken, when a bug is not found, or when a step of the model was never taken, with 2 when it was asked
// wrongly.
import { Misused, readCommandLine, refuseUnknown } from "../command-line.ts";
import { type Bug, bugs } from "./bugs.ts";
import { type Configuration, configurationFor, configurations } from "./configurations.ts";
import { type StepName, stepNames } from "./protocol/world.ts";
import { type Found, search } from "./search.ts";

const USAGE = "npm run model [-- --only NAME | --bugs [NAME …]]";
const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: { only: { type: "string" }, bugs: { type: "boolean", default: false } },
});

/** Steps that only a seeded bug or the rest of this list can reach. */
const ONLY_BUGS: readonly StepName[] = ["nothing", "close:release", "settle:alert"];

const isBug = (name: string): name is Bug => Object.hasOwn(bugs, name);
const figure = (count: number) => count.toLocaleString("en-US");

process.exitCode = main() ? 0 : 1;

function main(): boolean {
  const all = configurations();
  const asked = values.only === undefined ? all.map(({ name }) => name) : [values.only];
  refuseUnknown(
    "configuration",
    asked,
    all.map(({ name }) => name),
  );
  refuseUnknown("bug", positionals, Object.keys(bugs));
  if (values.only !== undefined && (values.bugs || positionals.length > 0))
    throw new Misused("--only searches a configuration, --bugs looks for bugs: ask for one of them.");
  const wanted = all.filter(({ name }) => asked.includes(name));
  const reached = new Set<StepName>();
  const holds = values.bugs || wanted.map((one) => searchOne(one, reached)).every(Boolean);
  const isWhole = values.only === undefined && !values.bugs;
  const missed =
    isWhole && holds ? stepNames.filter((step) => !reached.has(step) && !ONLY_BUGS.includes(step)) : [];
  for (const step of missed) console.log(`MISSED the step ${step} was never taken`);
  const found = values.only !== undefined || findBugs();
  return holds && found && missed.length === 0;
}

function searchOne(configuration: Configuration, reached: Set<StepName>): boolean {
  const found = search(configuration, { progress: showProgress(configuration.name) });
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  for (const step of found.reached.keys()) reached.add(step);
  const { shoppers, checkouts, processes, name, what } = configuration;
  console.log(`${name}: ${what}`);
  console.log(
    `  ${figure(shoppers)} shoppers, ${checkouts} checkouts each, ${processes} processes: ${figures(found)}`,
  );
  if (found.broken) tell(found.broken);
  return found.broken === null;
}

function findBugs(): boolean {
  const names = Object.keys(bugs).filter(isBug);
  const asked = names.filter((name) => positionals.length === 0 || positionals.includes(name));
  const escaped = asked.filter((bug) => {
    const found = search(configurationFor(bug), { progress: showProgress(bug) });
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    console.log(`\n${found.broken ? "FOUND" : "ESCAPED"} ${bug}: ${bugs[bug]}`);
    if (found.broken) tell(found.broken);
    return found.broken === null;
  });
  console.log(`\n${asked.length - escaped.length} of ${asked.length} seeded bugs were found`);
  return escaped.length === 0;
}

function tell({ rule, story }: NonNullable<Found["broken"]>): void {
  console.log(`  BROKEN ${rule}`);
  for (const [index, words] of story.entries()) console.log(`  ${String(index + 1).padStart(4)}. ${words}`);
}

function figures({ states, transitions, depth, atRest, seconds, broken }: Found): string {
  const verdict = broken ? "BROKEN" : "0 broken";
  return (
    `${figure(states)} states, ${figure(transitions)} transitions, depth ${depth}, ` +
    `${figure(atRest)} at rest, ${seconds.toFixed(0)} s: ${verdict}`
  );
}

function showProgress(name: string): (states: number) => void {
  return (states) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}: ${figure(states)} states`);
  };
}
