import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import type { FileStore } from "./file-store.ts";
import { createS3Store } from "./s3-store.ts";

// A store that keeps what it is given, and refuses any request that is not signed with its secret.
const secretAccessKey = "right secret";
const now = Date.UTC(2026, 5, 1, 12);
const kept = new Map<string, { bytes: Buffer; headers: IncomingMessage["headers"] }>();
let failures = 0;
let requests = 0;
/** How long the store takes to read what is sent to it. */
let slowMs = 0;
let server: Server;
let endpoint: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // Its sender has given up.
      return;
    }
    if (slowMs > 0) await setTimeout(slowMs);
    const answer = await answerTo(request, Buffer.concat(chunks));
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  kept.clear();
  failures = 0;
  requests = 0;
  slowMs = 0;
});

async function answerTo(request: IncomingMessage, body: Buffer): Promise<{ status: number; body?: Buffer }> {
  const { url = "", method = "", headers } = request;
  if (failures > 0) {
    failures -= 1;
    return { status: 503 };
  }
  if (headers.authorization !== (await expectedAuthorization(request, body))) return { status: 403 };
  if (method === "PUT") kept.set(url, { bytes: body, headers });
  if (method === "DELETE") return { status: kept.delete(url) ? 204 : 404 };
  const file = kept.get(url);
  return file ? { status: 200, body: method === "GET" ? file.bytes : Buffer.alloc(0) } : { status: 404 };
}

/** Signed again over the received body, so a body or a header that was changed on the way is refused. */
async function expectedAuthorization(
  { url = "", method = "", headers }: IncomingMessage,
  body: Buffer,
): Promise<string | null> {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1]?.split(";") ?? [];
  const sent = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}${url}`,
    headers: { ...sent, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") },
    accessKeyId: "key",
    secretAccessKey,
    service: "s3",
    region: "us-east-1",
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
  });
  return (await signer.sign()).headers.get("authorization");
}

function open(secret: string = secretAccessKey, answerMs?: number): FileStore {
  const publicUrl = "https://pictures.example/";
  const settings = { endpoint, bucket: "shop", accessKeyId: "key", secretAccessKey: secret, publicUrl };
  return createS3Store({ settings, clock: () => now, ...(answerMs === undefined ? {} : { answerMs }) });
}

const key = "product-images/abc_1700000000000.webp";
const bytes = new TextEncoder().encode("picture");

describe("[FN-6] the S3-compatible file store", () => {
  test("the S3 store keeps, returns and deletes a file", async () => {
    const files = open();
    expect(await files.get(key)).toBeNull();
    await files.put(key, bytes, "image/webp");
    expect(Buffer.from((await files.get(key))!).toString()).toBe("picture");
    expect(kept.get(`/shop/${key}`)?.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
    });
    await files.delete(key);
    await files.delete(key);
    expect(await files.get(key)).toBeNull();
  });

  test("the S3 store gives browsers the public URL", () => {
    expect(open().url(key)).toBe(`https://pictures.example/${key}`);
  });

  test("the S3 store throws when it is refused, and says nothing of the secret", async () => {
    const files = open("wrong secret");
    await expect(files.put(key, bytes, "image/webp")).rejects.toThrow("The file store answered PUT with 403");
    await expect(files.get(key)).rejects.toThrow("403");
    await expect(files.delete(key)).rejects.toThrow("403");
    expect(kept.size).toBe(0);
  });

  test("an overloaded S3 store is tried again once, and then given up", async () => {
    failures = 1;
    await open().put(key, bytes, "image/webp");
    expect([kept.size, requests]).toEqual([1, 2]);
    failures = 5;
    await expect(open().get(key)).rejects.toThrow("503");
    expect(requests).toBe(4);
  });

  test("much has more time to travel than little, and a store that never answers is given up", async () => {
    slowMs = 400;
    const part = Buffer.alloc(64_000, "part");
    await open(secretAccessKey, 100).put(key, part, "image/webp");
    expect(Buffer.from((await open().get(key))!).equals(part)).toBe(true);
    await expect(open(secretAccessKey, 100).put(key, bytes, "image/webp")).rejects.toThrow(
      "does not respond",
    );
    expect(requests).toBe(4);
  });

  test("the S3 store refuses a key that leaves the bucket, before anything is sent", async () => {
    const files = open();
    await expect(files.put("../other/a.webp", bytes, "image/webp")).rejects.toThrow("Not a storage key");
    await expect(files.delete("../other/a.webp")).rejects.toThrow("Not a storage key");
    expect(await files.get("../other/a.webp")).toBeNull();
    expect(requests).toBe(0);
  });

  test("the S3 store is never asked inside a database transaction", async () => {
    const transaction = { execute: (work: (tx: unknown) => unknown) => work({}) };
    const db = { transaction: () => ({ setIsolationLevel: () => transaction }) };
    const call = inTransaction({ db } as unknown as Parameters<typeof inTransaction>[0], () =>
      open().get(key),
    );
    await expect(call).rejects.toThrow("inside a database transaction");
    expect(requests).toBe(0);
  });
});
