import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";
import { jpegOf } from "#domain/product/image.ts";
import type { FileStore } from "../files/file-store.ts";
import type { JpegPictures } from "../files/pictures/jpeg-pictures.ts";

const NAME = /^[A-Za-z0-9_-]{1,120}\.(?:webp|avif|jpg|png)$/;
/** For an answer of 503. */
const RETRY_SECONDS = "10";

/**
 * A product picture. Names are random and never reused, so browsers keep a picture forever. Other sites may show it, as
 * they do in email clients, searches and link previews.
 */
export async function storedPicture(files: FileStore, jpegs: JpegPictures, c: Context): Promise<Response> {
  const name = c.req.path.slice(c.req.path.lastIndexOf("/") + 1);
  const bytes = await bytesOf(name, files, jpegs);
  if (bytes === "busy") {
    return c.text("Ask again in a moment", 503, {
      "Cache-Control": "no-store",
      "Retry-After": RETRY_SECONDS,
    });
  }
  if (!bytes) return c.text("Not found", 404, { "Cache-Control": "no-store" });
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": getMimeType(name) ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

async function bytesOf(name: string, files: FileStore, jpegs: JpegPictures) {
  if (!NAME.test(name)) return null;
  return jpegOf(name) ? jpegs(name) : files.get(`product-images/${name}`);
}
