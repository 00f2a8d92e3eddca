// Runs a command of package.json once its prerequisites are there: the locked dependencies, the built pages, the pinned
// Node. `npm start` has a separate script, because it also keeps the shop running.
import {
  command,
  ENVIRONMENT_OF_THE_SHOP,
  NODE_OPTIONS_OF_THE_SHOP,
  pinnedNode,
  prepare,
  Refusal,
  refuseOthers,
  run,
} from "./toolchain.mjs";

const [name = "", ...parameters] = process.argv.slice(2);

/** The tests' own steps build what they need. */
const TESTS = { program: "scripts/testing/main.ts", first: [name], reinstall: true };

/**
 * `program`: what runs on the pinned Node; without one there is nothing left to do after the build. `build`: it needs the
 * built pages. `reinstall`: outdated dependencies are reinstalled, which would break a shop that runs from this folder.
 * `development: false`: it runs where only what the shop needs is installed.
 */
const COMMANDS = {
  build: { build: true, reinstall: true },
  test: TESTS,
  "test:ci": TESTS,
  nightly: TESTS,
  check: TESTS,
  admin: { program: "src/process/cli/commands.ts", reinstall: true, development: false },
  simulate: simulationOf(parameters),
  bench: { program: "programs/bench/main.ts", build: true },
  schema: { program: "scripts/generate-schema.ts" },
};

/**
 * Schedules in one process, transactions of several shops (`--interleave`), or real processes that are killed
 * (`--real`).
 */
function simulationOf(asked) {
  if (asked.includes("--interleave")) return { program: "programs/interleaving/main.ts" };
  if (asked.includes("--real")) return { program: "programs/simulation/real/main.ts", build: true };
  return { program: "programs/simulation/main.ts" };
}

await command(async () => {
  const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
  if (!wanted)
    throw new Refusal(`There is no command ${name}. There are ${Object.keys(COMMANDS).join(", ")}.`);
  const { program, first = [], build = false, reinstall = false, development = true } = wanted;
  if (!program) refuseOthers(parameters, `npm run ${name}`);
  // A command's own output may be piped into a file, so progress goes to stderr.
  await prepare({ build, reinstall, development, say: (line) => console.error(line) });
  if (!program) return 0;
  const words = parameters.filter((parameter) => parameter !== "--interleave" && parameter !== "--real");
  const parts = [pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, program, ...first, ...words];
  const { code } = await run(parts, { env: ENVIRONMENT_OF_THE_SHOP });
  return code;
});
