import { expect, test } from "vitest";
import { type S3Request, signedHeaders } from "./sign-s3-request.ts";

// The examples that AWS publishes for Signature Version 4 of S3, with its example keys.
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = new Date("2013-05-24T00:00:00Z");
const nothing = new Uint8Array();

function signatureOf(request: S3Request): string | undefined {
  return signedHeaders(request, credentials, now).authorization?.split("Signature=")[1];
}

const bucket = (rest: string) => new URL(`https://examplebucket.s3.amazonaws.com/${rest}`);

test("[FN-6] signs the published example 'GET object'", () => {
  const request = {
    method: "GET",
    url: bucket("test.txt"),
    headers: { Range: "bytes=0-9" },
    body: nothing,
  } as const;
  expect(signatureOf(request)).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
});

test("[FN-6] signs the published example 'PUT object'", () => {
  const headers = { Date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" };
  const body = new TextEncoder().encode("Welcome to Amazon S3.");
  const request = { method: "PUT", url: bucket("test%24file.text"), headers, body } as const;
  expect(signatureOf(request)).toBe("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
});

test("[FN-6] signs the published example 'GET bucket lifecycle'", () => {
  const request = { method: "GET", url: bucket("?lifecycle"), headers: {}, body: nothing } as const;
  expect(signatureOf(request)).toBe("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
});

test("[FN-6] signs the published example 'list objects'", () => {
  const request = { method: "GET", url: bucket("?max-keys=2&prefix=J"), headers: {}, body: nothing } as const;
  expect(signatureOf(request)).toBe("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
});
