import { href } from "react-router";
import type { PaymentKeys } from "../../../page/root-data.ts";
import { useIsAdmin } from "../../../page/use-is-admin.ts";
import type { SetupFailure } from "../checkout-flow.ts";

type TroubleshootingProps = Pick<PaymentKeys, "mode"> & { failure: SetupFailure; detail: string };

/** Advice for the person who sets up the shop. In live mode only the signed-in owner reads it. */
export function Troubleshooting({ mode, failure, detail }: TroubleshootingProps) {
  const isAdmin = useIsAdmin(href("/checkout"));
  if (mode === "live" && !isAdmin) return null;
  const isAboutFunctions = failure === "not-deployed" || failure === "unreachable";
  if (!isAboutFunctions && failure !== "not-configured") return <Answer detail={detail} />;
  return (
    <details className="mt-3 border-t border-line pt-3">
      <summary className="min-h-6 font-semibold">
        {isAboutFunctions ? "Edge Functions Not Deployed" : "Stripe is not configured"}
      </summary>
      {isAboutFunctions ? <FunctionSteps /> : <KeySteps />}
      <Answer detail={detail} />
    </details>
  );
}

function FunctionSteps() {
  return (
    <ol className="mt-2 grid list-decimal gap-1 pl-5">
      <li>
        The page could not reach <code>/functions/v1/create-payment-intent</code>, which the shop's own server
        answers.
      </li>
      <li>
        Start the server with <code>npm start</code> and open the shop at the address that it prints.
      </li>
      <li>
        Behind a proxy, forward <code>/functions/v1/</code> to it and set <code>PUBLIC_URL</code> to the
        address that shoppers use; another origin is refused (CORS).
      </li>
    </ol>
  );
}

function KeySteps() {
  return (
    <ol className="mt-2 grid list-decimal gap-1 pl-5">
      <li>
        Set <code>STRIPE_SECRET_KEY</code> (<code>sk_…</code>), <code>STRIPE_PUBLISHABLE_KEY</code> (
        <code>pk_…</code>) and <code>STRIPE_WEBHOOK_SECRET</code> in the server's environment.
      </li>
      <li>A publishable key in the place of the secret key is refused by Stripe.</li>
      <li>With none of the three, the payment sandbox stands in for Stripe. Restart the server afterward.</li>
    </ol>
  );
}

function Answer({ detail }: { detail: string }) {
  return <p className="numerals mt-2 text-sm text-ink-2">Answer: {detail}</p>;
}
