// Builds the pages if they are missing or older than their sources, as `npm start` does before it serves.
import { command, prepare } from "./toolchain.mjs";

await command(async () => {
  await prepare({ build: true, say: (line) => console.log(line) });
  return 0;
});
