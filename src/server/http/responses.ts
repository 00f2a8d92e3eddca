import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { STRANGER_BYTES_MAX } from "./door/post-rule.ts";
import { parseJson, readText } from "./request-body.ts";

/** The one shape of every refusal of a function: `{ "error": { code, message, details? } }`. */
export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): Response {
  return c.json({ error: { code, message, ...(details ? { details } : {}) } }, status, {
    "Cache-Control": "no-store",
  });
}

export type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

/** The JSON body of a request, or the answer that says why it can't be read. */
export async function readJson(c: Context): Promise<JsonBody> {
  const text = await readText(c.req.raw, STRANGER_BYTES_MAX);
  if (text === null) {
    return {
      ok: false,
      response: refuse(c, 413, "too_large", `The body must be smaller than ${STRANGER_BYTES_MAX} bytes.`),
    };
  }
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false, response: refuse(c, 400, "malformed", "The body must be JSON.") };
  }
}

/** The answer to a method that an address does not have. */
export function refuseMethod(
  c: Context,
  allowed: "GET, HEAD" | "POST" | "GET, HEAD, POST",
  message: string,
): Response {
  c.header("Allow", allowed);
  return refuse(c, 405, "method_not_allowed", message);
}
