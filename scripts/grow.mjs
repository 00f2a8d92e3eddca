// `npm run grow`: fills an empty PostgreSQL with a catalog and a history (programs/growth).
import { command, NODE_OPTIONS_OF_THE_SHOP, pinnedNode, prepare, run } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: false, reinstall: false, say: (line) => console.error(line) });
  const program = ["programs/growth/main.ts", ...process.argv.slice(2)];
  const { code } = await run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, ...program]);
  return code;
});
