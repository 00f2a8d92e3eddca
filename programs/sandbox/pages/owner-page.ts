import { isDeepStrictEqual } from "node:util";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxControls } from "../faults/controls.ts";
import { FAULT_PRESETS } from "../faults/fault-presets.ts";
import type { ArmedFault, Fault } from "../faults/faults.ts";
import { TEST_CARDS, type TestCard } from "../payments/test-cards.ts";
import type { Delivery } from "../webhooks.ts";
import { dollars, type Html, htmlPage, moment } from "./html.ts";
import { type Race, raceSection } from "./race.ts";

const PAYMENTS_SHOWN = 30;
const DELIVERIES_SHOWN = 40;
const MINUTE_MS = 60_000;

const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "charge.refunded",
  "refund.updated",
];

/** Sign, word and color of a state; the word alone is enough to understand it. */
const STATES: Record<string, { tone: string; sign: string; word: string }> = {
  succeeded: { tone: "ok", sign: "✓", word: "succeeded" },
  processing: { tone: "warn", sign: "◷", word: "processing" },
  requires_action: { tone: "sky", sign: "?", word: "asks for authentication" },
  requires_payment_method: { tone: "sky", sign: "○", word: "waits for a card" },
  canceled: { tone: "err", sign: "×", word: "canceled" },
  pending: { tone: "warn", sign: "◷", word: "pending" },
  failed: { tone: "err", sign: "×", word: "failed" },
  waiting: { tone: "sky", sign: "◷", word: "waiting" },
  held: { tone: "warn", sign: "↷", word: "held back" },
  delivered: { tone: "ok", sign: "✓", word: "delivered" },
  lost: { tone: "err", sign: "×", word: "lost" },
  given_up: { tone: "err", sign: "×", word: "given up" },
};

function pill(state: string): Html {
  const { tone, sign, word } = STATES[state] ?? { tone: "sky", sign: "•", word: state.replaceAll("_", " ") };
  return html`<span class="pill ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** A form with one button; hidden fields hold its parameters. */
function button(action: string, label: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

export async function ownerPage(
  controls: SandboxControls,
  { nowMs, race }: { nowMs: number; race: Race | null },
): Promise<Response> {
  const body = html`
<header class="top">
  <p class="eyebrow">Demo mode</p>
  <h1>Payment sandbox</h1>
  <p>Plays the payment provider. No real card is accepted and no money moves. Choose what goes wrong next, then shop.</p>
  <nav aria-label="On this page"><a href="#faults">Faults</a> ${race && html`<a href="#race">Race</a>`} <a href="#payments">Payments</a> <a href="#webhooks">Webhooks</a> <a href="#cards">Test cards</a> <a href="/">Shop</a></nav>
</header>
<main>
${faultsSection(controls.faults(), nowMs)}
${race && raceSection(await race.goods(), race.last())}
${paymentsSection(controls)}
${webhooksSection(controls)}
${cardsSection()}
</main>`;
  return htmlPage("Payment sandbox", body);
}

function faultsSection(armed: ArmedFault[], nowMs: number): Html {
  return html`<section id="faults" aria-labelledby="faults-title">
<h2 id="faults-title">What goes wrong next</h2>
<div class="armed">${
    armed.length === 0
      ? html`<p>Nothing: everything goes well.</p>`
      : html`<ul>${armed.map(armedFault)}</ul>${button("/sandbox/faults/clear", "Clear all")}`
  }</div>
<div class="groups">${FAULT_PRESETS.map(presetGroup)}
<div class="group"><h3>Time</h3><p>Now ${moment(nowMs)}. What waits gets older: late webhooks, retries, payments that settle, idempotency keys (24 hours).</p>
<div class="buttons">${button("/sandbox/clock", "1 minute passes", { advanceMs: String(MINUTE_MS) })}${button(
    "/sandbox/clock",
    "1 hour passes",
    { advanceMs: String(60 * MINUTE_MS) },
  )}${button("/sandbox/clock", "25 hours pass", { advanceMs: String(25 * 60 * MINUTE_MS) })}</div></div>
</div>
</section>`;
}

/** An armed fault in the words of its button; one from a test shows its parameters. */
function wordsOf(fault: Fault): string {
  const { times: _, ...given } = fault;
  const { eventType, ...bare } = given as typeof given & { eventType?: string };
  const only = eventType ? `, only for ${eventType}` : "";
  for (const { title, presets } of FAULT_PRESETS) {
    const preset = presets.find((each) => isDeepStrictEqual(each.fault, bare));
    if (preset) return `${title}: ${preset.label}${only}`;
  }
  const { kind, ...details } = bare;
  const more = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return `${[kind.replaceAll("_", " "), ...more].join(", ")}${only}`;
}

function armedFault({ id, remaining, fault }: ArmedFault): Html {
  return html`<li><span>${wordsOf(fault)}${remaining > 1 && ` (${remaining} times)`}</span>${button(
    "/sandbox/faults/clear",
    "Remove",
    { id: String(id) },
  )}</li>`;
}

function presetGroup(group: (typeof FAULT_PRESETS)[number], index: number): Html {
  const select = html`<label for="event-${index}">Only for</label>
<select id="event-${index}" name="eventType"><option value="">any event</option>${EVENT_TYPES.map(
    (type) => html`<option>${type}</option>`,
  )}</select>`;
  return html`<form class="group" method="post" action="/sandbox/faults">
<h3>${group.title}</h3><p>${group.about}</p>
${group.takesEventType && select}
<div class="buttons">${group.presets.map(
    ({ name, label }) => html`<button name="preset" value="${name}">${label}</button>`,
  )}</div></form>`;
}

function paymentsSection(controls: SandboxControls): Html {
  const payments = controls.payments(PAYMENTS_SHOWN);
  return html`<section id="payments" aria-labelledby="payments-title">
<h2 id="payments-title">Payments</h2>
${
  payments.length === 0
    ? html`<p class="empty">No payments yet. Put something into the cart and check out.</p>`
    : html`<ol class="payments">${payments.map((intent) => payment(controls, intent))}</ol>`
}
</section>`;
}

function payment(controls: SandboxControls, intent: Stripe.PaymentIntent): Html {
  const charge = controls.charges(intent.id).find(({ id }) => id === intent.latest_charge);
  const card = charge?.payment_method_details?.card;
  const disputes = controls.disputes(intent.id);
  const isRefundable =
    intent.status === "succeeded" && charge !== undefined && !charge.refunded && disputes.length === 0;
  return html`<li class="payment">
<div class="headline"><strong class="amount">${dollars(intent.amount)}</strong> ${pill(intent.status)}</div>
<p class="small"><code>${intent.id}</code> · ${moment(intent.created * 1000)}${card && ` · ${card.brand} …${card.last4}`}</p>
${intent.last_payment_error && html`<p class="small error">${intent.last_payment_error.message}</p>`}
${metadata(intent.metadata)}
${controls
  .refunds(intent.id)
  .map(
    (refund) =>
      html`<div class="sub"><span>Refund ${dollars(refund.amount)}</span> ${pill(refund.status ?? "")}${
        refund.status === "pending" &&
        html`${button(`/sandbox/refunds/${refund.id}/settle`, "Succeeds now", { outcome: "succeeded" })}${button(`/sandbox/refunds/${refund.id}/settle`, "Fails now", { outcome: "failed" })}`
      }</div>`,
  )}
${disputes.map(dispute)}
<div class="buttons">${
    intent.status === "processing" &&
    html`${button(`/sandbox/payments/${intent.id}/settle`, "Settle now: succeeds", { outcome: "succeeded" })}${button(`/sandbox/payments/${intent.id}/settle`, "Settle now: fails", { outcome: "failed" })}`
  }${
    intent.status === "succeeded" &&
    disputes.length === 0 &&
    button(`/sandbox/payments/${intent.id}/dispute`, "Open a dispute")
  }${isRefundable && button(`/sandbox/payments/${intent.id}/refund`, "Refund it here, not in the shop")}</div>
</li>`;
}

function metadata(values: Stripe.Metadata): Html {
  const entries = Object.entries(values);
  if (entries.length === 0) return html``;
  return html`<dl class="small">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function dispute({ id, amount, status }: Stripe.Dispute): Html {
  const close = (label: string, outcome: string) =>
    button(`/sandbox/disputes/${id}/close`, label, { outcome });
  return html`<div class="sub"><span>Dispute ${dollars(amount)}</span> ${pill(status)}${
    status === "needs_response" &&
    html`${close("Shop wins", "won")}${close("Shop loses", "lost")}${close("Network refunds it", "prevented")}`
  }${status === "warning_needs_response" && close("Close the inquiry", "warning_closed")}</div>`;
}

function webhooksSection(controls: SandboxControls): Html {
  const deliveries = controls.deliveries(DELIVERIES_SHOWN);
  const types = new Map(controls.events().map(({ id, type }) => [id, type]));
  return html`<section id="webhooks" aria-labelledby="webhooks-title">
<h2 id="webhooks-title">Webhooks</h2>
${
  deliveries.length === 0
    ? html`<p class="empty">None yet.</p>`
    : html`<ol class="deliveries">${deliveries.map((each) => deliveryRow(each, types.get(each.event_id) ?? "event"))}</ol>`
}
</section>`;
}

function deliveryRow(delivery: Delivery, type: string): Html {
  const { state, attempts, answer, note } = delivery;
  const isDue = state === "waiting" || state === "held";
  const facts = [
    note,
    attempts > 0 && `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    answer && `answer ${answer}`,
    isDue && `due ${moment(delivery.due_ms)}`,
  ].filter(Boolean);
  return html`<li><div><strong>${type}</strong> ${pill(state)}<br><span class="small"><code>${delivery.event_id}</code> ${
    facts.length > 0 && `· ${facts.join(" · ")}`
  }</span></div>${button(`/sandbox/events/${delivery.event_id}/resend`, "Resend")}</li>`;
}

function cardsSection(): Html {
  const cards = Object.entries(TEST_CARDS);
  return html`<section id="cards" aria-labelledby="cards-title">
<h2 id="cards-title">Test cards</h2>
<p>Any date in the future, any security code (four digits for American Express), any ZIP code.</p>
${cardList(cards.filter(([, { country }]) => country === "US"))}
<details><summary>Cards from other countries</summary>
${cardList(cards.filter(([, { country }]) => country !== "US"))}</details>
</section>`;
}

function cardList(cards: [number: string, card: TestCard][]): Html {
  const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");
  return html`<dl class="cards">${cards.map(
    ([number, { does }]) => html`<div><dt><code>${grouped(number)}</code></dt><dd>${does}</dd></div>`,
  )}</dl>`;
}
