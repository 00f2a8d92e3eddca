// Signs a request to an S3-compatible store with AWS Signature Version 4, so that the secret key never
// leaves this process and nobody on the way can change what was asked for. The rules are those of
// docs.aws.amazon.com, "Signature Calculations for the Authorization Header: Transferring Payload in a
// Single Chunk"; the four examples of that page are this file's test.
import { createHash, createHmac } from "node:crypto";

export type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  url: URL;
  /** Sent beside the ones that the signature adds. */
  headers: Record<string, string>;
  body: Uint8Array;
};

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** All headers of the request but Host, with its date, the hash of its body and the signature. */
export function signedHeaders(
  request: S3Request,
  credentials: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const bodyHash = sha256(request.body);
  const headers = { ...request.headers, "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const signed = [...Object.entries(headers), ["host", request.url.host] as const]
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, " ")] as const)
    .sort(([a], [b]) => order(a, b));
  const names = signed.map(([name]) => name).join(";");
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...signed.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${time.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const signature = hmac(signingKey(credentials, time.slice(0, 8)), text).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

function signingKey({ secretAccessKey, region }: S3Credentials, day: string): Buffer {
  return [day, region, "s3", "aws4_request"].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort(order)
    .join("&");
}

/** Percent-encoding as the signature wants it: everything but letters, digits and "-._~". */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
