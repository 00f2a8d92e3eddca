// Puzzles for unknown clients while the shop is under attack (domain/checkout/puzzle.ts says what they cost). A puzzle
// is not stored: it carries its own end and the client's key, signed, and only a used one leaves a row.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  isSolved,
  PUZZLE_PARTS,
  type Puzzle,
  type PuzzleProof,
  puzzleText,
} from "#domain/checkout/puzzle.ts";
import { nowOf, type Shop } from "../shop.ts";
import { isSpent, spendPuzzle } from "./queries.ts";

const VALID_MINUTES = 10;

/** A puzzle for this client alone. */
export function makePuzzle(shop: Shop, client: string): Puzzle {
  const body = `${shop.newId()}.${shop.clock() + VALID_MINUTES * 60_000}`;
  return { challenge: `${body}.${sign(shop, body, client)}` };
}

/** Whether the client has solved a puzzle of its own in time, and has not used it yet. */
export async function isProof(shop: Shop, client: string, proof: PuzzleProof): Promise<boolean> {
  const [id = "", until = "", signature = ""] = proof.challenge.split(".");
  if (!isEqual(signature, sign(shop, `${id}.${until}`, client))) return false;
  const expiresAt = new Date(Number(until));
  if (expiresAt < nowOf(shop) || proof.numbers.length !== PUZZLE_PARTS) return false;
  const solved = proof.numbers.every((number, part) => isSolved(firstWord(proof.challenge, part, number)));
  return solved && !(await isSpent(shop.db, id));
}

/** Uses a proof; false when another request was faster. */
export function spendProof(shop: Shop, { challenge }: PuzzleProof): Promise<boolean> {
  const [id = "", until = ""] = challenge.split(".");
  return spendPuzzle(shop.db, id, new Date(Number(until)));
}

function firstWord(challenge: string, part: number, number: number): number {
  return createHash("sha256")
    .update(puzzleText(challenge, part, number))
    .digest()
    .readUInt32BE(0);
}

function sign({ keys }: Shop, body: string, client: string): string {
  return createHmac("sha256", keys.orderLinks.current).update(`puzzle:${body}:${client}`).digest("base64url");
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
