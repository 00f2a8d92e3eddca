// Ten codes for the day the phone is gone. Each has 50 random bits and works once. Only a keyed hash of a code is
// stored: reading the tables is not enough to sign in or to try codes.
import { createHmac, randomInt } from "node:crypto";

const RECOVERY_CODES = 10;
const LENGTH = 10;
/** Without the letters that are mistaken for digits on paper. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten codes such as "7K2MX-9QDB4". */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
    return `${letters.slice(0, LENGTH / 2).join("")}-${letters.slice(LENGTH / 2).join("")}`;
  });
}

/** Typed text → the code, or null when it can't be one. */
export function parseRecoveryCode(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  if (text.length !== LENGTH || [...text].some((letter) => !ALPHABET.includes(letter))) return null;
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

export function recoveryCodeHash(key: string, userId: string, code: string): string {
  return createHmac("sha256", key).update(`recovery-code:${userId}:${code}`).digest("hex");
}
