// Memory of a bounded number of bytes. When it is full, what was asked for once goes first: only a small part of the room
// is its own. What is asked for again stays until it was not asked for longest. So a robot that walks through a million
// addresses pushes out what it brought itself, and not the pages that shoppers look at.

export type Stored = { readonly bytes: number; readonly mayStay: boolean };

/** The part of the room that is left to what was asked for once, however much is asked for again. */
const NEW_PART = 0.25;

export class PageStore<Item extends Stored> {
  /** Both from the one not used longest to the one used last. */
  readonly #fresh = new Map<string, Item>();
  readonly #proven = new Map<string, Item>();
  /** As they were weighed. */
  readonly #weights = new Map<string, number>();
  readonly #bytesMax: number;
  readonly #onDrop: (name: string, item: Item) => void;
  #freshBytes = 0;
  #bytes = 0;

  constructor(bytesMax: number, onDrop: (name: string, item: Item) => void) {
    this.#bytesMax = bytesMax;
    this.#onDrop = onDrop;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#weights.size;
  }

  /** Without counting as a use. */
  peek(name: string): Item | undefined {
    return this.#proven.get(name) ?? this.#fresh.get(name);
  }

  /** Counts as a use. */
  use(name: string): Item | undefined {
    const proven = this.#proven.get(name);
    if (proven) {
      this.#proven.delete(name);
      this.#proven.set(name, proven);
      return proven;
    }
    const fresh = this.#fresh.get(name);
    if (fresh) this.#prove(name, fresh);
    return fresh;
  }

  #prove(name: string, item: Item): void {
    this.#fresh.delete(name);
    if (!item.mayStay) {
      this.#fresh.set(name, item);
      return;
    }
    this.#freshBytes -= this.#weights.get(name) ?? 0;
    this.#proven.set(name, item);
  }

  /** Another item of the same name takes its place. One that is larger than the room is not kept. */
  set(name: string, item: Item): void {
    const isProven = this.#proven.has(name) && item.mayStay;
    this.delete(name);
    (isProven ? this.#proven : this.#fresh).set(name, item);
    this.#weigh(name, item, isProven);
    this.#makeRoom();
  }

  /** To be called when an item has grown. */
  reweigh(name: string): void {
    const item = this.peek(name);
    if (!item || this.#weights.get(name) === item.bytes) return;
    this.#weigh(name, item, this.#proven.has(name));
    this.#makeRoom();
  }

  delete(name: string): void {
    const item = this.peek(name);
    if (!item) return;
    const weight = this.#weights.get(name) ?? 0;
    if (this.#fresh.delete(name)) this.#freshBytes -= weight;
    else this.#proven.delete(name);
    this.#bytes -= weight;
    this.#weights.delete(name);
    this.#onDrop(name, item);
  }

  names(): string[] {
    return [...this.#weights.keys()];
  }

  #weigh(name: string, item: Item, isProven: boolean): void {
    const more = item.bytes - (this.#weights.get(name) ?? 0);
    this.#weights.set(name, item.bytes);
    this.#bytes += more;
    if (!isProven) this.#freshBytes += more;
  }

  #makeRoom(): void {
    while (this.#bytes > this.#bytesMax) {
      const hasOwnPart = this.#freshBytes <= this.#bytesMax * NEW_PART && this.#proven.size > 0;
      this.#dropFirst(hasOwnPart ? this.#proven : this.#fresh);
    }
  }

  #dropFirst(items: Map<string, Item>): void {
    const [name] = items.keys();
    if (name !== undefined) this.delete(name);
  }
}
