// Keeps people signed in when the shop's secret is exchanged. The library signs the session cookie with one secret and
// knows no other for it, so a cookie that an old secret signed is signed again on its way in. The browser keeps its own
// until the session ends.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import type { KeyRing } from "../core/secrets.ts";

export function acceptOldSecrets({ current, old }: KeyRing) {
  return {
    id: "accept-old-secrets",
    hooks: {
      before: [
        {
          matcher: (context) => old.length > 0 && (context.headers?.has("cookie") ?? false),
          handler: createAuthMiddleware(async (context) => {
            const { name } = context.context.authCookies.sessionToken;
            const cookies = context.headers?.get("cookie") ?? "";
            const renewed = signAnew(cookies, { name, current, old });
            if (renewed === null) return;
            const headers = new Headers(context.headers);
            headers.set("cookie", renewed);
            return { context: { headers } };
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The Cookie header with the cookie of this name under the current secret; null where no old secret signed it. */
function signAnew(cookies: string, { name, current, old }: KeyRing & { name: string }): string | null {
  const pairs = cookies.split(/;\s*/);
  const index = pairs.findIndex((pair) => pair.startsWith(`${name}=`));
  const pair = pairs[index];
  if (pair === undefined) return null;
  const signed = decoded(pair.slice(name.length + 1));
  const dot = signed.lastIndexOf(".");
  const [value, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
  if (dot < 1 || !old.some((secret) => isSame(sign(secret, value), signature))) return null;
  pairs[index] = `${name}=${encodeURIComponent(`${value}.${sign(current, value)}`)}`;
  return pairs.join("; ");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** As the library signs cookies. */
function sign(secret: string, value: string): string {
  return createHmac("sha256", secret).update(value).digest("base64");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
