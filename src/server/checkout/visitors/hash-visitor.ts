// Names for clients and accounts in logs and counters: the same one has the same name for as long as the key lives, in
// every process, and without the key it can't be traced to a client.
import { createHmac } from "node:crypto";

/** The latest names are remembered: to compute one costs as much as all else that is noted of a request. */
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
