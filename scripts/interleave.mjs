// `npm run interleave`: transactions of several shops, statement by statement on PostgreSQL (programs/interleaving). Like
// the simulation, it never reinstalls dependencies while something else runs in this folder.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, reinstall: false, say: (line) => console.error(line) });
  const main = "programs/interleaving/main.ts";
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, main, ...process.argv.slice(2)]);
  return code;
});
