// The built files of the browser, from memory: read and compressed once when first asked for. Names with a
// content hash never change and are kept by browsers for a year.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { getMimeType } from "hono/utils/mime";
import { chooseEncoding, type EncodedBody, encodeBody } from "./compression.ts";
import { entityTag, isTagKnown } from "./entity-tag.ts";

type StaticFile = {
  bodies: EncodedBody;
  tag: ReturnType<typeof entityTag>;
  contentType: string;
  cacheControl: string;
};

const QUALITY = 11;

export class StaticFiles {
  #paths = new Map<string, string>();
  #files = new Map<string, StaticFile>();

  constructor(folder: string) {
    for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []) {
      const full = path.join(folder, file);
      if (statSync(full).isFile() && !path.basename(file).startsWith(".")) {
        this.#paths.set(`/${file.split(path.sep).join("/")}`, full);
      }
    }
  }

  has(pathname: string): boolean {
    return this.#paths.has(pathname);
  }

  /** The file as an answer, 304 when the browser has it; null when there is no such file. */
  answer(pathname: string, acceptEncoding: string, ifNoneMatch: string | undefined): Response | null {
    const file = this.#load(pathname);
    if (!file) return null;
    const headers: Record<string, string> = {
      "Content-Type": file.contentType,
      "Cache-Control": file.cacheControl,
      Vary: "Accept-Encoding",
    };
    const wished = chooseEncoding(acceptEncoding);
    const body = file.bodies[wished];
    const encoding = body === file.bodies.identity ? "identity" : wished;
    const etag = file.tag(encoding);
    headers.ETag = etag;
    if (isTagKnown(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
    if (encoding !== "identity") headers["Content-Encoding"] = encoding;
    return new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, "Content-Length": String(body.byteLength) },
    });
  }

  #load(pathname: string): StaticFile | null {
    const known = this.#files.get(pathname);
    const full = this.#paths.get(pathname);
    if (known || !full) return known ?? null;
    const bytes = readFileSync(full);
    const contentType = getMimeType(full) ?? "application/octet-stream";
    const isHashed = pathname.startsWith("/assets/");
    const file: StaticFile = {
      bodies: encodeBody(bytes, contentType, QUALITY),
      tag: entityTag(bytes),
      contentType,
      cacheControl: isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    };
    this.#files.set(pathname, file);
    return file;
  }
}
