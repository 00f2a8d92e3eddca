/** Markup that is safe to send: everything that came into it as a value is escaped. */
export type Html = { readonly markup: string };

type Value = Html | string | number | null | false | undefined | readonly Value[];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(render).join("");
}

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.map((part, index) => part + render(values[index])).join("") };
}

/** A whole page under a policy that allows no inline script or style and no frame around it. */
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
  return new Response(`<!doctype html>\n${page.markup}\n`, {
    status: options.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // Browsers name the origin of a form only when some referrer is allowed.
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
