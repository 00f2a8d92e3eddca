// Password hashing at a cost that only tests may use. The running shop deliberately takes over a tenth of a second per
// hash, which would be a fifth of the time of all server tests. sign-in.test.ts checks the shop's own cost.
import { randomBytes, scryptSync } from "node:crypto";
import type { PasswordHashing } from "#server/auth/auth.ts";

const KEY_BYTES = 16;

const keyOf = (password: string, salt: string) =>
  scryptSync(password, salt, KEY_BYTES, { N: 2, r: 1, p: 1 }).toString("hex");

export const cheapPasswords: PasswordHashing = {
  hash: async (password) => {
    const salt = randomBytes(KEY_BYTES).toString("hex");
    return `${salt}:${keyOf(password, salt)}`;
  },
  verify: async ({ hash, password }) => {
    const [salt = "", key] = hash.split(":");
    return keyOf(password, salt) === key;
  },
};
