// Stripe's idempotency keys. The first answer to a key is kept, a 500 included, and repeated for the same key with
// the same parameters, so a shop that lost an answer can ask again and never pays twice. Other parameters under a
// used key are refused, failed validations are not kept, and a key in use answers 409. Keys are forgotten after
// 24 hours and then make a new object: the shop must take that into account.
import { createHash } from "node:crypto";
import type { SandboxContext } from "../context.ts";
import { ApiError } from "./api-error.ts";
import type { FormTree } from "./form-body.ts";

export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const KEY_LENGTH_MAX = 255;

export type KeyedCall = { key: string; endpoint: string; paramsHash: string };
export type KeptAnswer = { status: number; body: string; requestId: string };

type KeyRow = { endpoint: string; params_hash: string; request_id: string; status: number; body: string };

/** The same parameters in another order are the same call. */
export function hashParameters(tree: FormTree): string {
  const canonical = (value: string | FormTree): unknown =>
    typeof value === "string"
      ? value
      : Object.keys(value)
          .sort()
          .map((name) => [name, canonical(value[name]!)]);
  return createHash("sha256")
    .update(JSON.stringify(canonical(tree)))
    .digest("hex");
}

/** The stored answer to this call, or null if the key is new. Refuses a key that was used for another call. */
export function findKeptAnswer(context: SandboxContext, call: KeyedCall): KeptAnswer | null {
  if (call.key.length > KEY_LENGTH_MAX) {
    throw idempotencyError(`Idempotency keys can be up to ${KEY_LENGTH_MAX} characters.`);
  }
  context.store.run("DELETE FROM idempotency_keys WHERE created_ms <= ?", context.now() - KEY_LIFETIME_MS);
  const kept = context.store.row<KeyRow>("SELECT * FROM idempotency_keys WHERE key = ?", call.key);
  if (!kept) return null;
  if (kept.endpoint !== call.endpoint) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${kept.endpoint}' vs '${call.endpoint}'). Try using a key other than '${call.key}' if you meant to execute a different request.`,
    );
  }
  if (kept.params_hash !== call.paramsHash) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
    );
  }
  return { status: kept.status, body: kept.body, requestId: kept.request_id };
}

export function keepAnswer(context: SandboxContext, call: KeyedCall, answer: KeptAnswer): void {
  context.store.run(
    "INSERT INTO idempotency_keys (key, endpoint, params_hash, request_id, status, body, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
    call.key,
    call.endpoint,
    call.paramsHash,
    answer.requestId,
    answer.status,
    answer.body,
    context.now(),
  );
}

export function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: "invalid_request_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function idempotencyError(message: string): ApiError {
  return new ApiError(400, { type: "idempotency_error", message });
}
