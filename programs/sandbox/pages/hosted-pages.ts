// The two pages that a shopper may be sent to: the hosted payment page of a checkout session, and the bank's
// question (3-D Secure) for pages without script. Plain forms; the card number of a form post is turned into a
// test card's behavior right away and never shown again.

import { html } from "hono/html";
import type Stripe from "stripe";
import { ApiError, type ErrorBody } from "../api/api-error.ts";
import { parseFormBody } from "../api/form-body.ts";
import { isSameSecret } from "../api/server-api.ts";
import type { SandboxContext } from "../context.ts";
import { isOwnOrigin } from "../faults/control-requests.ts";
import { loadSession, sessionSecrets } from "../payments/checkout-sessions.ts";
import { authenticatePayment, confirmPayment, secretsOf } from "../payments/payment-attempts.ts";
import { createPaymentIntent, loadPaymentIntent } from "../payments/payment-intents.ts";
import { makePaymentMethod } from "../payments/payment-methods.ts";
import { dollars, htmlPage } from "./html.ts";

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });
const notFound = () => new Response("There is no such page.", { status: 404 });
const text = (value: unknown) => (typeof value === "string" ? value : "");

export async function answerHostedPage(
  context: SandboxContext,
  request: Request,
  url: URL,
): Promise<Response> {
  const [, page, id = ""] = /^\/sandbox\/(checkout|authenticate)\/([A-Za-z0-9_]+)$/.exec(url.pathname) ?? [];
  const isPost = request.method === "POST";
  if (isPost && !isOwnOrigin(context, request, url))
    return new Response("Posted from elsewhere.", { status: 403 });
  const fields = isPost ? parseFormBody(await request.text()) : {};
  try {
    return context.store.transaction(() => {
      if (page === "checkout") return checkoutPage(context, id, isPost ? fields : null, url);
      return authenticationPage(context, id, isPost ? fields : null, url);
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return notFound();
    throw error;
  }
}

type Fields = Record<string, unknown> | null;

function checkoutPage(context: SandboxContext, id: string, fields: Fields, url: URL): Response {
  const session = loadSession(context, id);
  if (session.status === "complete") return seeOther(successUrl(session));
  if (session.status === "expired") return expiredPage(session);
  if (!fields) return paymentForm(context, session, lastErrorOf(context, session));
  const intent = intentOf(context, session);
  const digits = text(fields.expiry).replace(/\D/g, "");
  const typed = makePaymentMethod(context, {
    type: "card",
    card: {
      number: text(fields.number),
      exp_month: Number(digits.slice(0, 2)),
      exp_year: Number(digits.slice(2)),
      cvc: text(fields.cvc).trim(),
    },
    billing_details: { address: { postal_code: text(fields.zip) } },
  });
  const question = `/sandbox/authenticate/${intent.id}?payment_intent_client_secret=${intent.client_secret}`;
  const answer = confirmPayment(context, intent, typed, { returnUrl: url.href, authenticateUrl: question });
  if ("error" in answer.body) {
    return paymentForm(context, session, (answer.body.error as ErrorBody).message, answer.status);
  }
  const status = (answer.body as Stripe.PaymentIntent).status;
  return seeOther(status === "requires_action" ? question : successUrl(session));
}

const successUrl = (session: Stripe.Checkout.Session) =>
  (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);

const originOf = (address: string | null) => (address ? [new URL(address).origin] : []);

/** The session's PaymentIntent, created at the first attempt to pay and linked both ways. */
function intentOf(context: SandboxContext, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  if (session.payment_intent) return loadPaymentIntent(context, String(session.payment_intent));
  const { paymentIntentData } = sessionSecrets(context, session.id);
  const intent = createPaymentIntent(context, {
    ...paymentIntentData,
    receipt_email: paymentIntentData.receipt_email ?? session.customer_email ?? undefined,
    amount: session.amount_total!,
    currency: session.currency!,
  });
  context.store.saveHidden(intent.id, { ...secretsOf(context, intent.id), sessionId: session.id });
  session.payment_intent = intent.id;
  context.store.save(session);
  return intent;
}

function lastErrorOf(context: SandboxContext, session: Stripe.Checkout.Session): string | null {
  if (!session.payment_intent) return null;
  return loadPaymentIntent(context, String(session.payment_intent)).last_payment_error?.message ?? null;
}

function expiredPage(session: Stripe.Checkout.Session): Response {
  const back = session.cancel_url && html`<p><a href="${session.cancel_url}">Back to the shop</a></p>`;
  const body = html`<main class="narrow"><h1>This payment page has expired</h1><p>Nothing was charged.</p>${back}</main>`;
  return htmlPage("Payment page expired", body, { status: 410 });
}

function field(name: string, label: string, autocomplete: string, placeholder: string) {
  return html`<div class="field ${name}"><label for="${name}">${label}</label><input id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}" maxlength="24" required></div>`;
}

function paymentForm(
  context: SandboxContext,
  session: Stripe.Checkout.Session,
  error: string | null,
  status = 200,
): Response {
  const { lineItems } = sessionSecrets(context, session.id);
  const total = dollars(session.amount_total ?? 0);
  const body = html`<main class="narrow">
<p class="eyebrow">Payment sandbox</p>
<h1>Pay ${total}</h1>
<ul class="lines">${lineItems.map(
    (item) =>
      html`<li><span>${item.description}${(item.quantity ?? 1) > 1 && ` × ${item.quantity}`}</span> <span>${dollars(item.amount_total)}</span></li>`,
  )}</ul>
<p class="note"><strong>No real card is charged.</strong> Try <code>4242 4242 4242 4242</code>, any future date, any code.</p>
${error && html`<p class="alert" role="alert">${error}</p>`}
<form class="card-form" method="post">
${field("number", "Card number", "cc-number", "1234 1234 1234 1234")}
${field("expiry", "Expiration date", "cc-exp", "MM / YY")}
${field("cvc", "Security code", "cc-csc", "CVC")}
${field("zip", "ZIP code", "postal-code", "12345")}
<button class="primary">Pay ${total}</button>
</form>
${session.cancel_url && html`<p><a href="${session.cancel_url}">Cancel and go back</a></p>`}
</main>`;
  return htmlPage(`Pay ${total}`, body, { status, formTargets: originOf(session.success_url) });
}

/** Asks for authentication, then goes to the return URL, as Stripe does after a redirect. */
function authenticationPage(context: SandboxContext, id: string, fields: Fields, url: URL): Response {
  const intent = loadPaymentIntent(context, id);
  const given = url.searchParams.get("payment_intent_client_secret") ?? "";
  if (!isSameSecret(given, intent.client_secret ?? "")) return notFound();
  const returnUrl = secretsOf(context, intent.id).returnUrl ?? "/";
  if (intent.status === "requires_action" && !fields) {
    const body = html`<main class="narrow"><p class="eyebrow">Payment sandbox</p><h1>3-D Secure test page</h1>
<p>The bank of this test card asks for authentication of a payment of ${dollars(intent.amount)}.</p>
<form method="post" class="stack"><button class="primary" name="outcome" value="succeed">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button></form></main>`;
    return htmlPage("3-D Secure test page", body, { formTargets: originOf(new URL(returnUrl, url).href) });
  }
  if (intent.status === "requires_action")
    authenticatePayment(context, intent, fields?.outcome === "succeed");
  const back = new URL(returnUrl, url);
  const isSession = back.pathname.startsWith("/sandbox/checkout/");
  if (!isSession) {
    back.searchParams.set("payment_intent", intent.id);
    back.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
    back.searchParams.set(
      "redirect_status",
      loadPaymentIntent(context, id).status === "succeeded" ? "succeeded" : "failed",
    );
  }
  return seeOther(back.href);
}
