// `npm run mutate`: a score of the proof (programs/mutation). Like the simulation it never reinstalls dependencies that a
// running shop or test uses.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, reinstall: false, say: (line) => console.error(line) });
  const parameters = ["programs/mutation/main.ts", ...process.argv.slice(2)];
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, ...parameters]);
  return code;
});
