// Keeps a small secret readable to this shop alone: AES-256-GCM under a key derived from one of the shop's
// own secrets. `purpose` is bound into the seal, so what was sealed for one use or person can't be passed off
// as another's.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { everyKey, type KeyRing } from "../../core/secrets.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal({ current }: KeyRing, purpose: string, bytes: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", derive(current), nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** What was sealed, or null where it was changed, was meant for something else or has another shop's key. */
export function unseal(ring: KeyRing, purpose: string, text: string): Buffer | null {
  for (const key of everyKey(ring)) {
    const bytes = unsealWith(key, purpose, text);
    if (bytes) return bytes;
  }
  return null;
}

/** The same under the current key, for what an old key sealed; null where nothing is to be done. */
export function sealAnew(ring: KeyRing, purpose: string, text: string): string | null {
  if (unsealWith(ring.current, purpose, text)) return null;
  const bytes = unseal(ring, purpose, text);
  return bytes && seal(ring, purpose, bytes);
}

function unsealWith(key: string, purpose: string, text: string): Buffer | null {
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
