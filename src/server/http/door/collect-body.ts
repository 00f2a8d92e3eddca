import type { IncomingMessage } from "node:http";
import type { BodyBudget } from "./body-budget.ts";

export type Collected =
  | { ok: true; bytes: Buffer }
  /** cut_off: the sender is gone. too_much: together with the others that are under way. */
  | { ok: false; reason: "too_large" | "too_slow" | "too_much" | "cut_off" };

type Limits = { bytesMax: number; msMax: number; budget: BodyBudget };

const NOTHING = Buffer.alloc(0);

/** The body of a request. Never holds more than `bytesMax`, however long the body is said to be or turns out to be. */
export function collectBody(
  request: IncomingMessage,
  { bytesMax, msMax, budget }: Limits,
): Promise<Collected> {
  return new Promise((resolve) => {
    // In one buffer: a chunk of one byte takes hundreds.
    let bytes = NOTHING;
    let size = 0;
    const finish = (outcome: Collected) => {
      clearTimeout(limit);
      request.off("data", take).off("end", end).off("error", cut).off("close", cut).pause();
      budget.release(giveUp);
      bytes = NOTHING;
      resolve(outcome);
    };
    const take = (part: Buffer) => {
      const before = size;
      size += part.byteLength;
      if (size > bytesMax) return finish({ ok: false, reason: "too_large" });
      if (size > bytes.byteLength) {
        const grown = Buffer.allocUnsafeSlow(Math.min(bytesMax, Math.max(size, 2 * before)));
        bytes.copy(grown);
        bytes = grown;
        budget.hold(giveUp, bytes.byteLength);
      }
      part.copy(bytes, before);
    };
    const giveUp = () => finish({ ok: false, reason: "too_much" });
    const end = () => finish({ ok: true, bytes: bytes.subarray(0, size) });
    const cut = () => finish({ ok: false, reason: "cut_off" });
    const limit = setTimeout(() => finish({ ok: false, reason: "too_slow" }), msMax);
    request.on("data", take).once("end", end).once("error", cut).once("close", cut);
  });
}
