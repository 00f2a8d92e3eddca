// A separate process that opens one copy of the embedded database, counts the rows of its tables, and ends; open-copy.ts
// starts it. It knows none of the shop's settings and secrets.
import { readEmbedded } from "../embedded.ts";
import { countRows } from "./count-rows.ts";

export type CopyAnswer = { rows: Record<string, number> } | { error: string };

// A stop of the shop reaches its whole group of processes. The shop itself ends this one, or has gone.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const [, , home = ""] = process.argv;
const answer = await readEmbedded(home, countRows).then(
  (rows): CopyAnswer => ({ rows }),
  (error: unknown): CopyAnswer => ({ error: firstLine(error) }),
);
process.send?.(answer);

/** The engine ends with an abort of its own, a reason, and a long trace. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
