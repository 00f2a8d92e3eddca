// Turns the answer of create-checkout-session into what the payment step does next.
import type { FunctionAnswer } from "../../page/functions-client.ts";
import { asRecord, asText } from "./json-fields.ts";

export type PageAnswer =
  /** `url`: the provider's own payment page. */
  | { ok: true; url: string }
  | { ok: false; reason: "already-paid"; orderId: string | null; paymentIntentId: string | null }
  /** The items are no longer held, or can't be had as they were shown; nothing was charged. */
  | { ok: false; reason: "over" }
  | { ok: false; reason: "failed" };

/** Never throws. Only an http(s) URL counts: the browser is about to go there. */
export function readPageAnswer({ status, body }: FunctionAnswer): PageAnswer {
  const { url, error } = asRecord(body);
  if (status === 200 && typeof url === "string" && /^https?:\/\//.test(url)) return { ok: true, url };
  const { code, details } = asRecord(error);
  if (code === "already_paid") {
    const ids = asRecord(details);
    const [orderId, paymentIntentId] = [asText(ids.orderId), asText(ids.paymentIntentId)];
    return { ok: false, reason: "already-paid", orderId, paymentIntentId };
  }
  const isOver = status === 409 || code === "payments_closed";
  return { ok: false, reason: isOver ? "over" : "failed" };
}
