// Reads the bodies of requests: never more than a limit, and never text that the database can't store.

/** The body, or null when it is longer than `bytesMax`; reading stops there. */
export async function readBytes(request: Request, bytesMax: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The body as text, or null when it is larger than `bytesMax`. */
export async function readText(request: Request, bytesMax: number): Promise<string | null> {
  return (await readBytes(request, bytesMax))?.toString("utf8") ?? null;
}

export type FormRead = { ok: true; form: FormData } | { ok: false; reason: "too_large" | "malformed" };

/** A posted form. */
export async function readForm(request: Request, bytesMax: number): Promise<FormRead> {
  const bytes = await readBytes(request, bytesMax);
  if (!bytes) return { ok: false, reason: "too_large" };
  const form = await parseForm(bytes, request.headers.get("Content-Type") ?? "");
  return form ? { ok: true, form } : { ok: false, reason: "malformed" };
}

/** Whether these bytes are a form whose fields can be stored. */
export async function isReadableForm(bytes: Buffer, contentType: string): Promise<boolean> {
  return (await parseForm(bytes, contentType)) !== null;
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData | null> {
  try {
    const headers = { "Content-Type": contentType };
    const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers }).formData();
    return [...form].flat().some((part) => typeof part === "string" && !isStorable(part)) ? null : form;
  } catch {
    return null;
  }
}

/** JSON whose texts can be stored; throws for anything else. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (!isStorable(key) || (typeof value === "string" && !isStorable(value)))
      throw new SyntaxError("Not text");
    return value;
  });
}

/** PostgreSQL stores no NUL, and half of a surrogate pair is no character. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
