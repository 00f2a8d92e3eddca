import { data } from "react-router";
import { cachedPage, privatePage } from "../../page/page-headers.ts";
import type { SentForm } from "../../storefront/sent-form.ts";

/** A form's page is the same for everyone; the answer to a sent form belongs to the sender. */
export const formPageHeaders = (headers: { actionHeaders: Headers; parentHeaders: Headers }): HeadersInit =>
  headers.actionHeaders.has("Cache-Control") ? headers.actionHeaders : cachedPage(headers);

const statuses = {
  invalid: 422,
  not_found: 404,
  not_bought: 403,
  in_stock: 409,
  over: 409,
  changed: 409,
  rate_limited: 429,
  unavailable: 503,
} as const;

type Outcome = { ok: true } | { ok: false; reason: keyof typeof statuses };

/** Shows the sender its outcome. */
export function respond<Sent extends SentForm<Outcome, unknown>>(sent: Sent) {
  const { outcome } = sent;
  return data(sent, { status: outcome.ok ? 200 : statuses[outcome.reason], headers: privatePage() });
}

export function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}
