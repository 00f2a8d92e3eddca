// A puzzle that costs computing time to solve and none to check. Each of its PUZZLE_PARTS parts asks for a number that,
// hashed together with the challenge, begins with PUZZLE_BITS zero bits. Many small parts instead of one large one keep
// the time even: about 260,000 hashes, a second on a phone.

export const PUZZLE_PARTS = 16;
export const PUZZLE_BITS = 14;

/** What the server hands out and the browser sends back, with one number for each part. */
export type Puzzle = { challenge: string };
export type PuzzleProof = Puzzle & { numbers: number[] };

/** The text whose SHA-256 has to begin with zero bits. */
export function puzzleText(challenge: string, part: number, number: number): string {
  return `${challenge}:${part}:${number}`;
}

/** `firstWord`: the first 32 bits of the hash. */
export function isSolved(firstWord: number): boolean {
  return firstWord >>> (32 - PUZZLE_BITS) === 0;
}
