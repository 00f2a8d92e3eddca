// Secrets that the shop makes for itself on its first start and keeps in DATA_DIR, readable by its own
// user only: the key that signs sessions, the key behind order links, the key that seals second factors, and the
// sandbox's keys.
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

export type Secrets = {
  session: string;
  orderLinks: string;
  secondFactor: string;
  sandboxSecretKey: string;
  sandboxWebhook: string;
};

export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>) : {};
  const random = () => randomBytes(32).toString("base64url");
  const secrets: Secrets = {
    session: known.session ?? random(),
    orderLinks: known.orderLinks ?? random(),
    secondFactor: known.secondFactor ?? random(),
    sandboxSecretKey: known.sandboxSecretKey ?? `sk_test_sandbox${randomBytes(16).toString("hex")}`,
    sandboxWebhook: known.sandboxWebhook ?? `whsec_sandbox${randomBytes(16).toString("hex")}`,
  };
  if (Object.keys(secrets).some((name) => !(name in known)))
    writeWhole(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Written beside and renamed: a crash leaves the old file or the new one, never half of one. */
function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  const handle = openSync(half, "w", 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(half, file);
}
