// Files in an S3-compatible store, named by URL path (endpoint/bucket/key), which every such store understands.
// All three calls may be repeated without harm, so after a lost connection or from an overloaded store there is a
// second attempt. What fails then is thrown, without the body, which might carry secrets.
import { assertOutsideTransaction } from "../db/transaction.ts";
import type { S3Settings } from "../env.ts";
import type { FileStore } from "./file-store.ts";
import { type S3Request, signedHeaders } from "./sign-s3-request.ts";
import { isStorageKey } from "./storage-key.ts";

const S3_TIMEOUT_MS = 20_000;
const S3_ATTEMPTS_MAX = 2;
/** A key is never given to other bytes, so a browser may keep what it has. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";
const NOTHING = new Uint8Array();

type Parts = { settings: S3Settings; clock: () => number; fetch?: typeof fetch };

/** A store in a bucket that browsers read from `settings.publicUrl`. All calls throw when the store fails. */
export function createS3Store({ settings, clock, fetch: send = fetch }: Parts): FileStore {
  const { accessKeyId, secretAccessKey, bucket } = settings;
  const endpoint = settings.endpoint.replace(/\/+$/, "");
  const credentials = { accessKeyId, secretAccessKey, region: regionOf(endpoint) };
  const attempt = async (request: S3Request): Promise<Response> => {
    const { method, url } = request;
    const body = method === "PUT" ? Buffer.from(request.body) : null;
    for (let attempts = 1; ; attempts += 1) {
      const headers = signedHeaders(request, credentials, new Date(clock()));
      try {
        const signal = AbortSignal.timeout(S3_TIMEOUT_MS);
        const response = await send(url, { method, headers, body, signal, redirect: "error" });
        if (response.status < 500 || attempts >= S3_ATTEMPTS_MAX) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempts >= S3_ATTEMPTS_MAX) throw error;
      }
    }
  };
  /** The body of the answer, always read to its end so that the connection is free again; null for 404. */
  const ask = async (method: S3Request["method"], key: string, body: Uint8Array = NOTHING, headers = {}) => {
    if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
    assertOutsideTransaction("A call of the file store");
    const response = await attempt({ method, url: new URL(`${endpoint}/${bucket}/${key}`), headers, body });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 404 && method !== "PUT") return null;
    if (!response.ok) throw new Error(`The file store answered ${method} with ${response.status}`);
    return bytes;
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

/** Signatures name a region. Where the endpoint's name does not carry one, stores accept us-east-1. */
function regionOf(endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const known =
    /(?:^|\.)s3[.-]([a-z0-9-]+)\.(?:amazonaws\.com|amazonaws\.com\.cn|backblazeb2\.com|wasabisys\.com|scw\.cloud)$/;
  return known.exec(host)?.[1] ?? "us-east-1";
}
