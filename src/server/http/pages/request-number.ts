// A failed page shows the number of its request, which is also in the log, so that a visitor who writes about it can
// quote it. It stands at the end of the body, where React passes over what it did not draw: so it costs the browser's
// code nothing.
import { currentRequest } from "../../core/request-context.ts";

const SERVER_ERROR = 500;
const END = "</body>";

/** The same bytes for any page that did not fail, and outside a request. */
export function withRequestNumber(body: Buffer, status: number): Buffer {
  const id = currentRequest()?.id;
  if (status < SERVER_ERROR || id === undefined) return body;
  const html = body.toString("utf8");
  const end = html.lastIndexOf(END);
  if (end === -1) return body;
  // An id has no sign that HTML reads (http/observe-requests.ts).
  const text = `If you contact us about this, mention this number: <span class="wrap-anywhere">${id}</span>`;
  const line = `<p class="wrap py-16 text-center text-ink-2">${text}</p>`;
  return Buffer.from(html.slice(0, end) + line + html.slice(end));
}
