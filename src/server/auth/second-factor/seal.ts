// Keeps a small secret readable to this shop alone: AES-256-GCM under a key derived from one of the shop's
// own secrets. `purpose` is bound into the seal, so what was sealed for one use or person can't be passed off
// as another's.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `key`: the shop's secret, 32 characters or more. */
export function seal(key: string, purpose: string, bytes: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", derive(key), nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** What was sealed, or null where it was changed, was meant for something else or has another shop's key. */
export function unseal(key: string, purpose: string, text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", derive(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function derive(key: string): Buffer {
  if (key.length < 32) throw new Error("the key to seal with is too short");
  return Buffer.from(hkdfSync("sha256", key, "", "seal", 32));
}
