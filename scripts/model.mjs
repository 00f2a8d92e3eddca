// `npm run model`: the checkout as a small model, every state of it (programs/model, docs/model.md). Like the simulation
// it never reinstalls dependencies that a running shop or test uses.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, reinstall: false, say: (line) => console.error(line) });
  const parameters = process.argv.slice(2);
  const { code } = await run([
    pinnedNode(),
    "--max-old-space-size=6000",
    ...NODE_OPTIONS_OF_THE_SHOP,
    "programs/model/main.ts",
    ...parameters,
  ]);
  return code;
});
