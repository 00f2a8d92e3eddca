// The fixed functions that the browser calls. Each one parses, calls one use case and puts the result into
// HTTP: which status a refusal has and which words go with it is decided here and nowhere else.
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { CART_LINES_MAX } from "#domain/cart.ts";
import { parseCheckoutRequest } from "#domain/checkout.ts";
import { type AdminSession, findAdminSession, isAdmin } from "../auth/admin-session.ts";
import { LISTED_BY_ID_MAX, listByIds } from "../catalog/list-by-ids.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { extendHold } from "../checkout/extend-hold.ts";
import { type HostedCheckout, hostCheckout, startHostedCheckout } from "../checkout/host-checkout.ts";
import { findOrderIdByIntent } from "../checkout/settlement-queries.ts";
import { type CheckoutRefusal, startCheckout } from "../checkout/start-checkout.ts";
import { syncOrder } from "../checkout/sync-order.ts";
import { type Verification, verifyCheckout } from "../checkout/verify-checkout.ts";
import { resendConfirmation } from "../orders/resend-confirmation.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Shop } from "../shop.ts";
import { readJson, refuse } from "./responses.ts";

export function functionRoutes(shop: Shop): Hono {
  const routes = new Hono();
  routes.post("/create-payment-intent", (c) => createPaymentIntent(shop, c));
  routes.post("/create-checkout-session", (c) => createCheckoutSession(shop, c));
  routes.post("/verify-checkout-session", (c) => verifyCheckoutSession(shop, c));
  routes.post("/send-order-confirmation", (c) => sendOrderConfirmation(shop, c));
  routes.post("/extend-hold", (c) => extendHoldOf(shop, c));
  routes.post("/refresh-cart", (c) => refreshCart(shop, c));
  routes.post("/list-products", (c) => listProductsById(shop, c));
  routes.get("/whoami", async (c) => {
    const session = await findAdminSession(shop, c.req.raw);
    return c.json({ admin: session !== null && "email" in session }, 200, { "Cache-Control": "no-store" });
  });
  routes.all("/*", (c) => {
    const known = routes.routes.some(
      (route) => route.path === c.req.path.replace(/^\/functions\/v1/, "") && route.path !== "/*",
    );
    return known
      ? refuse(c, 405, "method_not_allowed", "This function does not answer this method.")
      : refuse(c, 404, "not_found", "There is no such function.");
  });
  return routes;
}

async function createPaymentIntent(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = parseCheckoutRequest(body.value);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const result = await startCheckout(shop, { request: parsed.value });
  return result.ok ? c.json(result.started, 200, { "Cache-Control": "no-store" }) : refuseCheckout(c, result);
}

function refuseRequest(
  c: Context,
  parsed: Extract<ReturnType<typeof parseCheckoutRequest>, { ok: false }>,
): Response {
  if (parsed.reason === "malformed") {
    const { fields } = parsed;
    return refuse(c, 400, "malformed", `Missing or wrong: ${fields.join(", ")}`, { fields });
  }
  const { errors } = parsed;
  return refuse(c, 422, "invalid_shipping", "Please check the shipping information.", { errors });
}

const openCheckoutSchema = z.object({ order_id: z.uuid(), cart_items: z.optional(z.undefined()) });

// Names the open checkout by its order_id, or brings everything that create-payment-intent takes.
async function createCheckoutSession(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const named = openCheckoutSchema.safeParse(body.value);
  if (named.success)
    return answerHosted(c, await hostCheckout(shop, { orderId: named.data.order_id.toLowerCase() }));
  const parsed = parseCheckoutRequest(body.value);
  if (!parsed.ok) return refuseRequest(c, parsed);
  return answerHosted(c, await startHostedCheckout(shop, { request: parsed.value }));
}

function answerHosted(c: Context, hosted: HostedCheckout): Response {
  if (hosted.ok) {
    const { ok: _, ...answer } = hosted;
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  }
  return hosted.reason === "not_found"
    ? refuse(c, 404, "not_found", "There is no such checkout.")
    : refuseCheckout(c, hosted);
}

const checkoutRefusals: Record<CheckoutRefusal["reason"], { status: ContentfulStatusCode; message: string }> =
  {
    unknown_product: {
      status: 409,
      message: "A product in your cart is no longer sold. Remove it and try again.",
    },
    out_of_stock: {
      status: 409,
      message: "There is not enough stock for your cart. Change the quantity and try again.",
    },
    total_changed: { status: 409, message: "Prices have changed. Check the new total and try again." },
    amount_out_of_range: {
      status: 422,
      message: "This total can't be paid by card. It must be at least $0.50.",
    },
    idempotency_mismatch: {
      status: 422,
      message: "This idempotency key was used for another request. Use a new one.",
    },
    hold_expired: { status: 409, message: "Your session expired and nothing was charged. Please try again." },
    already_paid: { status: 409, message: "This order is already paid." },
    provider_unavailable: { status: 503, message: "Unable to process payment. Please try again later." },
    provider_refused: { status: 502, message: "Unable to process payment. Please try again later." },
  };

const refusalCodes: Partial<Record<CheckoutRefusal["reason"], string>> = {
  provider_unavailable: "payment_provider_unavailable",
  provider_refused: "payment_provider_refused",
};

function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  const { ok: _, reason, ...details } = refusal;
  const { status, message } = checkoutRefusals[reason];
  return refuse(c, status, refusalCodes[reason] ?? reason, message, details);
}

const text = z.optional(z.nullable(z.string().check(z.maxLength(200))));
const verifySchema = z.object({
  order_id: text,
  payment_intent_id: text,
  session_id: text,
  sync_only: z.optional(z.boolean()),
});

// The specification's other fields (cart_items, shipping_details, force_create, status …) may be sent and
// decide nothing: what was bought and what it cost is known here since before the payment.
async function verifyCheckoutSession(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = verifySchema.safeParse(body.value);
  if (!parsed.success)
    return refuse(c, 400, "malformed", "Send order_id, payment_intent_id or session_id as text.");
  const { order_id: orderId = null, payment_intent_id: intentId = null, sync_only: syncOnly } = parsed.data;
  const { session_id: sessionId = null } = parsed.data;
  if (syncOnly) return syncForAdmin(shop, c, orderId, intentId);
  return answerVerification(c, await verifyCheckout(shop, { orderId, intentId, sessionId }));
}

function answerVerification(c: Context, verification: Verification): Response {
  const headers = { "Cache-Control": "no-store" };
  if (verification.ok) {
    const { orderId, status, previousStatus, updated, duplicate, total, order } = verification;
    const message = duplicate ? "Order already exists in database" : "Order successfully created";
    return c.json(
      {
        success: true,
        order_id: orderId,
        total,
        status,
        previous_status: previousStatus,
        updated,
        duplicate,
        message,
        order,
      },
      200,
      headers,
    );
  }
  if (verification.reason === "unpaid" || verification.reason === "canceled") {
    return c.json(
      { success: false, status: verification.reason, message: "Nothing was charged." },
      200,
      headers,
    );
  }
  return verification.reason === "unavailable"
    ? refuse(
        c,
        503,
        "payment_provider_unavailable",
        "The payment can't be checked right now. Please try again.",
      )
    : refuse(c, 404, "not_found", "No order information found");
}

/** The administrator who is asking, or the answer to everybody else. */
async function adminOrRefusal(shop: Shop, c: Context): Promise<AdminSession | Response> {
  const session = await findAdminSession(shop, c.req.raw);
  if (!session) return refuse(c, 401, "not_signed_in", "Sign in as the store's admin.");
  return isAdmin(session) ? session : refuse(c, 403, "not_admin", "Only the store's admin may do this.");
}

async function syncForAdmin(
  shop: Shop,
  c: Context,
  orderId: string | null,
  intentId: string | null,
): Promise<Response> {
  const session = await adminOrRefusal(shop, c);
  if (session instanceof Response) return session;
  const id = orderId ?? (intentId ? await findOrderIdByIntent(shop.db, intentId) : null);
  const result = id ? await syncOrder(shop, { orderId: id }) : ({ ok: false, reason: "not_found" } as const);
  if (result.ok) {
    const { updated, previousStatus, status } = result;
    return c.json({ success: true, updated, previous_status: previousStatus, status }, 200, {
      "Cache-Control": "no-store",
    });
  }
  return result.reason === "unavailable"
    ? refuse(c, 503, "payment_provider_unavailable", "Failed to sync order status")
    : refuse(c, 404, "not_found", "No order found");
}

const resendSchema = z.object({ orderId: z.uuid() });

// The specification's other fields (customerEmail, total, items …) may be sent and decide nothing: the mail
// tells the stored order, to the address of that order.
async function sendOrderConfirmation(shop: Shop, c: Context): Promise<Response> {
  const session = await adminOrRefusal(shop, c);
  if (session instanceof Response) return session;
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = resendSchema.safeParse(body.value);
  if (!parsed.success) return refuse(c, 400, "malformed", "Send orderId, the order's id.");
  const resent = await resendConfirmation(shop, { orderId: parsed.data.orderId, actor: session.email });
  if (!resent.ok && resent.reason === "not_found") return refuse(c, 404, "not_found", "No order found");
  if (!resent.ok) {
    const { status } = resent;
    return refuse(c, 409, "not_paid", "This order is not paid, so there is nothing to confirm.", { status });
  }
  return c.json({ success: true, orderId: resent.orderId, email: resent.email }, 200, {
    "Cache-Control": "no-store",
  });
}

const holdSchema = z.object({ order_id: z.uuid() });

async function extendHoldOf(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = holdSchema.safeParse(body.value);
  if (!parsed.success) return refuse(c, 400, "malformed", "Send order_id, the order's id.");
  const until = await extendHold(shop, { orderId: parsed.data.order_id.toLowerCase() });
  if (!until)
    return refuse(c, 409, "hold_expired", "Your session expired and nothing was charged. Please try again.");
  return c.json({ expiresAt: until.toISOString() }, 200, { "Cache-Control": "no-store" });
}

const cartSchema = z.object({
  items: z
    .array(
      z.object({
        product_id: z.string().check(z.maxLength(100)),
        selectedOption: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      }),
    )
    .check(z.maxLength(CART_LINES_MAX)),
});

async function refreshCart(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = cartSchema.safeParse(body.value);
  if (!parsed.success) return refuse(c, 400, "malformed", "Send items: [{ product_id, selectedOption }].");
  const items = parsed.data.items.map((item) => ({
    productId: item.product_id,
    selectedOption: item.selectedOption ?? null,
  }));
  const [lines, settings] = await Promise.all([refreshCartLines(shop, items), loadSettings(shop)]);
  return c.json({ lines, settings }, 200, { "Cache-Control": "no-store" });
}

const idsSchema = z.object({
  ids: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(LISTED_BY_ID_MAX)),
});

async function listProductsById(shop: Shop, c: Context): Promise<Response> {
  const body = await readJson(c);
  if (!body.ok) return body.response;
  const parsed = idsSchema.safeParse(body.value);
  if (!parsed.success) {
    return refuse(c, 400, "malformed", `Send ids, at most ${LISTED_BY_ID_MAX} ids of products.`);
  }
  const products = await listByIds(shop, parsed.data.ids);
  return c.json({ products }, 200, { "Cache-Control": "no-store" });
}
