// Authorizes requests for the running shop's doctor report (process/cli/ask-running-shop.ts): anyone who can read its
// secrets.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keys } from "../../core/secrets.ts";

export function doctorToken({ session }: Pick<Keys, "session">): string {
  return createHmac("sha256", session.current).update("doctor").digest("base64url");
}

/** Whether the request carries the token, in constant time. */
export function mayAskDoctor(keys: Pick<Keys, "session">, authorization: string | undefined): boolean {
  const [given, wanted] = [authorization ?? "", `Bearer ${doctorToken(keys)}`].map((text) =>
    createHmac("sha256", "doctor").update(text).digest(),
  );
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
}
