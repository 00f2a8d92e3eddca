import type { IncomingMessage } from "node:http";

export type Collected =
  | { ok: true; bytes: Buffer }
  /** cut_off: the sender is gone. */
  | { ok: false; reason: "too_large" | "too_slow" | "cut_off" };

type Limits = { bytesMax: number; msMax: number };

/** The body of a request. Never holds more than `bytesMax`, however long the body is said to be or turns out to be. */
export function collectBody(request: IncomingMessage, { bytesMax, msMax }: Limits): Promise<Collected> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Collected) => {
      clearTimeout(limit);
      request.off("data", take).off("end", end).off("error", cut).off("close", cut).pause();
      parts = [];
      resolve(outcome);
    };
    const take = (part: Buffer) => {
      size += part.byteLength;
      if (size > bytesMax) finish({ ok: false, reason: "too_large" });
      else parts.push(part);
    };
    const end = () => finish({ ok: true, bytes: Buffer.concat(parts) });
    const cut = () => finish({ ok: false, reason: "cut_off" });
    const limit = setTimeout(() => finish({ ok: false, reason: "too_slow" }), msMax);
    request.on("data", take).once("end", end).once("error", cut).once("close", cut);
  });
}
