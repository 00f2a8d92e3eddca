// The transitions that need no shopper and are no fault: nets that run, calls that are answered, banks that decide. From
// every state some way along them must lead to rest. Each state on such a way is again one of them, so a shop whose nets
// are fair comes to rest whatever happened before, and never circles for good.

export class Healing {
  count = 0;
  readonly resting: number[] = [];
  #from = new Int32Array(1 << 16);
  #to = new Int32Array(1 << 16);

  add(from: number, to: number): void {
    if (this.count === this.#from.length) {
      this.#from = grown(this.#from);
      this.#to = grown(this.#to);
    }
    this.#from[this.count] = from;
    this.#to[this.count] = to;
    this.count += 1;
  }

  /** The first state from which nothing leads to rest; null: all can rest. */
  firstWithoutRest(states: number): number | null {
    const { starts, before } = this.#backward(states);
    const canRest = new Uint8Array(states);
    for (const state of this.resting) canRest[state] = 1;
    const waiting = [...this.resting];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop())
      for (let place = starts[state] ?? 0; place < (starts[state + 1] ?? 0); place += 1) {
        const earlier = before[place] ?? 0;
        if (canRest[earlier] === 1) continue;
        canRest[earlier] = 1;
        waiting.push(earlier);
      }
    const lost = canRest.indexOf(0);
    return lost < 0 ? null : lost;
  }

  /** The states before each state: those of state s are at starts[s] to starts[s + 1]. */
  #backward(states: number): { starts: Int32Array; before: Int32Array } {
    const starts = new Int32Array(states + 1);
    const at = (array: Int32Array, place: number) => array[place] ?? 0;
    for (let edge = 0; edge < this.count; edge += 1) {
      const state = at(this.#to, edge);
      starts[state] = at(starts, state) + 1;
    }
    for (let state = 1; state <= states; state += 1)
      starts[state] = at(starts, state) + at(starts, state - 1);
    const before = new Int32Array(this.count);
    for (let edge = 0; edge < this.count; edge += 1) {
      const state = at(this.#to, edge);
      starts[state] = at(starts, state) - 1;
      before[at(starts, state)] = at(this.#from, edge);
    }
    return { starts, before };
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
