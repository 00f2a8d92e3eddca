import * as z from "zod/mini";
import { extendHold } from "../../checkout/extend-hold.ts";
import { refuse } from "../responses.ts";
import { withBody } from "./with-body.ts";

const hold = z.object({ order_id: z.uuid() });

export const extendHoldOf = withBody(hold, "Send order_id, the order's id.", async (shop, c, body) => {
  const until = await extendHold(shop, { orderId: body.order_id.toLowerCase() });
  if (until) return c.json({ expiresAt: until.toISOString() });
  return refuse(c, 409, "hold_expired", "Your session expired and nothing was charged. Please try again.");
});
