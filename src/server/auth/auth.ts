// Who is signed in. The library keeps passwords (scrypt) and sessions (random tokens in the database, so
// that signing out or changing the password ends them immediately); this file only fixes its rules. Nobody can
// sign up: ensure-admin.ts creates the one administrator. The cookie is HttpOnly and SameSite=Lax; over https it is
// Secure and named __Host-, so that no other host of the domain can plant one. No route of the library is mounted:
// sign-in.ts and, with a second factor, complete-sign-in.ts are the only ways in, limited by limits/sign-in-throttle.ts.
import { betterAuth } from "better-auth";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Kysely } from "kysely";
import { SESSION_DAYS_MAX } from "#domain/auth/session-rules.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "#domain/auth/weak-password.ts";
import { CLIENT_IP_HEADER } from "../core/client-ip.ts";
import type { Environment } from "../core/env.ts";
import type { Logger } from "../core/log.ts";
import type { KeyRing } from "../core/secrets.ts";
import type { Schema } from "../db/schema.ts";
import { acceptOldSecrets } from "./accept-old-secrets.ts";
import { openSessionPlugin } from "./open-session.ts";
import { HashingQueue } from "./password/hashing-queue.ts";

/** Characters of the browser's user agent that are kept with its session. */
export const USER_AGENT_MAX = 400;

const DAY_SECONDS = 24 * 60 * 60;

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
 * system's clock for the life of a session, so it gets a long one; read-session.ts ends sessions by the shop's clock.
 */
export function createAuth({ db, env, secrets, log, newId, passwords }: AuthParts) {
  const hashing = new HashingQueue(passwords ?? { hash: hashPassword, verify: verifyPassword });
  const auth = betterAuth({
    database: { db, type: "postgres" },
    baseURL: env.publicUrl,
    secret: secrets.current,
    trustedOrigins: [env.publicUrl],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: { hash: (password) => hashing.hash(password), verify: (attempt) => hashing.verify(attempt) },
    },
    session: {
      expiresIn: (SESSION_DAYS_MAX + 1) * DAY_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: isHttps(env) ? "__Host-shop" : "shop",
      // The library would put __Secure- before it.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps(env) },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      // Its tables come from our own migrations; its own check would remember one failure forever.
      database: { generateId: newId, validateSchema: false },
    },
    logger: { level: "error", log: (_level, message) => log.error("auth.library", { message }) },
    telemetry: { enabled: false },
    plugins: [openSessionPlugin, acceptOldSecrets(secrets)],
  });
  return Object.assign(auth, { hashing });
}

export type Auth = ReturnType<typeof createAuth>;

export function isHttps(env: Pick<Environment, "publicUrl">): boolean {
  return env.publicUrl.startsWith("https:");
}
