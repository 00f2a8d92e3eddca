// Ten codes for the day the phone is gone. Each has 50 random bits and works once. Only a keyed hash of a code is
// stored: reading the tables is not enough to sign in or to try codes.
import { createHmac, hkdfSync, randomInt } from "node:crypto";
import { everyKey, type KeyRing } from "../../core/secrets.ts";

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

/**
 * The keys that a user's recovery codes may be hashed with; new ones with the first. It comes from the secret of the
 * user's app, which is resealed when the shop's secret changes, so the codes outlive that. Codes that were made
 * before have a key of the shop's.
 */
export function recoveryKeys(ring: KeyRing, appSecret: Uint8Array | null): string[] {
  const own =
    appSecret && Buffer.from(hkdfSync("sha256", appSecret, "", "recovery codes", 32)).toString("base64url");
  return [...(own ? [own] : []), ...everyKey(ring)];
}

export function recoveryCodeHash(key: string, userId: string, code: string): string {
  return createHmac("sha256", key).update(`recovery-code:${userId}:${code}`).digest("hex");
}
