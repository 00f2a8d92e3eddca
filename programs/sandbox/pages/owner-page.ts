// The page for the person who runs the sandbox: the faults to come, and the payments and webhooks so far.
import { isDeepStrictEqual } from "node:util";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxControls } from "../faults/controls.ts";
import type { Fault } from "../faults/faults.ts";
import { TEST_CARDS } from "../payments/test-cards.ts";
import type { Delivery } from "../webhooks.ts";
import { dollars, type Html, htmlPage, moment } from "./html.ts";

const PAYMENTS_SHOWN = 30;
const DELIVERIES_SHOWN = 40;
const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "charge.refunded",
  "refund.updated",
];

/** The faults that the page offers, by the words of their buttons. */
const WEBHOOK_FAULTS = {
  "30 seconds late": { kind: "webhook_late" },
  Twice: { kind: "webhook_twice" },
  Lost: { kind: "webhook_lost" },
  "Out of order": { kind: "webhook_out_of_order" },
} as const satisfies Record<string, Fault>;
const PAYMENT_FAULTS = {
  "Declined by the bank": { kind: "payment_declined" },
  "Asks for 3-D Secure": { kind: "payment_authenticates" },
  "Paid, and the tab closes immediately": { kind: "tab_closed" },
  "Processing for a minute, then succeeds": { kind: "payment_processing", outcome: "succeeded" },
  "Processing for a minute, then fails": { kind: "payment_processing", outcome: "failed" },
} as const satisfies Record<string, Fault>;
const offered = new Map<string, Fault>(Object.entries({ ...WEBHOOK_FAULTS, ...PAYMENT_FAULTS }));

/** Undefined: no button of the page says so. */
export function findOffered(label: string): Fault | undefined {
  return offered.get(label);
}

export function ownerPage(controls: SandboxControls): Response {
  return htmlPage(
    "Payment sandbox",
    html`<main>
<p class="eyebrow">Demo mode · <a href="/">Shop</a></p>
<h1>Payment sandbox</h1>
<p>Stands in for Stripe. No real card is accepted, and no money moves. Choose what goes wrong next, then shop.</p>
${faultsSection(controls)}
${paymentsSection(controls)}
${webhooksSection(controls)}
<details><summary>Test cards</summary>
<p>Use any future date, any security code (four digits for American Express), and any ZIP code.</p>
<dl>${Object.entries(TEST_CARDS).map(
      ([number, { does }]) =>
        html`<dt><code>${number.replace(/(.{4})(?=.)/g, "$1 ")}</code></dt><dd>${does}</dd>`,
    )}</dl></details>
</main>`,
  );
}

function faultsSection(controls: SandboxControls): Html {
  const armed = controls.faults();
  return html`<h2 id="faults">What goes wrong next</h2>
<div class="armed">${
    armed.length === 0
      ? html`<p>Nothing.</p>`
      : html`<ul>${armed.map(({ fault, remaining }) => html`<li>${wordsOf(fault)}${remaining > 1 && ` (${remaining} times)`}</li>`)}</ul>${button("/sandbox/faults/clear", "Clear all")}`
  }</div>
<form method="post" action="/sandbox/faults">
<h3>The next webhook</h3>
<p><label>Only for <select name="eventType"><option value="">any event</option>${EVENT_TYPES.map(
    (type) => html`<option>${type}</option>`,
  )}</select></label></p>
${faultButtons(WEBHOOK_FAULTS)}
</form>
<form method="post" action="/sandbox/faults">
<h3>The next payment, with any card</h3>
${faultButtons(PAYMENT_FAULTS)}
</form>`;
}

const faultButtons = (faults: Record<string, Fault>): Html =>
  html`${Object.keys(faults).map((label) => html`<button name="offered" value="${label}">${label}</button> `)}`;

/** The words of its button; a fault of a test shows its parameters. */
function wordsOf({ times: _, ...given }: Fault): string {
  const { eventType, ...bare } = given as typeof given & { eventType?: string };
  const [label] = [...offered].find(([, fault]) => isDeepStrictEqual(fault, bare)) ?? [];
  const words = label ?? Object.values(bare).join(" ").replaceAll("_", " ");
  return eventType ? `${words}, only for ${eventType}` : words;
}

/** A form with one button; hidden fields hold its parameters. */
function button(action: string, label: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

function paymentsSection(controls: SandboxControls): Html {
  const payments = controls.payments(PAYMENTS_SHOWN);
  return html`<h2 id="payments">Payments</h2>
${payments.length === 0 ? html`<p>None yet.</p>` : html`<ol>${payments.map(paymentRow)}</ol>`}`;
}

function paymentRow({
  id,
  amount,
  status,
  created,
  metadata,
  last_payment_error: error,
}: Stripe.PaymentIntent) {
  const settle = (label: string, outcome: string) =>
    button(`/sandbox/payments/${id}/settle`, label, { outcome });
  const notes = Object.entries(metadata).map(([name, value]) => ` · ${name} ${value}`);
  return html`<li><strong>${dollars(amount)}</strong> ${status.replaceAll("_", " ")}<br>
<small><code>${id}</code> · ${moment(created * 1000)}${notes}${error && ` · ${error.message}`}</small>
${status === "processing" && html`${settle("Succeeds now", "succeeded")}${settle("Fails now", "failed")}`}</li>`;
}

function webhooksSection(controls: SandboxControls): Html {
  const deliveries = controls.deliveries(DELIVERIES_SHOWN);
  const types = new Map(controls.events().map(({ id, type }) => [id, type]));
  return html`<h2 id="webhooks">Webhooks</h2>
${
  deliveries.length === 0
    ? html`<p>None yet.</p>`
    : html`<ol>${deliveries.map((each) => deliveryRow(each, types.get(each.event_id) ?? "event"))}</ol>`
}`;
}

function deliveryRow({ event_id, state, attempts, answer, note }: Delivery, type: string): Html {
  const facts = [note, attempts > 0 && `attempts: ${attempts}`, answer && `answer ${answer}`].filter(Boolean);
  return html`<li><strong>${type}</strong> ${state.replaceAll("_", " ")}<br>
<small><code>${event_id}</code>${facts.map((fact) => ` · ${fact}`)}</small></li>`;
}
