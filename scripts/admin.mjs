// `npm run admin -- <verb>`: the owner's command line, on the same Node and dependencies as the shop.
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  // Progress goes to stderr: a verb's own output may be piped into a file.
  await prepare({ build: false, development: false, say: (line) => console.error(line) });
  const commands = [...NODE_OPTIONS_OF_THE_SHOP, "src/process/cli/commands.ts", ...process.argv.slice(2)];
  const { code } = await run([pinnedNode(), ...commands]);
  return code;
});
