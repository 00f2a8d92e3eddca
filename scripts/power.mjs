// `npm run power`: cuts the power of a shop (programs/power). With `--disk` it is the built shop on a real file system.
// Like the simulation, it never reinstalls dependencies while something else runs in this folder.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  const parameters = process.argv.slice(2);
  await prepare({
    build: parameters.includes("--disk"),
    reinstall: false,
    say: (line) => console.error(line),
  });
  const { code } = await run([
    pinnedNode(),
    ...NODE_OPTIONS_OF_THE_SHOP,
    "programs/power/main.ts",
    ...parameters,
  ]);
  return code;
});
