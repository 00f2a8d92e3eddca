// Reads the body of a request to the back office, up to a limit.

/** The body, or null when it is longer than `bytesMax`; reading stops there. */
export async function readAtMost(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A posted form, or null when it is longer than `bytesMax`. */
export async function readForm(request: Request, bytesMax: number): Promise<FormData | null> {
  const bytes = await readAtMost(request, bytesMax);
  if (!bytes) return null;
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
}

/** A text field of a posted form; "" if it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
