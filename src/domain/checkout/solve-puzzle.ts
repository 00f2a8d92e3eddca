// Solves a puzzle (puzzle.ts) anywhere, without a library or the platform's own SHA-256: that one is asynchronous in
// browsers, and a hundred thousand promises take longer than the hashes. What does not change from number to number is
// hashed once for each part, so that a number costs one block.
import { isSolved, PUZZLE_PARTS, type Puzzle, type PuzzleProof, puzzleText } from "./puzzle.ts";

const BLOCK = 64;
const DIGITS_MAX = 8;

/** `pause` is awaited after each part, so that a page can go on. Takes about a second on a phone. */
export async function solvePuzzle({ challenge }: Puzzle, pause: () => Promise<void>): Promise<PuzzleProof> {
  const numbers: number[] = [];
  for (let part = 0; part < PUZZLE_PARTS; part += 1) {
    numbers.push(solvePart(puzzleText(challenge, part, 0).slice(0, -1)));
    await pause();
  }
  return { challenge, numbers };
}

/** The smallest number that makes the hash of `prefix` and its digits begin with enough zero bits. */
function solvePart(prefix: string): number {
  const whole = prefix.length - (prefix.length % BLOCK);
  const start = new Int32Array(INITIAL);
  for (let at = 0; at < whole; at += BLOCK) compress(start, bytesOf(prefix.slice(at, at + BLOCK)));
  const rest = bytesOf(prefix.slice(whole));
  const isOneBlock = rest.length + DIGITS_MAX + 9 <= BLOCK;
  const block = new Uint8Array(isOneBlock ? BLOCK : 2 * BLOCK);
  const state = new Int32Array(8);
  for (let number = 0; ; number += 1) {
    const digits = bytesOf(String(number));
    const length = rest.length + digits.length;
    block.fill(0);
    block.set(rest);
    block.set(digits, rest.length);
    block[length] = 0x80;
    new DataView(block.buffer).setUint32(block.length - 4, (whole + length) * 8);
    state.set(start);
    for (let at = 0; at < block.length; at += BLOCK) compress(state, block.subarray(at, at + BLOCK));
    if (isSolved((state[0] ?? 0) >>> 0)) return number;
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function rootsOf(count: number, power: number): number[] {
  const roots: number[] = [];
  for (let candidate = 2; roots.length < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) isPrime = false;
    if (isPrime) roots.push(((candidate ** power % 1) * 2 ** 32) | 0);
  }
  return roots;
}

const INITIAL = rootsOf(8, 1 / 2);
const CONSTANTS = new Int32Array(rootsOf(64, 1 / 3));
const schedule = new Int32Array(64);

/** One step of SHA-256 (FIPS 180-4, 6.2.2): takes 64 bytes into the state. */
function compress(state: Int32Array, block: Uint8Array): void {
  const at = (index: number) => schedule[index] ?? 0;
  const byte = (index: number) => block[index] ?? 0;
  for (let i = 0; i < 16; i += 1)
    schedule[i] = (byte(4 * i) << 24) | (byte(4 * i + 1) << 16) | (byte(4 * i + 2) << 8) | byte(4 * i + 3);
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [at(i - 15), at(i - 2)];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    schedule[i] = (at(i - 16) + s0 + at(i - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + at(i)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = ((state[i] ?? 0) + (sums[i] ?? 0)) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
