import type Stripe from "stripe";
import type { SandboxContext } from "../context.ts";
import type { Kind } from "../store.ts";
import { invalidRequest } from "./api-error.ts";

const KIND_BY_PREFIX: Readonly<Record<string, Kind>> = {
  pi: "payment_intent",
  pm: "payment_method",
  ch: "charge",
  re: "refund",
  du: "dispute",
};

type Tree = Record<string, unknown>;

/** Stripe's `expand[]`: replaces ids by the objects, e.g. `latest_charge.refunds` or `data.latest_charge`. */
export function expand(context: SandboxContext, body: object, paths: readonly string[] = []): object {
  const copy = structuredClone(body) as Tree;
  for (const path of paths) expandPath(context, copy, path.split("."), path);
  return copy;
}

function expandPath(context: SandboxContext, tree: Tree, parts: readonly string[], path: string): void {
  const [name, ...rest] = parts;
  if (!name) return;
  if (name === "refunds" && tree.object === "charge") tree.refunds = refundsOf(context, tree);
  if (name === "line_items" && tree.object === "checkout.session")
    tree.line_items = lineItemsOf(context, tree);
  if (!(name in tree)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
  }
  const value = tree[name];
  if (typeof value === "string") {
    const kind = KIND_BY_PREFIX[value.split("_")[0] ?? ""];
    const found = kind ? context.store.find(kind, value) : null;
    if (!found) throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
    tree[name] = found;
  }
  for (const next of Array.isArray(tree[name]) ? (tree[name] as unknown[]) : [tree[name]]) {
    if (next !== null && typeof next === "object") expandPath(context, next as Tree, rest, path);
  }
}

function refundsOf(context: SandboxContext, charge: Tree): Stripe.ApiList<Stripe.Refund> {
  const { data } = context.store.list("refund", { parent: String(charge.payment_intent), limit: 100 });
  const own = data.filter((refund) => refund.charge === charge.id);
  return { object: "list", data: own, has_more: false, url: `/v1/charges/${charge.id}/refunds` };
}

function lineItemsOf(context: SandboxContext, session: Tree): Stripe.ApiList<Stripe.LineItem> {
  const hidden = context.store.findHidden<{ lineItems: Stripe.LineItem[] }>(String(session.id));
  const url = `/v1/checkout/sessions/${session.id}/line_items`;
  return { object: "list", data: hidden?.lineItems ?? [], has_more: false, url };
}
