// The answer to a request that never reaches the shop: JSON for programs, a small page for people, a line of text for
// everything else. What the sender has not sent yet is not waited for.
import type { IncomingMessage, ServerResponse } from "node:http";

export type Refusal = {
  status: number;
  code: string;
  /** What was wrong, and what the reader can do next. */
  words: string;
  headers?: Record<string, string>;
};

/** So long, and so much, is still read and thrown away, so that the answer arrives before the connection ends. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 4 * 1024 * 1024;

const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const titles: Record<number, string> = {
  400: "Request not understood",
  403: "Not allowed",
  405: "Not allowed here",
  408: "Request timed out",
  413: "Too large",
  415: "Unsupported content",
  421: "Wrong address",
  503: "Too busy",
};

/** Answers, and ends the connection if the rest of the request is still to come. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  always: Record<string, string>,
): void {
  const { type, text } = bodyOf(request, refusal);
  const isUnfinished = hasBody(request) && !request.complete;
  response.writeHead(refusal.status, {
    ...always,
    "Cache-Control": "no-store",
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    ...(type.startsWith("text/html") ? { "Content-Security-Policy": PAGE_POLICY } : {}),
    ...(isUnfinished ? { Connection: "close" } : {}),
    ...refusal.headers,
  });
  if (request.method !== "HEAD") response.write(text);
  if (isUnfinished) linger(request, () => response.end());
  else response.end();
}

/** Whether a request comes with a body, as its headers say. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
}

function bodyOf({ url = "", headers }: IncomingMessage, { status, code, words }: Refusal) {
  if (/^\/(?:functions|webhooks)\//.test(url)) {
    return { type: "application/json", text: JSON.stringify({ error: { code, message: words } }) };
  }
  if (!headers.accept?.includes("text/html")) return { type: "text/plain; charset=utf-8", text: words };
  const title = titles[status] ?? "Not allowed";
  const page = `<!doctype html>
<html lang="en-US"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><h1>${title}</h1><p>${escaped(words)}</p><p><a href="/">Go to the shop</a></p></html>
`;
  return { type: "text/html; charset=utf-8", text: page };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function linger(request: IncomingMessage, done: () => void): void {
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(limit);
    request.off("data", discard).off("end", end).off("close", end).pause();
    done();
  };
  const discard = (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) end();
  };
  const limit = setTimeout(end, LINGER_MS);
  request.on("data", discard).once("end", end).once("close", end).resume();
}
