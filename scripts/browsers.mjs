// `npm run browsers [-- firefox]`: the main journeys in the browsers that Debian packages (programs/browsers). Like
// the simulation it never reinstalls dependencies that a running shop or test uses.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: true, reinstall: false, say: (line) => console.error(line) });
  const parameters = process.argv.slice(2);
  const program = "programs/browsers/main.ts";
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, program, ...parameters]);
  return code;
});
