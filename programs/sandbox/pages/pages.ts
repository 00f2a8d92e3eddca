import { readFileSync } from "node:fs";
import { html } from "hono/html";
import type { SandboxContext } from "../context.ts";
import { answerControl } from "../faults/control-requests.ts";
import type { SandboxControls } from "../faults/controls.ts";
import { TEST_CARDS } from "../payments/test-cards.ts";
import { answerHostedPage } from "./hosted-pages.ts";
import { htmlPage } from "./html.ts";
import { ownerPage } from "./owner-page.ts";
import { ASSETS, isClosedTab, isHostedPage } from "./shopper-paths.ts";

/** Everything under `/sandbox` that is not the browser's API: pages, their files and the controls. */
export async function answerPage(
  { context, controls }: { context: SandboxContext; controls: SandboxControls },
  request: Request,
  url: URL,
): Promise<Response> {
  const path = url.pathname.replace(/\/$/, "");
  if (isHostedPage(path)) return answerHostedPage(context, request, url);
  if (request.method === "POST") return answerControl({ context, controls }, request, url);
  if (request.method !== "GET" && request.method !== "HEAD") return new Response("No.", { status: 405 });
  if (path === "/sandbox") return ownerPage(controls);
  if (isClosedTab(path)) return closedTab();
  if (path === "/sandbox/state") return stateOf(controls);
  if (path === "/sandbox/payments") return paymentsOf(controls);
  return asset(path.replace("/sandbox/", ""));
}

/** The end of a simulated closed tab: the shop's page is gone and has learned nothing. */
function closedTab(): Response {
  return htmlPage(
    "The tab was closed",
    html`<main class="narrow">
<h1>The tab was closed</h1>
<p>The card was charged, and this tab was closed before the shop's page knew about it. The order must still appear: a webhook notifies the shop within seconds, and if that is lost, too, the shop checks automatically within a minute or two.</p>
<p><a href="/admin/orders">Look for the order in the back office</a></p>
<p><a href="/sandbox">Back to the payment sandbox</a></p>
</main>`,
  );
}

/** The modules of stripe.js, each after what it imports. */
const SCRIPT_PARTS = [
  "card-rules.js",
  "card-styles.js",
  "emitter.js",
  "card-form.js",
  "wallet-addresses.js",
  "wallet-sheet.js",
  "wallet.js",
  "elements.js",
  "authentication.js",
  "stripe.js",
];

const readAsset = (name: string) => readFileSync(new URL(`../browser/${name}`, import.meta.url), "utf8");

/** One classic script of all parts. Their names do not clash, so imports and exports can be removed. */
function bundleScript(): string {
  const parts = SCRIPT_PARTS.map((name) =>
    readAsset(name)
      .replace(/^import [^;]*;$/gm, "")
      .replace(/^export /gm, ""),
  );
  const script = parts
    .join("\n")
    .replace("new Set([])", `new Set(${JSON.stringify(Object.keys(TEST_CARDS))})`);
  return `(() => {\n"use strict";\n${script}})();\n`;
}

function asset(name: string): Response {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (!type) return new Response("There is no such page.", { status: 404 });
  const text = name === "stripe.js" ? bundleScript() : readAsset(name);
  return new Response(text, {
    headers: { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" },
  });
}

/** All payments in short form: id, status and amount, newest first. */
function paymentsOf(controls: SandboxControls): Response {
  const payments = controls.payments(Number.MAX_SAFE_INTEGER);
  return Response.json({ payments: payments.map(({ id, status, amount }) => ({ id, status, amount })) });
}

/** For tests and curious people. Client secrets are left out, because anyone who has one can pay. */
function stateOf(controls: SandboxControls): Response {
  const payments = controls.payments().map(({ client_secret: _, ...intent }) => intent);
  return Response.json({
    payments,
    refunds: controls.refunds(),
    disputes: controls.disputes(),
    deliveries: controls.deliveries(),
    faults: controls.faults(),
  });
}
