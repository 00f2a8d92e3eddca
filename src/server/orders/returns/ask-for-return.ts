// A customer asks on the order's page to return units or to exchange them. Anyone with the link to the order may ask, and
// the request moves neither money nor goods. Everything is checked again under the order's lock, so that no unit is
// requested twice, and a form that is sent twice is one request by its id.
import { maskEmail } from "#domain/order/order-page.ts";
import { isOpenReturn, parseReturnForm } from "#domain/returns/return-request.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { countUse } from "../../auth/limits/count-use.ts";
import { networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { lockOrder } from "../changes/change-queries.ts";
import { findOrderIdOfToken } from "../links/find-order-page.ts";
import { readOrderReturns } from "./find-returns.ts";
import { answerReturn, findReturn, insertReturn, releaseWanted } from "./queries.ts";

export const ASKS_WINDOW_MS = 60 * 60_000;
/** A window, from one network. */
export const ASKS_PER_SENDER_MAX = 10;
/** Of one order, ever. */
export const RETURNS_PER_ORDER_MAX = 20;

export type ReturnOutcome =
  /** `email`: where the answer goes, masked. `isNew`: false when this very form was sent before. */
  | { ok: true; isNew: boolean; email: string }
  | { ok: false; reason: "invalid"; errors: Record<string, string> }
  /** too_many: this order has had more requests than anybody needs. */
  | { ok: false; reason: "not_found" | "not_returnable" | "too_late" | "too_many" }
  | { ok: false; reason: "rate_limited" | "unavailable" };

export type AskForReturn = {
  token: string;
  /** A UUID made with the form. */
  returnId: string;
  /** Texts by the names of the form's fields. */
  typed: Readonly<Record<string, string>>;
  ip: string;
};

export async function askForReturn(shop: Shop, asked: AskForReturn): Promise<ReturnOutcome> {
  try {
    const orderId = await findOrderIdOfToken(shop, asked.token);
    if (orderId === null) return { ok: false, reason: "not_found" };
    if (!(await mayAsk(shop, asked.ip))) return { ok: false, reason: "rate_limited" };
    const returnId = isUuid(asked.returnId) ? asked.returnId : shop.newId();
    const outcome = await store(shop, { orderId, returnId, typed: asked.typed });
    if (outcome.ok && outcome.isNew) shop.wakeWorker("mails");
    return outcome;
  } catch (error) {
    shop.log.error("return.not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

type ReturnToStore = Pick<AskForReturn, "returnId" | "typed"> & { orderId: string };

async function store(shop: Shop, { orderId, returnId, typed }: ReturnToStore): Promise<ReturnOutcome> {
  const days = (await loadSettings(shop)).shipping.returnDays;
  return inTransaction(shop, async (tx): Promise<ReturnOutcome> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false, reason: "not_found" };
    const now = nowOf(shop);
    const email = maskEmail(order.customerEmail);
    const { offer, requests } = await readOrderReturns(tx, order, { days, now });
    if (requests.some(({ id }) => id === returnId)) return { ok: true, isNew: false, email };
    if (offer?.kind === "late") return { ok: false, reason: "too_late" };
    if (offer?.kind !== "open") return { ok: false, reason: "not_returnable" };
    if (requests.length >= RETURNS_PER_ORDER_MAX) return { ok: false, reason: "too_many" };
    const parsed = parseReturnForm(typed, offer.lines);
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    // The id is taken by a request of another order.
    if (!(await insertReturn(tx, { ...parsed.asked, id: returnId, orderId, now })))
      return { ok: false, reason: "not_found" };
    const uniqueKey = `return_asked:${returnId}`;
    await queueMail(tx, { kind: "return_asked", uniqueKey, orderId, to: null, payload: { returnId }, now });
    return { ok: true, isNew: true, email };
  });
}

async function mayAsk(shop: Shop, ip: string): Promise<boolean> {
  const key = `returns:${shop.hashClient(networkOf(ip))}`;
  const uses = await countUse(shop.db, { key, now: shop.clock(), windowMs: ASKS_WINDOW_MS });
  return uses <= ASKS_PER_SENDER_MAX;
}

export type TakeBackOutcome = { ok: boolean };

/** The customer no longer wants it. Nothing changes once it has ended, or a unit of it is on the shelf of the shop again. */
export async function takeReturnBack(
  shop: Shop,
  { token, returnId }: { token: string; returnId: string },
): Promise<TakeBackOutcome> {
  const orderId = await findOrderIdOfToken(shop, token);
  if (orderId === null || !isUuid(returnId)) return { ok: false };
  return inTransaction(shop, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return { ok: false };
    const request = await findReturn(tx, { orderId, returnId });
    if (!request || !isOpenReturn(request) || request.state === "received") return { ok: false };
    await answerReturn(tx, { returnId, state: "closed", answer: request.answer, now: nowOf(shop) });
    await releaseWanted(tx, returnId);
    return { ok: true };
  });
}
