// `npm test [-- --all]`: installs the locked dependencies, then starts run-tests.ts on the pinned Node.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, say: (line) => console.log(line) });
  const parameters = ["scripts/run-tests.ts", "full", ...process.argv.slice(2)];
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, ...parameters]);
  return code;
});
