import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** One body in the encodings that a client may ask for, made once. */
export type EncodedBody = Record<Encoding, Buffer>;

const TEXT = /^(text\/|application\/(javascript|json|manifest\+json|xml|ld\+json)|image\/svg)/;
const COMPRESSED_BYTES_MIN = 256;
const QUALITY_ONCE = 4;

/** Text of some size; pictures and fonts are compressed already. */
export function isCompressible(body: Buffer, contentType: string): boolean {
  return TEXT.test(contentType) && body.byteLength >= COMPRESSED_BYTES_MIN;
}

/** Compresses a body for one client; `quality` is brotli's, 4 for an answer that is used once. */
export function compress(body: Buffer, encoding: "br" | "gzip", quality: number = QUALITY_ONCE): Buffer {
  if (encoding === "gzip") return gzipSync(body, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // It saves time, not bytes: a file, which is compressed once and as well as can be, may be a byte larger with it.
    ...(quality < constants.BROTLI_MAX_QUALITY && { [constants.BROTLI_PARAM_LGWIN]: windowBits(body) }),
  };
  return brotliCompressSync(body, { params });
}

/** Of a window as long as the body: under a longer one brotli searches in a way that costs short bodies time. */
function windowBits({ byteLength }: Buffer): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants;
  const bits = Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(byteLength)));
  return Math.min(BROTLI_DEFAULT_WINDOW, bits);
}

/** Bytes that are kept, without the many times larger slab of Node's that a small buffer is mostly a part of. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** All encodings of a body that is kept, however small; the very bytes where compressing makes them no fewer. */
export function encodeBody(bytes: Buffer, contentType: string, quality: number): EncodedBody {
  const body = ownBytes(bytes);
  if (!TEXT.test(contentType)) return { br: body, gzip: body, identity: body };
  const least = (encoded: Buffer) => (encoded.byteLength < body.byteLength ? ownBytes(encoded) : body);
  return { br: least(compress(body, "br", quality)), gzip: least(compress(body, "gzip")), identity: body };
}

/** The best of our encodings that an Accept-Encoding header allows. */
export function chooseEncoding(acceptEncoding: string): Encoding {
  if (allows(acceptEncoding, "br")) return "br";
  return allows(acceptEncoding, "gzip") ? "gzip" : "identity";
}

function allows(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(",").some((offer) => {
    const [name, weight] = offer.trim().split(";");
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? "");
  });
}
