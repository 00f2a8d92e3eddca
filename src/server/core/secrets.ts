// The keys of the shop: they sign sessions, make order links, seal second factors and mark known devices. With
// SHOP_SECRET every key is derived from it (HKDF, a label each), so machines that share it share everything made
// with them and a lost folder loses none. Without it the keys are made on the first start and kept in DATA_DIR. A key
// ring has the key that is used now and those before it, which are still accepted: from SHOP_SECRET_OLD, and from
// the folder's file when SHOP_SECRET has taken its place.
import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { explainFolder } from "./disk/check-folder.ts";
import { makeFolderDurably, writeDurablySync } from "./disk/durable-files.ts";
import type { Environment } from "./env.ts";
import { OperatorError } from "./operator-error.ts";

/** Each key has 32 characters or more. */
export type KeyRing = { current: string; old: string[] };

export type Keys = Record<"session" | "orderLinks" | "secondFactor" | "knownDevice", KeyRing>;

export type Secrets = Keys & {
  sandboxSecretKey: string;
  sandboxWebhook: string;
};

const KEY_BYTES = 32;
const SANDBOX_BYTES = 16;
const FILE = "secrets.json";

type KeySet = Record<keyof Keys, string> & Pick<Secrets, "sandboxSecretKey" | "sandboxWebhook">;

/** Throws an OperatorError for a file that is not one of ours. */
export function loadSecrets({
  dataDir,
  shopSecret,
  shopSecretOld,
}: Pick<Environment, "dataDir" | "shopSecret" | "shopSecretOld">): Secrets {
  const file = path.join(dataDir, FILE);
  const kept = existsSync(file) ? readKeySet(file) : null;
  const current = shopSecret === null ? completeFile(file, kept ?? {}) : deriveKeys(shopSecret);
  const old = [
    ...(shopSecretOld === null ? [] : [deriveKeys(shopSecretOld)]),
    ...(shopSecret === null || kept === null ? [] : [kept]),
  ];
  const ringOf = (name: keyof Keys): KeyRing => ({
    current: current[name],
    old: old.map((keys) => keys[name]).filter((key) => key !== undefined),
  });
  return {
    session: ringOf("session"),
    orderLinks: ringOf("orderLinks"),
    secondFactor: ringOf("secondFactor"),
    knownDevice: ringOf("knownDevice"),
    sandboxSecretKey: current.sandboxSecretKey,
    sandboxWebhook: current.sandboxWebhook,
  };
}

/** The key and those before it. */
export function everyKey({ current, old }: KeyRing): string[] {
  return [current, ...old];
}

function makeKeys(bytesOf: (name: string, length: number) => Buffer): KeySet {
  const key = (name: string) => bytesOf(name, KEY_BYTES).toString("base64url");
  const hex = (name: string) => bytesOf(name, SANDBOX_BYTES).toString("hex");
  return {
    session: key("session"),
    orderLinks: key("orderLinks"),
    secondFactor: key("secondFactor"),
    knownDevice: key("knownDevice"),
    sandboxSecretKey: `sk_test_sandbox${hex("sandboxSecretKey")}`,
    sandboxWebhook: `whsec_sandbox${hex("sandboxWebhook")}`,
  };
}

function deriveKeys(secret: string): KeySet {
  return makeKeys((name, length) =>
    Buffer.from(hkdfSync("sha256", secret, "", `golf-pro-shop ${name}`, length)),
  );
}

function readKeySet(file: string): Partial<KeySet> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof read === "object" && read !== null) {
      const texts = Object.entries(read).filter(([, value]) => typeof value === "string");
      return Object.fromEntries(texts);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw explainFolder(path.dirname(file), error);
  }
  throw new OperatorError(
    `${file} can't be read: restore it from a backup. If you move it away, the shop creates new keys: everyone has to sign in again, and a second factor has to be turned off by npm run admin -- turn-off-second-factor.`,
  );
}

/** What the file lacks is made now. */
function completeFile(file: string, kept: Partial<KeySet>): KeySet {
  const made = makeKeys((_name, length) => randomBytes(length));
  const keys = { ...made, ...kept };
  if (Object.keys(made).some((name) => !(name in kept))) {
    makeFolderDurably(path.dirname(file));
    writeDurablySync(file, JSON.stringify(keys, null, 2), `${file}.${process.pid}`);
  }
  return keys;
}
