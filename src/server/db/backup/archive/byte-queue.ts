/** The file is not an archive of ours, or not a whole one. */
export class BadArchive extends Error {}

/** Bytes of a stream, handed out in the sizes that the reader asks for. */
export class ByteQueue {
  #chunk: Buffer = Buffer.alloc(0);
  #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** At least one byte and at most `size`. */
  async takeSome(size: number): Promise<Buffer> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new BadArchive("it ends too early");
      this.#chunk = next.value;
    }
    const taken = this.#chunk.subarray(0, size);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken;
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.takeSome(left));
    return Buffer.concat(parts);
  }

  /** Reads to the end, which must come within `bytesMax`. */
  async drain(bytesMax: number): Promise<void> {
    let left = bytesMax;
    this.#chunk = Buffer.alloc(0);
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) {
      left -= next.value.length;
      if (left < 0) throw new BadArchive("it goes on after its end");
    }
  }
}
