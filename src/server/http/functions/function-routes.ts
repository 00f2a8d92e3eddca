// The fixed functions that the browser calls. Each one parses, calls one use case and puts the result into
// HTTP: which status a refusal has and which words go with it is decided in this folder and nowhere else.
import { Hono } from "hono";
import type { Shop } from "../../shop.ts";
import { refuse } from "../responses.ts";
import { listProducts, refreshCart } from "./catalog-functions.ts";
import { createCheckoutSession, createPaymentIntent, extendHoldOf } from "./checkout-functions.ts";
import { sendOrderConfirmation, verifyCheckoutSession, whoami } from "./order-functions.ts";
import type { ShopFunction } from "./with-body.ts";

const posted: Record<string, ShopFunction> = {
  "/create-payment-intent": createPaymentIntent,
  "/create-checkout-session": createCheckoutSession,
  "/verify-checkout-session": verifyCheckoutSession,
  "/send-order-confirmation": sendOrderConfirmation,
  "/extend-hold": extendHoldOf,
  "/refresh-cart": refreshCart,
  "/list-products": listProducts,
};
const asked: Record<string, ShopFunction> = { "/whoami": whoami };

export function functionRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
  });
  for (const [path, answer] of Object.entries(posted)) routes.post(path, (c) => answer(shop, c));
  for (const [path, answer] of Object.entries(asked)) routes.get(path, (c) => answer(shop, c));
  for (const path of Object.keys({ ...posted, ...asked })) {
    routes.all(path, (c) =>
      refuse(c, 405, "method_not_allowed", "This function does not answer this method."),
    );
  }
  routes.all("/*", (c) => refuse(c, 404, "not_found", "There is no such function."));
  return routes;
}
