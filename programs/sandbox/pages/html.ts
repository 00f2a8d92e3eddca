import { html } from "hono/html";

/** Markup that is safe to send. Everything else in a template is escaped. */
export type Html = ReturnType<typeof html>;

/** A whole page, with a policy that forbids inline scripts and styles, and framing. */
export function htmlPage(
  title: string,
  body: Html,
  options: { status?: number; formTargets?: string[] } = {},
) {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body>
${body}
</body>
</html>`;
  const formTargets = ["'self'", ...(options.formTargets ?? [])].join(" ");
  return new Response(`<!doctype html>\n${page}\n`, {
    status: options.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // Browsers send the origin of a form only if some referrer is allowed.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}

export const dollars = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** `2026-01-15 12:00:03 UTC` */
export const moment = (milliseconds: number) =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`;
