import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

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

export const BODY_BYTES_MAX = 64 * 1024;

/** The JSON body of a request, or the answer that says why it can't be read. */
export async function readJson(c: Context): Promise<JsonBody> {
  const text = await readText(c.req.raw, BODY_BYTES_MAX);
  if (text === null) {
    return {
      ok: false,
      response: refuse(c, 413, "too_large", `The body must be smaller than ${BODY_BYTES_MAX} bytes.`),
    };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, response: refuse(c, 400, "malformed", "The body must be JSON.") };
  }
}

/** The body as text, or null when it is larger than `bytesMax`; never holds more than that in memory. */
export async function readText(request: Request, bytesMax: number): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
