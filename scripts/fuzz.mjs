// `npm run fuzz`: hostile requests to every address of the built shop (programs/fuzz). Like the simulation it never
// reinstalls dependencies that a running shop or test uses.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: true, reinstall: false, say: (line) => console.error(line) });
  const parameters = process.argv.slice(2);
  const { code } = await run([
    pinnedNode(),
    ...NODE_OPTIONS_OF_THE_SHOP,
    "programs/fuzz/main.ts",
    ...parameters,
  ]);
  return code;
});
