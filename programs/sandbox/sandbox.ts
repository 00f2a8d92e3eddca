// A payment provider for demo, tests and simulation: the part of Stripe's behavior that this shop needs, so that
// the shop runs the same code with it as with Stripe. It is a separate program that does not know the shop.
// It accepts only Stripe's test numbers, so no real money and no real card can pass.
import { answerBrowserCall } from "./api/browser-api.ts";
import { answerServerCall, ConnectionDropped } from "./api/server-api.ts";
import { createContext, type SandboxContext, type SandboxOptions } from "./context.ts";
import { createControls, type SandboxControls } from "./faults/controls.ts";
import { answerPage } from "./pages/pages.ts";
import { isBrowserCall } from "./pages/shopper-paths.ts";
import { expireSession } from "./payments/checkout-sessions.ts";
import { openDispute } from "./payments/disputes.ts";
import { settlePayment } from "./payments/payment-attempts.ts";
import { loadPaymentIntent } from "./payments/payment-intents.ts";
import { settleRefund } from "./payments/refunds.ts";
import { nextTaskAt, type ScheduledTask, takeDueTask } from "./scheduled.ts";
import { openStore } from "./store.ts";
import { deliverDue, nextDeliveryAt } from "./webhooks.ts";

export type { Fault } from "./faults/faults.ts";
export { ConnectionDropped, type SandboxControls, type SandboxOptions };

export type Sandbox = {
  /**
   * Answers `/v1/*` (the server's API), `/sandbox/api/v1/*` (the browser's API), `/sandbox/stripe.js`,
   * `/sandbox/sandbox.css`, the pages under `/sandbox` and the JSON controls (see pages.ts). Rejects with
   * `ConnectionDropped` when a fault cuts the connection: a listener then closes the socket.
   */
  fetch(request: Request): Promise<Response>;
  /**
   * Does what is due by the clock: payments that settle, refunds, disputes, then the webhooks. Resolves with the
   * number of webhooks that the shop answered with 2xx.
   */
  deliverDue(): Promise<number>;
  /** When something is due next, in milliseconds of the clock; null when nothing waits. */
  nextDueAt(): number | null;
  controls: SandboxControls;
  close(): void;
};

export function createSandbox(options: SandboxOptions): Sandbox {
  const store = openStore(options.stateFile);
  const context = createContext(options, store);
  const controls = createControls(context);
  const keysInFlight = new Set<string>();
  const sending = new Set<number>();
  return {
    controls,
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname.startsWith("/v1/")) return answerServerCall(context, keysInFlight, request, url);
      if (isBrowserCall(url.pathname)) return answerBrowserCall(context, request, url);
      return answerPage({ context, controls }, request, url);
    },
    async deliverDue() {
      runDueTasks(context);
      return deliverDue(context, sending);
    },
    nextDueAt() {
      const times = [nextTaskAt(context), nextDeliveryAt(context)].filter((time) => time !== null);
      return times.length > 0 ? Math.min(...times) : null;
    },
    close: () => store.close(),
  };
}

function runDueTasks(context: SandboxContext) {
  let task: ScheduledTask | null;
  do {
    task = context.store.transaction(() => {
      const due = takeDueTask(context);
      if (due) runTask(context, due);
      return due;
    });
  } while (task);
}

/** A task has nothing to do if its object has changed in the meantime (settled by hand, refunded, paid). */
function runTask(context: SandboxContext, { task, target, detail }: ScheduledTask) {
  const outcome = detail === "failed" ? "failed" : "succeeded";
  switch (task) {
    case "settle_payment": {
      const intent = loadPaymentIntent(context, target);
      if (intent.status === "processing") settlePayment(context, intent, outcome);
      return;
    }
    case "settle_refund":
      if (context.store.find("refund", target)?.status !== "failed") settleRefund(context, target, outcome);
      return;
    case "open_dispute":
      if (context.store.list("dispute", { parent: target, limit: 1 }).data.length === 0) {
        openDispute(context, loadPaymentIntent(context, target), detail);
      }
      return;
    case "expire_session":
      if (context.store.find("checkout.session", target)?.status === "open") expireSession(context, target);
  }
}
