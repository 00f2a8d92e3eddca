// Order numbers: each once, and rising. A statement that began when an order was there gives its own order a higher
// number. A number that is missing belongs to a statement that was undone.
import { Violation } from "../../simulation/world/violation.ts";

type Numbered = { number: number; moment: number };

export class OrderNumbers {
  readonly #orders: Numbered[] = [];

  /** `sentAt`: the moment at which the statement that made the order was sent; `moment`: of its commit. */
  committed(number: number, sentAt: number, moment: number): void {
    for (const known of this.#orders) {
      if (known.number === number) throw new Violation("L8", `two orders have the number ${number}`);
      if (known.moment < sentAt && known.number > number)
        throw new Violation("L8", `order ${number} was begun when order ${known.number} was there`);
    }
    this.#orders.push({ number, moment });
  }

  /** At rest. `undone`: how many statements were rolled back. */
  checkGaps(undone: number): void {
    const numbers = this.#orders.map(({ number }) => number);
    const missing = Math.max(0, ...numbers) - numbers.length;
    if (missing > undone)
      throw new Violation("L8", `${missing} order numbers are missing and ${undone} statements were undone`);
  }
}
