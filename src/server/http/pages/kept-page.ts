// A drawn page as it is kept: compressed once as nearly every browser takes it. What the few others take is made of that
// when the first of them asks.
import { brotliDecompressSync } from "node:zlib";
import { chooseEncoding, compress, type Encoding, isCompressible, ownBytes } from "./compression.ts";
import { entityTag } from "./entity-tag.ts";

export type Rendered = { status: number; headers: Record<string, string>; cookies: string[]; body: Buffer };

/** How to send a page: its headers fit its body. */
export type PageAnswer = {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
};

const QUALITY = 5;
/** What a response takes in memory besides its body and the text of its headers. */
const ANSWER_BYTES = 1_000;

export class KeptPage {
  readonly status: number;
  /** What it takes in memory, about; more once another encoding has been requested. */
  bytes: number;
  readonly #headers: Record<string, string>;
  readonly #tag: ReturnType<typeof entityTag>;
  readonly #answers = new Map<Encoding, PageAnswer>();
  readonly #isCompressed: boolean;

  constructor({ status, headers, body }: Omit<Rendered, "cookies">) {
    this.status = status;
    this.#headers = { ...headers, vary: "Accept-Encoding" };
    this.#tag = entityTag(body);
    this.#isCompressed = isCompressible(body, headers["content-type"] ?? "");
    const texts = Object.entries(this.#headers);
    this.bytes = texts.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (this.#isCompressed) this.#keep("br", compress(body, "br", QUALITY));
    else this.#keep("identity", body);
  }

  answer(acceptEncoding: string): PageAnswer {
    const encoding = this.#isCompressed ? chooseEncoding(acceptEncoding) : "identity";
    return this.#answers.get(encoding) ?? this.#make(encoding);
  }

  /** For as long as it can't be rendered again; it must not be cached. */
  answerInEmergency(acceptEncoding: string): PageAnswer {
    const { status, headers, body } = this.answer(acceptEncoding);
    const { etag: _etag, ...others } = headers;
    return { status, headers: { ...others, "cache-control": "no-store" }, body };
  }

  /** Of a page that is kept as brotli. */
  #make(encoding: Encoding): PageAnswer {
    const text = brotliDecompressSync(this.#answers.get("br")?.body ?? Buffer.alloc(0));
    return this.#keep(encoding, encoding === "gzip" ? compress(text, "gzip") : text);
  }

  #keep(encoding: Encoding, bytes: Buffer): PageAnswer {
    const body = ownBytes(bytes);
    const headers: PageAnswer["headers"] = { ...this.#headers, etag: this.#tag(encoding) };
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    headers["content-length"] = body.byteLength;
    const answer = { status: this.status, headers, body };
    this.#answers.set(encoding, answer);
    this.bytes += body.byteLength + ANSWER_BYTES;
    return answer;
  }
}
