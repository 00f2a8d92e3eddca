// One visit: pages, a checkout, the card form, the confirmation, with the pauses of a person. A failed call is tried
// again with the same key, as the checkout page does when the shopper presses the button again.
import { randomUUID } from "node:crypto";
import { pay, startPurchase, verify } from "../real/bot.ts";

/** `at` and `ms` are milliseconds; `what` names the call and its answer. */
export type Answered = { at: number; ms: number; what: string; isFailure: boolean };

const PAUSE_MS = { min: 1_000, max: 5_000 };
const ANSWER_MS_MAX = 30_000;

export async function walkThrough(
  origin: string,
  goods: { productId: string; amount: number },
  note: (answered: Answered) => void,
): Promise<void> {
  for (const target of ["/", "/shop", `/product/${goods.productId}`]) {
    await timed(note, target.replace(goods.productId, ":id"), async () => {
      const answer = await fetch(`${origin}${target}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      await answer.arrayBuffer();
      return answer.status;
    });
    await pause();
  }
  const fate = Math.random();
  const purchase = { ...goods, key: randomUUID(), orderId: randomUUID() };
  const started = await timed(note, "checkout", async (fails) => {
    const answer = await startPurchase(() => origin, purchase, fails);
    return "refused" in answer ? null : answer;
  });
  await pause();
  if (!started || fate < 0.2) return;
  await timed(note, "pay", () => pay(origin, started, fate < 0.3 ? "4000000000000002" : "4242424242424242"));
  if (fate < 0.6) await timed(note, "confirmation", () => verify(origin, started));
  await pause();
}

/** A status of 500 and above, and a call that ends without an answer, is a failure. */
async function timed<T>(
  note: (answered: Answered) => void,
  what: string,
  call: (fails: (why: string) => void) => Promise<T>,
): Promise<T | null> {
  const began = performance.now();
  const tell = (answer: string, isFailure: boolean) =>
    note({ at: performance.now(), ms: performance.now() - began, what: `${what}: ${answer}`, isFailure });
  try {
    const answer = await call((why) => tell(why, true));
    const isStatus = typeof answer === "number";
    tell(isStatus ? String(answer) : "answered", isStatus && answer >= 500);
    return answer;
  } catch (error) {
    tell(String(error), true);
    return null;
  }
}

function pause(): Promise<void> {
  const ms = PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
