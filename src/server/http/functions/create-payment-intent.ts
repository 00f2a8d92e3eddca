import { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { startCheckout } from "../../checkout/start-checkout.ts";
import { refuseCheckout, refuseRequest } from "./refuse-checkout.ts";
import { withJson } from "./with-body.ts";

export const createPaymentIntent = withJson(async (shop, c, body) => {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const result = await startCheckout(shop, { request: parsed.value });
  return result.ok ? c.json(result.started) : refuseCheckout(c, result);
});
