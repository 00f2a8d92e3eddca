// What a page loads instead of js.stripe.com while the payment sandbox is on: the part of Stripe.js that
// @stripe/react-stripe-js and a Payment Element need. The server sends this file and what it imports as one
// classic script (see pages.ts), because `window.Stripe` has to be there before the page's own modules run.
import { askForAuthentication } from "./authentication.js";
import { createElements, insideOf } from "./elements.js";

const API = "/sandbox/api/v1/payment_intents/";

const connectionError = {
  type: "api_connection_error",
  message:
    "An error occurred with our connection to the payment sandbox. Please check your network and try again.",
};

async function call(method, path, params) {
  const form = new URLSearchParams(params);
  try {
    const response = await fetch(method === "GET" ? `${path}?${form}` : path, {
      method,
      credentials: "omit",
      ...(method === "POST" && { body: form }),
    });
    const body = await response.json();
    if (body.sandbox_leaves_for) return leavePage(body.sandbox_leaves_for);
    return body.error ? { error: body.error } : { paymentIntent: body };
  } catch {
    return { error: connectionError };
  }
}

/** Simulates a tab that is closed right after paying: the page's code never learns the result. */
function leavePage(address) {
  location.replace(address);
  return new Promise(() => {});
}

const idOf = (clientSecret) => /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret ?? "")?.[1] ?? null;
const noSecret = {
  error: { type: "invalid_request_error", message: "A client secret of the form pi_…_secret_… is needed." },
};
const unsupported = async () => ({
  error: {
    type: "invalid_request_error",
    message: "The payment sandbox supports the Payment Element only.",
  },
});

function createStripe(key) {
  async function authenticate(clientSecret, intent) {
    const outcome = (await askForAuthentication(intent)) ? "succeed" : "fail";
    return call("POST", `${API}${intent.id}/authenticate`, { key, client_secret: clientSecret, outcome });
  }

  async function retrievePaymentIntent(clientSecret) {
    const id = idOf(clientSecret);
    if (!id) return noSecret;
    return call("GET", API + id, { key, client_secret: clientSecret });
  }

  async function handleNextAction({ clientSecret }) {
    const found = await retrievePaymentIntent(clientSecret);
    if (found.error || found.paymentIntent.status !== "requires_action") return found;
    return authenticate(clientSecret, found.paymentIntent);
  }

  async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = "always" }) {
    const inside = insideOf(elements);
    // A wallet that has been told to pay comes before the card form.
    const payer = inside.wallet?.() ?? inside.form?.();
    const secret = clientSecret ?? inside.clientSecret?.();
    const id = idOf(secret);
    if (!payer || !id) return noSecret;
    const invalid = payer.validate();
    if (invalid) return { error: invalid };
    if (inside.isDeferred()) {
      const found = await retrievePaymentIntent(secret);
      if (found.error) return found;
      const refused = inside.refusal(found.paymentIntent);
      if (refused) return { error: { type: "invalid_request_error", message: refused } };
    }
    const card = payer.card();
    let result = await call("POST", `${API}${id}/confirm`, {
      key,
      client_secret: secret,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": card.number,
      "payment_method_data[card][exp_month]": String(card.expMonth),
      "payment_method_data[card][exp_year]": String(card.expYear),
      "payment_method_data[card][cvc]": card.cvc,
      "payment_method_data[billing_details][address][postal_code]": card.zip,
      ...payer.shipping?.(),
      ...(confirmParams.return_url && { return_url: confirmParams.return_url }),
    });
    if (result.paymentIntent?.status === "requires_action")
      result = await authenticate(secret, result.paymentIntent);
    if (result.error) {
      payer.blame(result.error);
      return result;
    }
    payer.done?.();
    if (redirect === "always") return leaveFor(confirmParams.return_url, result.paymentIntent);
    return result;
  }

  return {
    elements: (options) => createElements(options, retrievePaymentIntent),
    confirmPayment,
    retrievePaymentIntent,
    handleNextAction,
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
    _registerWrapper() {},
    registerAppInfo() {},
  };
}

/** Goes to the return URL with the parameters that Stripe appends. Never resolves, since the page is left. */
function leaveFor(returnUrl, intent) {
  const url = new URL(returnUrl, location.href);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret);
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "pending");
  location.assign(url);
  return new Promise(() => {});
}

function Stripe(key) {
  if (typeof key !== "string" || !key) throw new Error("The payment sandbox needs a publishable key.");
  return createStripe(key);
}
Stripe.version = "endive";
window.Stripe = Stripe;
