// `npm run attack`: attacks the shop (programs/attack). Like the simulation, it never reinstalls dependencies while
// something else runs in this folder.
import {
  command,
  ENVIRONMENT_OF_THE_SHOP,
  NODE_OPTIONS_OF_THE_SHOP,
  pinnedNode,
  prepare,
  run,
} from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: true, reinstall: false, say: (line) => console.error(line) });
  const { code } = await run(
    [pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, "programs/attack/main.ts", ...process.argv.slice(2)],
    { env: ENVIRONMENT_OF_THE_SHOP },
  );
  return code;
});
