// The signed-in owner, for tests with real requests.

import { ensureAdmin } from "#server/auth/password/ensure-admin.ts";
import { signIn } from "#server/auth/sign-in.ts";
import type { Shop } from "#server/core/shop.ts";
import { OWNER, OWNER_PASSWORD } from "#test/sales/people.ts";

/** The owner's `Cookie` header. A shop without a password gets `OWNER_PASSWORD`. */
export async function signInOwner(shop: Shop): Promise<string> {
  await ensureAdmin(shop, { password: OWNER_PASSWORD, generate: () => "unused" });
  const result = await signIn(shop, { email: OWNER, password: OWNER_PASSWORD, ip: "10.0.0.1" });
  if (!result.ok) throw new Error(result.reason);
  return cookiesOf(result.headers);
}

/** The cookies of a response as a browser would send them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
