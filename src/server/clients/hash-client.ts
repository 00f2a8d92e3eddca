// Names for clients and accounts in logs and counters: the same one has the same name for as long as the key lives, in
// every process, and nobody without the key can find out whose it is.
import { createHmac } from "node:crypto";

/** 96 bits as text of 16 letters. */
export function createClientHash(secret: string): (text: string) => string {
  const key = createHmac("sha256", secret).update("names of clients in logs and limits").digest();
  return (text) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 16);
}
