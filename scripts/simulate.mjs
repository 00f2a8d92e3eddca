// `npm run simulate`: the proof of the checkout (programs/simulation). With `--real` it kills real processes instead
// of simulated ones, which needs the built pages. A run takes long and other work goes on in this folder, so it never
// reinstalls dependencies that a running shop or test uses.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  const parameters = process.argv.slice(2);
  const isReal = parameters.includes("--real");
  await prepare({ build: isReal, reinstall: false, say: (line) => console.error(line) });
  const main = `programs/simulation/${isReal ? "real/" : ""}main.ts`;
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, main, ...parameters]);
  return code;
});
