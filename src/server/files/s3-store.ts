// Files in an S3-compatible store, named by URL path (endpoint/bucket/key), which every such store understands.
// All three calls may be repeated without harm, so after a lost connection or from an overloaded store there is a
// second attempt. What fails then is thrown, without the body, which might carry secrets.
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "../core/env.ts";
import { assertOutsideTransaction } from "../db/transaction.ts";
import type { FileStore } from "./file-store.ts";
import { isStorageKey } from "./storage-key.ts";

/** How long the store may take to answer, not counting the transfer. */
const ANSWER_MS = 20_000;
/** A line so slow is still waited for: a part of a backup has 8 MB, and a shop may run behind a home's line. */
const SLOWEST_BYTES_PER_MS = 64;
const S3_ATTEMPTS_MAX = 2;
/** A key is never given to other bytes, so a browser may keep what it has. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";
const NOTHING = new Uint8Array();

type Parts = { settings: S3Settings; clock: () => number; fetch?: typeof fetch; answerMs?: number };

/** A store in a bucket that browsers read from `settings.publicUrl`. All calls throw when the store fails. */
export function createS3Store({
  settings,
  clock,
  fetch: fetchOver = fetch,
  answerMs = ANSWER_MS,
}: Parts): FileStore {
  const { accessKeyId, secretAccessKey, bucket } = settings;
  const endpoint = settings.endpoint.replace(/\/+$/, "");
  const credentials = { accessKeyId, secretAccessKey, region: regionOf(endpoint) };
  const send = async (request: S3Request): Promise<Answer> => {
    const { method, url } = request;
    const headers = await sign(request, credentials, new Date(clock()));
    const body = method === "PUT" ? Buffer.from(request.body) : null;
    const patience = startPatience(answerMs, body?.length ?? 0);
    try {
      const { signal } = patience;
      const response = await fetchOver(url, { method, headers, body, signal, redirect: "error" });
      patience.renew(Number(response.headers.get("content-length")) || 0);
      // Always read to its end, so that the connection is free again.
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, ok: response.ok, bytes };
    } finally {
      patience.end();
    }
  };
  const attempt = async (request: S3Request): Promise<Answer> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const answer = await send(request);
        if (answer.status < 500 || attempts >= S3_ATTEMPTS_MAX) return answer;
      } catch (error) {
        if (attempts >= S3_ATTEMPTS_MAX) throw error;
      }
    }
  };
  /** The body of the answer; null for 404. */
  const ask = async (method: S3Request["method"], key: string, body: Uint8Array = NOTHING, headers = {}) => {
    if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
    assertOutsideTransaction("A call of the file store");
    const answer = await attempt({ method, url: new URL(`${endpoint}/${bucket}/${key}`), headers, body });
    if (answer.status === 404 && method !== "PUT") return null;
    if (!answer.ok) throw new Error(`The file store answered ${method} with ${answer.status}`);
    return answer.bytes;
  };
  return {
    put: async (key, bytes, contentType) => {
      await ask("PUT", key, bytes, { "content-type": contentType, "cache-control": CACHE_CONTROL });
    },
    get: async (key) => (isStorageKey(key) ? ask("GET", key) : null),
    delete: async (key) => {
      await ask("DELETE", key);
    },
    url: (key) => `${settings.publicUrl.replace(/\/+$/, "")}/${key}`,
  };
}

type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
};
type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** Its headers with a signature of all of it, so that the request can't be changed on the way. */
async function sign(
  { method, url, headers, body }: S3Request,
  credentials: S3Credentials,
  now: Date,
): Promise<Headers> {
  const datetime = now.toISOString().replace(/[:-]|\.\d{3}/g, "");
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const all = { ...headers, "x-amz-content-sha256": bodyHash };
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: all,
    service: "s3",
    datetime,
    ...credentials,
  });
  return (await signer.sign()).headers;
}

type Answer = { status: number; ok: boolean; bytes: Uint8Array };

/** A signal that ends a request in which so many bytes travel in one direction; `renew`: they have, and others follow. */
function startPatience(answerMs: number, bytes: number) {
  const controller = new AbortController();
  const wait = (more: number) =>
    setTimeout(
      () => controller.abort(new Error("The file store does not respond")),
      answerMs + more / SLOWEST_BYTES_PER_MS,
    );
  let timer = wait(bytes);
  const end = () => clearTimeout(timer);
  const renew = (more: number) => {
    end();
    timer = wait(more);
  };
  return { signal: controller.signal, renew, end };
}

/** Signatures name a region. Where the endpoint's name does not carry one, stores accept us-east-1. */
function regionOf(endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const known =
    /(?:^|\.)s3[.-]([a-z0-9-]+)\.(?:amazonaws\.com|amazonaws\.com\.cn|backblazeb2\.com|wasabisys\.com|scw\.cloud)$/;
  return known.exec(host)?.[1] ?? "us-east-1";
}
