import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { FileStore } from "../files/file-store.ts";

const NAME = /^[A-Za-z0-9_-]{1,120}\.(?:webp|avif|jpg|png)$/;

/** A product picture of the local store. Names are random and never reused, so browsers keep a picture forever. */
export async function storedPicture(files: FileStore, c: Context): Promise<Response> {
  const name = c.req.path.slice(c.req.path.lastIndexOf("/") + 1);
  const bytes = NAME.test(name) ? await files.get(`product-images/${name}`) : null;
  if (!bytes) return c.text("Not found", 404, { "Cache-Control": "no-store" });
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": getMimeType(name) ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
