// `npm run simulate`: the proof of the checkout (programs/simulation). With `--real` it kills real processes instead
// of simulated ones, and needs the built pages for that. A run takes long and is started beside other work in
// this folder, so it never takes the installed dependencies away under a shop or a test that uses them.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  const parameters = process.argv.slice(2);
  const isReal = parameters.includes("--real");
  await prepare({ build: isReal, reinstall: false, say: (line) => console.error(line) });
  const main = isReal ? "programs/simulation/real/main.ts" : "programs/simulation/main.ts";
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, main, ...parameters]);
  return code;
});
