// The other side of drawApart: a process that draws for one message and ends. Its memory is returned, it can be killed, and a
// crash of a library takes nothing else down. It knows none of the shop's settings and secrets.
import sharp from "sharp";

export type Answer<Drawn> = { drawn: Drawn } | { error: string };

/** Of all decoders, the process has only this one. */
export function answerOnce<Asked, Drawn>(decoder: string, draw: (asked: Asked) => Promise<Drawn>): void {
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [decoder] });
  // A stop of the shop reaches its whole group of processes. The shop itself ends this one, or has gone.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.once("message", async (asked: Asked) => {
    const answer = await draw(asked).then(
      (drawn): Answer<Drawn> => ({ drawn }),
      (error: unknown): Answer<Drawn> => ({ error: String(error) }),
    );
    process.send?.(answer);
  });
}
