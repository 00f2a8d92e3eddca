// Shoppers who buy for as long as the shop is open, and remember what it told them.
import { randomUUID } from "node:crypto";
import { pay, startPurchase } from "../../simulation/real/bot.ts";

export type Goods = { productId: string; amount: number };

export class Shoppers {
  /** Orders whose checkout the shop began. */
  readonly begun = new Set<string>();
  /** Orders that a confirmation page showed. */
  readonly confirmed = new Set<string>();
  readonly #origin: string;
  readonly #goods: Goods;
  #isOpen = false;

  constructor(origin: string, goods: Goods) {
    this.#origin = origin;
    this.#goods = goods;
  }

  /** Resolves when all of them have left after `close`. Who gets no answer leaves. */
  async open(count: number): Promise<void> {
    this.#isOpen = true;
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (this.#isOpen) await this.#visit().catch(() => {});
      }),
    );
  }

  close(): void {
    this.#isOpen = false;
  }

  async #visit(): Promise<void> {
    const orderId = randomUUID();
    const key = randomUUID();
    const started = await startPurchase(
      () => this.#origin,
      { key, orderId, ...this.#goods },
      (why) => {
        throw new Error(why);
      },
    );
    if ("refused" in started) throw new Error(`the checkout was refused: ${started.refused}`);
    this.begun.add(orderId);
    await pay(this.#origin, started, "4242424242424242");
    const answer = await fetch(`${this.#origin}/functions/v1/verify-checkout-session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ payment_intent_id: started.paymentIntentId }),
    });
    await answer.arrayBuffer();
    if (answer.ok) this.confirmed.add(orderId);
  }
}
