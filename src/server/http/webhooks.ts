import { Hono } from "hono";
import { errorText } from "../log.ts";
import { receiveEvent } from "../provider-events/receive-event.ts";
import type { Shop } from "../shop.ts";
import type { PostRule } from "./door/post-rule.ts";
import { readText } from "./request-body.ts";
import { refuse, refuseMethod } from "./responses.ts";

/** Whatever calls itself: the signature decides. */
export const webhookPosts: PostRule = { bytesMax: 1024 * 1024, types: null, isFromAnywhere: true };

/** The payment webhook: raw body, signature, inbox. 503 (come again) whenever the inbox can't be written. */
export function webhookRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.post("/stripe", async (c) => {
    const rawBody = await readText(c.req.raw, webhookPosts.bytesMax);
    if (rawBody === null) return refuse(c, 413, "too_large", "The event is too large.");
    try {
      const outcome = await receiveEvent(shop, {
        rawBody,
        signature: c.req.header("stripe-signature") ?? "",
      });
      if (outcome === "refused") return refuse(c, 400, "bad_signature", "The signature does not match.");
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
