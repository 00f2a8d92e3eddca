// Codes of an authenticator app (RFC 6238 on RFC 4226): SHA-1, 30 seconds, six digits, which is what every
// app understands. Own code, since the library's second factor accepts a code more than once, can be turned
// off without a code, and keeps recovery codes readable.
import { createHmac, timingSafeEqual } from "node:crypto";

export const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one that count too: clocks differ, and typing takes a moment. */
const DRIFT_STEPS = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The count of whole 30-second steps since 1970 at this time (milliseconds). */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}

/** The six digits of a step. */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, of those that count now, or null. Takes as long for a wrong code as for a right one. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const typed = Buffer.from(code);
  let matched: number | null = null;
  for (let drift = -DRIFT_STEPS; drift <= DRIFT_STEPS; drift += 1) {
    const step = stepAt(now) + drift;
    if (timingSafeEqual(Buffer.from(totpAt(secret, step)), typed)) matched = step;
  }
  return matched;
}

/** As apps take a secret that is typed in (RFC 4648, without padding). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** What an app reads out of the QR code. */
export function provisioningUri(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
