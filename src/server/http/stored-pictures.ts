import type { Context } from "hono";
import type { FileStore } from "../files/file-store.ts";

const NAME = /^[A-Za-z0-9_-]{1,120}\.(webp|avif|jpg|png)$/;
const TYPES: Record<string, string> = {
  webp: "image/webp",
  avif: "image/avif",
  jpg: "image/jpeg",
  png: "image/png",
};

/** A product picture of the local store. Names are random and never reused, so a picture is kept for ever. */
export async function storedPicture(files: FileStore, c: Context): Promise<Response> {
  const name = c.req.path.slice(c.req.path.lastIndexOf("/") + 1);
  const extension = NAME.exec(name)?.[1];
  const bytes = extension ? await files.get(`product-images/${name}`) : null;
  if (!extension || !bytes) return c.text("Not found", 404, { "Cache-Control": "no-store" });
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": TYPES[extension] ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
