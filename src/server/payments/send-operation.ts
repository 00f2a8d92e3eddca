// Sends a stored call without ever doing its work twice. The provider remembers a key for a day; within that day, the
// same key with the same parameters is safe to resend any number of times. After that, the same key would do the work
// again, so the shop first looks for the result of the first call. It does the same when the provider says that the key
// was used for something else, or keeps repeating an error stored under the key. A new key is stored and sent only when
// the provider's complete list has nothing of the shop's and the old key can no longer take effect.
import { nowOf, type Shop } from "../core/shop.ts";
import { allPages } from "./all-pages.ts";
import { renewKey, type StoredOperation, sentKey } from "./operation-queries.ts";
import { isSpent, type Page, type ProviderFailure, type ProviderResult } from "./payment-provider.ts";

/** An hour less than the provider promises: the call takes time, and clocks differ. */
const KEY_TRUSTED_MS = 23 * 60 * 60_000;

type Call<T> = {
  send: (key: string) => Promise<ProviderResult<T>>;
  /** What the operation has made so far, null for nothing; a failure when the list is incomplete. */
  find: () => Promise<ProviderResult<T | null>>;
  /** False: once its key has expired, the call is not made again; the shop only looks for its result. */
  mayRenew: boolean;
};

/** A call's row is older than anything made for it, but only by the shop's clock, which may be wrong. */
const CLOCK_SLACK_MS = 24 * 60 * 60_000;

const nothingMade: ProviderFailure = {
  ok: false,
  reason: "refused",
  message: "the provider has nothing under this key and will no longer make it",
};

export async function sendOperation<T>(
  shop: Shop,
  operation: StoredOperation,
  call: Call<T>,
): Promise<ProviderResult<T>> {
  let current = operation;
  if (nowOf(shop).getTime() - current.keySince.getTime() > KEY_TRUSTED_MS) {
    const made = await call.find();
    if (!made.ok) return made;
    if (made.value !== null) return { ok: true, value: made.value };
    if (!call.mayRenew) return nothingMade;
    const renewed = await renewKey(shop.db, current, nowOf(shop));
    if (renewed === null) return nothingMade;
    current = renewed;
  }
  const sent = await call.send(sentKey(current));
  if (sent.ok) return sent;
  const isOver = isSpent(sent);
  if (!isOver && sent.reason !== "idempotency_conflict") return sent;

  const made = await call.find();
  if (!made.ok) return made;
  if (made.value !== null) return { ok: true, value: made.value };
  // A conflict without a result of the shop's: something else uses its keys, so a person must look.
  if (!isOver) return sent;
  if (!call.mayRenew) return nothingMade;
  const renewed = await renewKey(shop.db, current, nowOf(shop));
  if (renewed === null) return nothingMade;
  return call.send(sentKey(renewed));
}

/** What the provider has for a checkout, by its metadata, made since the call was stored; a canceled one last. */
export async function findOfCheckout<T extends { id: string; checkoutId: string | null }>(
  { createdAt }: StoredOperation,
  checkoutId: string,
  { list, isOver = () => false }: ListOf<T>,
): Promise<ProviderResult<T | null>> {
  const createdSince = createdAt.getTime() - CLOCK_SLACK_MS;
  let over: T | null = null;
  for await (const page of allPages((after) => list({ createdSince, after }))) {
    if (!page.ok) return page;
    const ours = page.value.items.filter((item) => item.checkoutId === checkoutId);
    const alive = ours.find((item) => !isOver(item));
    if (alive) return { ok: true, value: alive };
    over ??= ours[0] ?? null;
  }
  return { ok: true, value: over };
}

type ListOf<T> = {
  list: (query: { createdSince: number; after: string | null }) => Promise<ProviderResult<Page<T>>>;
  /** Omitted where a checkout has at most one. */
  isOver?: (item: T) => boolean;
};
