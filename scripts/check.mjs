// `npm run check`: the part of `npm test` that is fast enough to run before every commit.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, say: (line) => console.log(line) });
  const parameters = ["scripts/run-tests.ts", "fast", ...process.argv.slice(2)];
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, ...parameters]);
  return code;
});
