// The fixed functions that the browser calls. Each one parses, calls one use case and puts the result into
// HTTP: which status a refusal has and which words go with it is decided in this folder and nowhere else.
import { Hono } from "hono";
import type { Shop } from "../../core/shop.ts";
import { type PostRule, STRANGER_BYTES_MAX } from "../door/post-rule.ts";
import { refuse, refuseMethod } from "../responses.ts";
import { zipPlaces } from "./address-functions.ts";
import { findProduct, listProducts, refreshCart } from "./catalog-functions.ts";
import {
  createCheckoutSession,
  createPaymentIntent,
  extendHoldOf,
  holdAtPayOf,
} from "./checkout-functions.ts";
import { sendOrderConfirmation, verifyCheckoutSession, whoami } from "./order-functions.ts";
import type { ShopFunction } from "./with-body.ts";

const posted = {
  "/create-payment-intent": createPaymentIntent,
  "/create-checkout-session": createCheckoutSession,
  "/verify-checkout-session": verifyCheckoutSession,
  "/send-order-confirmation": sendOrderConfirmation,
  "/extend-hold": extendHoldOf,
  "/hold-at-pay": holdAtPayOf,
  "/refresh-cart": refreshCart,
  "/list-products": listProducts,
  "/find-product": findProduct,
} satisfies Record<string, ShopFunction>;
const asked = { "/whoami": whoami, "/zip-places/:prefix": zipPlaces } satisfies Record<string, ShopFunction>;

/** The path of a function, with its parameters as the table names them. */
export type FunctionPath = keyof typeof posted | keyof typeof asked;

export const functionPosts: PostRule = { bytesMax: STRANGER_BYTES_MAX, types: ["application/json"] };

const NO_METHOD = "This function does not support this method.";

export function functionRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    // Only responses that are the same for everyone say how long they may be cached.
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  for (const [path, answer] of Object.entries(posted)) routes.post(path, (c) => answer(shop, c));
  for (const [path, answer] of Object.entries(asked)) routes.get(path, (c) => answer(shop, c));
  for (const path of Object.keys(posted)) routes.all(path, (c) => refuseMethod(c, "POST", NO_METHOD));
  for (const path of Object.keys(asked)) routes.all(path, (c) => refuseMethod(c, "GET, HEAD", NO_METHOD));
  routes.all("/*", (c) => refuse(c, 404, "not_found", "There is no such function."));
  return routes;
}
