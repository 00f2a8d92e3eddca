import type { Context } from "hono";
import * as z from "zod/mini";
import { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { type HostedCheckout, hostCheckout, startHostedCheckout } from "../../checkout/host-checkout.ts";
import { refuse } from "../responses.ts";
import { refuseCheckout, refuseRequest } from "./refuse-checkout.ts";
import { withJson } from "./with-body.ts";

const openCheckout = z.object({ order_id: z.uuid(), cart_items: z.optional(z.undefined()) });

/** Names the open checkout by its order_id, or brings everything that create-payment-intent takes. */
export const createCheckoutSession = withJson(async (shop, c, body) => {
  const named = openCheckout.safeParse(body);
  if (named.success) {
    return answerHosted(c, await hostCheckout(shop, { orderId: named.data.order_id.toLowerCase() }));
  }
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  return answerHosted(c, await startHostedCheckout(shop, { request: parsed.value }));
});

function answerHosted(c: Context, hosted: HostedCheckout): Response {
  if (hosted.ok) {
    const { ok: _, ...answer } = hosted;
    return c.json(answer);
  }
  return hosted.reason === "not_found"
    ? refuse(c, 404, "not_found", "There is no such checkout.")
    : refuseCheckout(c, hosted);
}
