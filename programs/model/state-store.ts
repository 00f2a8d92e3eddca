// The states that were visited, packed one after another in the order in which they were found, with a table that finds
// a state by its bytes. Exact: two states are never taken for one.

const EMPTY = 0;

export class StateStore {
  readonly width: number;
  size = 0;
  /** Which state each was first reached from; itself for the first. */
  parents: Int32Array;
  #pool: Uint8Array;
  #table: Int32Array;

  constructor(width: number) {
    this.width = width;
    this.#pool = new Uint8Array(width * 2048);
    this.parents = new Int32Array(2048);
    this.#table = new Int32Array(4096);
  }

  at(index: number): Uint8Array {
    return this.#pool.subarray(index * this.width, (index + 1) * this.width);
  }

  /** The number of the state; `isNew`: it was not known. */
  add(state: Uint8Array, parent: number): { index: number; isNew: boolean } {
    if (this.size * 2 >= this.#table.length) this.#grow();
    const place = this.#find(state);
    const known = this.#table[place] ?? EMPTY;
    if (known !== EMPTY) return { index: known - 1, isNew: false };
    const index = this.size;
    this.#pool.set(state, index * this.width);
    this.parents[index] = parent;
    this.size += 1;
    this.#table[place] = this.size;
    return { index, isNew: true };
  }

  #find(state: Uint8Array): number {
    const mask = this.#table.length - 1;
    let place = hashOf(state) & mask;
    for (;;) {
      const known = this.#table[place] ?? EMPTY;
      if (known === EMPTY || this.#isSame(state, known - 1)) return place;
      place = (place + 1) & mask;
    }
  }

  #isSame(state: Uint8Array, index: number): boolean {
    const start = index * this.width;
    for (let i = 0; i < this.width; i += 1) if (state[i] !== this.#pool[start + i]) return false;
    return true;
  }

  #grow(): void {
    const pool = new Uint8Array(this.#table.length * 2 * this.width);
    pool.set(this.#pool.subarray(0, this.size * this.width));
    this.#pool = pool;
    const parents = new Int32Array(this.#table.length * 2);
    parents.set(this.parents.subarray(0, this.size));
    this.parents = parents;
    this.#table = new Int32Array(this.#table.length * 4);
    for (let index = 0; index < this.size; index += 1) this.#table[this.#find(this.at(index))] = index + 1;
  }
}

/** FNV-1a, mixed at the end because the table uses the low bits. */
function hashOf(state: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of state) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
