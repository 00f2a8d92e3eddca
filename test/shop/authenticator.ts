import { stepAt, totpAt } from "#server/auth/second-factor/totp.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app shows for a key, `drift` steps of 30 seconds from now. */
export function appCode(key: string, now: number, drift = 0): string {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpAt(Buffer.from(bytes), stepAt(now) + drift);
}
