import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isSolved, PUZZLE_PARTS, puzzleText } from "./puzzle.ts";
import { solvePuzzle } from "./solve-puzzle.ts";

const firstWord = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

test.each([94, 118])(
  "[TR-4] a puzzle of %s characters is solved by the platform's SHA-256, too",
  async (length) => {
    const challenge = "a-challenge.".repeat(20).slice(0, length);
    let pauses = 0;
    const { numbers } = await solvePuzzle({ challenge }, async () => {
      pauses += 1;
    });
    expect(numbers).toHaveLength(PUZZLE_PARTS);
    expect(pauses).toBeGreaterThan(PUZZLE_PARTS);
    for (const [part, number] of numbers.entries())
      expect(isSolved(firstWord(puzzleText(challenge, part, number)))).toBe(true);
  },
);
