// Secrets that the shop makes for itself on its first start and keeps in DATA_DIR, readable by its own user only:
// the keys that sign sessions, make order links and seal second factors, and the sandbox's keys.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import path from "node:path";

const random = () => randomBytes(32).toString("base64url");
const makers = {
  session: random,
  orderLinks: random,
  secondFactor: random,
  sandboxSecretKey: () => `sk_test_sandbox${randomBytes(16).toString("hex")}`,
  sandboxWebhook: () => `whsec_sandbox${randomBytes(16).toString("hex")}`,
};

export type Secrets = Record<keyof typeof makers, string>;

export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>) : {};
  const entries = Object.entries(makers).map(([name, make]) => [
    name,
    known[name as keyof Secrets] ?? make(),
  ]);
  const secrets = Object.fromEntries(entries) as Secrets;
  if (Object.keys(secrets).some((name) => !(name in known)))
    writeWhole(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Writes another file and renames it: a crash leaves the old file or the new one, never half of one. */
function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  const handle = openSync(half, "w", 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(half, file);
}
