// Whether the provider's events would reach the shop: the shop signs one as the provider does and sends it to its own
// public address, through DNS, proxy, and certificate. Only a webhook that has worked before counts as failing: inside
// some networks a shop can't reach its own public address.

import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { findFact, saveFact } from "../../db/facts.ts";
import type { Db } from "../../db/transaction.ts";

/** ISO times. `failing`: null when the last call got a response. */
export type WebhookProof = {
  calledAt: string;
  provenAt: string | null;
  failing: { since: string; error: string } | null;
};

export const WEBHOOK_CALL_EVERY_MS = 2 * 60_000;
const CALL_TIMEOUT_MS = 10_000;
export const WEBHOOK_FACT = "webhook.call";
const PATH = "/webhooks/stripe";

/** Sends one request; replaced only in tests. */
export type SendCall = (request: Request) => Promise<Response>;

/** Null before the first call. */
export async function loadWebhookProof(db: Db): Promise<WebhookProof | null> {
  return readWebhookProof(await findFact(db, WEBHOOK_FACT));
}

/** From the value of the fact WEBHOOK_FACT. */
export function readWebhookProof(text: string | null): WebhookProof | null {
  return text === null ? null : (JSON.parse(text) as WebhookProof);
}

/** Makes the call and stores the result. */
export async function callOwnWebhook(
  shop: Shop,
  { signal, send = fetch }: { signal?: AbortSignal; send?: SendCall } = {},
): Promise<WebhookProof> {
  const before = await loadWebhookProof(shop.db);
  const error = await callOnce(shop, send, signal);
  const now = nowOf(shop);
  const at = now.toISOString();
  const proof: WebhookProof =
    error === null
      ? { calledAt: at, provenAt: at, failing: null }
      : {
          calledAt: at,
          provenAt: before?.provenAt ?? null,
          failing: { since: before?.failing?.since ?? at, error },
        };
  await saveFact(shop.db, { name: WEBHOOK_FACT, value: JSON.stringify(proof), now });
  // The next page reads it again.
  delete shop.memory.troubles;
  return proof;
}

/** Why it failed, or null. */
async function callOnce(shop: Shop, send: SendCall, signal?: AbortSignal): Promise<string | null> {
  const { body, signature } = shop.payments.signOwnEvent();
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    const answer = await send(
      new Request(shop.env.publicUrl + PATH, {
        method: "POST",
        body,
        redirect: "error",
        headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }),
    );
    await answer.body?.cancel();
    return answer.status === 200 ? null : `it answered ${answer.status}`;
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return errorText(cause instanceof Error ? cause : error);
  }
}
