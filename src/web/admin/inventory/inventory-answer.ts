import type { CountResult } from "#server/products/inventory/count-option.ts";
import { failure, type Notice, success } from "../frame/notices.ts";

/** The answer to what was typed for one option. */
export type CountAnswer = {
  /** For a browser without scripts, which has lost the field's place. */
  notice: Notice;
  productId: string;
  variation: string;
  typed: string;
  /** Why nothing was written; null when it was. */
  error: string | null;
  /** The option's units after it; null when unknown. */
  now: { onHand: number; held: number } | null;
};

type Typed = Pick<CountAnswer, "productId" | "variation" | "typed">;

export function countAnswer(typed: Typed, result: CountResult): CountAnswer {
  if (result.ok) {
    const notice = success("Stock updated", `${result.name}.`);
    return { ...typed, notice, error: null, now: result.now };
  }
  return refusedCount(typed, result.message, result.now);
}

export function refusedCount(typed: Typed, error: string, now: CountAnswer["now"] = null): CountAnswer {
  return { ...typed, notice: failure("Nothing was changed", `${error}.`), error: `${error}.`, now };
}
