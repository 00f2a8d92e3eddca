// Builds the pages if they are missing or older than their sources, as `npm start` does before it serves.
import { command, prepare, refuseOthers } from "./toolchain.mjs";

await command(async () => {
  refuseOthers(process.argv.slice(2), "npm run build");
  await prepare({ build: true, say: (line) => console.log(line) });
  return 0;
});
