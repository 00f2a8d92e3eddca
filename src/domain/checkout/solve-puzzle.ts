// Solves a puzzle (puzzle.ts) anywhere, without a library or the platform's own SHA-256: that one is asynchronous in
// browsers, and a hundred thousand promises take longer than the hashes. What does not change from number to number is
// hashed once for each part, so that a number costs one block.
import { isSolved, PUZZLE_PARTS, type Puzzle, type PuzzleProof, puzzleText } from "./puzzle.ts";

const BLOCK = 64;
const DIGITS_MAX = 8;
/** About 20 ms on a phone. */
const NUMBERS_PER_SLICE = 4_096;

/** `pause` is awaited every few thousand numbers, so that a page can go on. Takes about a second on a phone. */
export async function solvePuzzle({ challenge }: Puzzle, pause: () => Promise<void>): Promise<PuzzleProof> {
  const numbers: number[] = [];
  for (let part = 0; part < PUZZLE_PARTS; part += 1) {
    const isNumber = hasherOf(puzzleText(challenge, part, 0).slice(0, -1));
    let number = 0;
    while (!isNumber(number)) {
      number += 1;
      if (number % NUMBERS_PER_SLICE === 0) await pause();
    }
    numbers.push(number);
  }
  return { challenge, numbers };
}

/** Whether the hash of `prefix` and the digits of a number begins with enough zero bits. */
function hasherOf(prefix: string): (number: number) => boolean {
  const whole = prefix.length - (prefix.length % BLOCK);
  const start = new Int32Array(INITIAL);
  for (let at = 0; at < whole; at += BLOCK) compress(start, bytesOf(prefix.slice(at, at + BLOCK)), 0);
  const rest = bytesOf(prefix.slice(whole));
  const block = new Uint8Array(rest.length + DIGITS_MAX + 9 <= BLOCK ? BLOCK : 2 * BLOCK);
  block.set(rest);
  const view = new DataView(block.buffer);
  const state = new Int32Array(8);
  let digits = 0;
  return (number) => {
    const text = String(number);
    for (let at = 0; at < text.length; at += 1) block[rest.length + at] = text.charCodeAt(at);
    if (text.length !== digits) {
      digits = text.length;
      block[rest.length + digits] = 0x80;
      view.setUint32(block.length - 4, (whole + rest.length + digits) * 8);
    }
    state.set(start);
    for (let at = 0; at < block.length; at += BLOCK) compress(state, block, at);
    return isSolved((state[0] ?? 0) >>> 0);
  };
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
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

/** One step of SHA-256 (FIPS 180-4, 6.2.2): takes the 64 bytes of `bytes` from `from` on into the state. */
function compress(state: Int32Array, bytes: Uint8Array, from: number): void {
  const w = schedule;
  for (let i = 0, at = from; i < 16; i += 1, at += 4)
    w[i] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] ?? 0;
    const y = w[i - 2] ?? 0;
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (w[i] ?? 0)) | 0;
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
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
  state[4] = ((state[4] ?? 0) + e) | 0;
  state[5] = ((state[5] ?? 0) + f) | 0;
  state[6] = ((state[6] ?? 0) + g) | 0;
  state[7] = ((state[7] ?? 0) + h) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
