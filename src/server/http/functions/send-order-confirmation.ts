import * as z from "zod/mini";
import { resendConfirmation } from "../../orders/links/resend-confirmation.ts";
import { refuse } from "../responses.ts";
import { adminOrRefusal } from "./admin-or-refusal.ts";
import { type ShopFunction, withBody } from "./with-body.ts";

const order = z.object({ orderId: z.uuid() });

/**
 * The specification's other fields (customerEmail, total, items …) may be sent and decide nothing: the mail
 * tells the stored order, to the address of that order. Who may ask is settled before the body is read.
 */
export const sendOrderConfirmation: ShopFunction = async (shop, c) => {
  const session = await adminOrRefusal(shop, c);
  return session instanceof Response ? session : resendAs(session.email)(shop, c);
};

const resendAs = (actor: string) =>
  withBody(order, "Send orderId, the order's id.", async (shop, c, { orderId }) => {
    const resent = await resendConfirmation(shop, { orderId, actor });
    if (resent.ok) return c.json({ success: true, orderId: resent.orderId, email: resent.email });
    if (resent.reason === "not_found") return refuse(c, 404, "not_found", "No order found");
    const { status } = resent;
    return refuse(c, 409, "not_paid", "This order is not paid, so there is nothing to confirm.", { status });
  });
