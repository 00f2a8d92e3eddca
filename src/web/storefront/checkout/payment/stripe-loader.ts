// Loads the payment provider's browser code, shortly before the payment step. In demo mode the payment
// sandbox provides `window.Stripe`, and its script must be there before the provider's package looks for it.
// One load per page; a failed load can be tried again.
import type { Stripe } from "@stripe/stripe-js";
import type { PaymentKeys } from "../../../page/root-data.ts";

const SANDBOX_SCRIPT = "/sandbox/stripe.js";

let loading: Promise<Stripe> | null = null;

/** Rejects with 'Stripe is not configured' without a publishable key, or when the script cannot be had. */
export function loadPayments(keys: PaymentKeys): Promise<Stripe> {
  loading ??= load(keys).catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

async function load({ mode, publishableKey }: PaymentKeys): Promise<Stripe> {
  if (!publishableKey) throw new Error("Stripe is not configured");
  if (mode === "sandbox") await loadScript(SANDBOX_SCRIPT);
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe is not configured");
  return stripe;
}

function loadScript(src: string): Promise<void> {
  if ("Stripe" in window) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
}
