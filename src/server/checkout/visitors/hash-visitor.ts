// Pseudonyms of visitors and accounts in logs and counters: the same in every process while the key lives, and
// impossible to trace to a visitor without the key.
import { createHmac } from "node:crypto";

/** Recent names are cached: computing one costs as much as everything else that is recorded about a request. */
const REMEMBERED_MAX = 2_000;

/** 96 bits as text of 16 letters. */
export function createVisitorHash(secret: string): (text: string) => string {
  const key = createHmac("sha256", secret).update("names of clients in logs and limits").digest();
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const name = createHmac("sha256", key).update(text).digest("base64url").slice(0, 16);
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(text, name);
    return name;
  };
}
