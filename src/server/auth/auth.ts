// Who is signed in. The library keeps passwords (scrypt) and sessions (random tokens in the database, so
// that signing out or changing the password ends them at once); this file only fixes its rules. Nobody can
// sign up: ensure-admin.ts creates the one administrator. Cookies are HttpOnly and SameSite=Lax, and Secure when the
// shop is served over https. The library counts attempts by the client IP in a header that our own HTTP layer
// overwrites on every request, because visitors can forge the usual forwarding headers. No route of the library is
// mounted: sign-in.ts and, with a second factor, complete-sign-in.ts are the only ways in.
import { betterAuth } from "better-auth";
import type { Kysely } from "kysely";
import { CLIENT_IP_HEADER } from "../client-ip.ts";
import type { Schema } from "../db/schema.ts";
import type { Environment } from "../env.ts";
import type { Logger } from "../log.ts";
import type { KeyRing } from "../secrets.ts";
import { acceptOldSecrets } from "./accept-old-secrets.ts";
import { openSessionPlugin } from "./open-session.ts";

export const SESSION_DAYS = 7;
/** Characters of the browser's user agent that are kept with its session. */
export const USER_AGENT_MAX = 400;
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;

const SESSION_REFRESH_DAYS = 1;
const DAY_SECONDS = 24 * 60 * 60;
const ATTEMPTS_PER_IP_MAX = 20;
const ATTEMPTS_PER_IP_SECONDS = 60;

/** How passwords are stored. Both functions must agree on the format of a hash. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>;
  verify: (attempt: { hash: string; password: string }) => Promise<boolean>;
};

type AuthParts = {
  db: Kysely<Schema>;
  env: Pick<Environment, "publicUrl">;
  /** Sign the session cookie; the same in every process. */
  secrets: KeyRing;
  log: Logger;
  /** Ids of the library's own rows. */
  newId: () => string;
  /** Tests hash at a low cost. The running shop leaves it out and gets the library's scrypt. */
  passwords?: PasswordHashing | undefined;
};

/**
 * The sign-in library on the shop's own database, which must be migrated already. The library reads the
 * system's clock for the life of a session; everything that this folder adds to it uses the shop's clock.
 */
export function createAuth({ db, env, secrets, log, newId, passwords }: AuthParts) {
  return betterAuth({
    database: { db, type: "postgres" },
    baseURL: env.publicUrl,
    secret: secrets.current,
    trustedOrigins: [env.publicUrl],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      ...(passwords && { password: passwords }),
    },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: SESSION_REFRESH_DAYS * DAY_SECONDS,
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      customRules: {
        "/sign-in/email": { window: ATTEMPTS_PER_IP_SECONDS, max: ATTEMPTS_PER_IP_MAX },
      },
    },
    advanced: {
      cookiePrefix: "shop",
      useSecureCookies: isHttps(env),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      // Its tables come from our own migrations; its own check would remember one failure forever.
      database: { generateId: newId, validateSchema: false },
    },
    logger: { level: "error", log: (_level, message) => log.error("auth.library", { message }) },
    telemetry: { enabled: false },
    plugins: [openSessionPlugin, acceptOldSecrets(secrets)],
  });
}

/** Why this can't be a password, or null. */
export function refusePassword(password: string): "too_short" | "too_long" | null {
  if (password.length < PASSWORD_LENGTH_MIN) return "too_short";
  return password.length > PASSWORD_LENGTH_MAX ? "too_long" : null;
}

export type Auth = ReturnType<typeof createAuth>;

export function isHttps(env: Pick<Environment, "publicUrl">): boolean {
  return env.publicUrl.startsWith("https:");
}
