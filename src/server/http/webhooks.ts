import type { IncomingHttpHeaders } from "node:http";
import { Hono } from "hono";
import { receiveEvent } from "../checkout/provider-events/receive-event.ts";
import { errorText } from "../core/log.ts";
import type { Shop } from "../core/shop.ts";
import type { PostRule } from "./door/post-rule.ts";
import type { Refusal } from "./door/refusal.ts";
import { readText } from "./request-body.ts";
import { refuse, refuseMethod } from "./responses.ts";

const SIGNATURE = "stripe-signature";
const EVENT_BYTES_MAX = 1024 * 1024;
const badSignature = { status: 400, code: "bad_signature", words: "The signature does not match." } as const;

/** Any caller: the signature decides, first by how it is written, and by the whole body once that is there. */
export function webhookPosts({ payments }: Pick<Shop, "payments">): PostRule {
  const refuseHead = (headers: IncomingHttpHeaders): Refusal | null =>
    payments.mayBeSigned(String(headers[SIGNATURE])) ? null : badSignature;
  return { bytesMax: EVENT_BYTES_MAX, types: null, isFromAnywhere: true, refuseHead };
}

/** The payment webhook: raw body, signature, inbox. 503 (come again) whenever the inbox can't be written. */
export function webhookRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.post("/stripe", async (c) => {
    const rawBody = await readText(c.req.raw, EVENT_BYTES_MAX);
    if (rawBody === null) return refuse(c, 413, "too_large", "The event is too large.");
    try {
      const outcome = await receiveEvent(shop, {
        rawBody,
        signature: c.req.header(SIGNATURE) ?? "",
      });
      if (outcome === "refused") return refuse(c, badSignature.status, badSignature.code, badSignature.words);
      // Sending it again can't help: such an event could never be stored.
      if (outcome === "unreadable")
        return refuse(c, 400, "malformed", "The event has no id that can be stored.");
      return c.json({ received: true });
    } catch (error) {
      shop.log.error("event.not_stored", { error: errorText(error) });
      return refuse(c, 503, "unavailable", "The event could not be stored. Send it again.");
    }
  });
  routes.all("/stripe", (c) => refuseMethod(c, "POST", "Send events with POST."));
  return routes;
}
