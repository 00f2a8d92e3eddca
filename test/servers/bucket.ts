// A bucket in memory that responds to the S3 client. The real server is test/servers/s3-server.ts.

import type { Shop } from "#server/core/shop.ts";
import { createS3Store } from "#server/files/s3-store.ts";

type Kept = { body: Buffer; type: string | null };

/** The shop with its files in a bucket, and the bucket's contents by key. */
export function withBucket<S extends Pick<Shop, "files" | "clock">>(shop: S) {
  const kept = new Map<string, Kept>();
  const answer = async (input: URL | RequestInfo, init: RequestInit = {}) => {
    const key = new URL(String(input)).pathname.replace("/shop/", "");
    const type = new Headers(init.headers).get("content-type");
    if (init.method === "PUT") kept.set(key, { body: init.body as Buffer, type });
    if (init.method === "DELETE") kept.delete(key);
    const file = kept.get(key);
    if (init.method !== "GET") return new Response(null);
    return file ? new Response(new Uint8Array(file.body)) : new Response(null, { status: 404 });
  };
  const settings = {
    endpoint: "https://s3.example",
    bucket: "shop",
    accessKeyId: "key",
    secretAccessKey: "secret",
    publicUrl: "https://pictures.example",
  };
  return { store: { ...shop, files: createS3Store({ settings, clock: shop.clock, fetch: answer }) }, kept };
}
