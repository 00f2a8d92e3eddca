import { expect, test } from "vitest";
import { makeRecoveryCodes, parseRecoveryCode, recoveryCodeHash } from "./recovery-codes.ts";
import { seal, unseal } from "./seal.ts";
import { base32, matchingStep, provisioningUri, stepAt, totpAt } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("[ST-2] the code at %i seconds is %s", (seconds, code) => {
  expect(totpAt(SECRET, stepAt(seconds * 1000))).toBe(code);
});

test("[ST-2] a code counts one step early and one step late, no further", () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  const matched = [-2, -1, 0, 1, 2].map((drift) => matchingStep(SECRET, totpAt(SECRET, step + drift), now));
  expect(matched).toEqual([null, step - 1, step, step + 1, null]);
});

test.each(["", "05047", "0504711", "05047a", "٠٥٠٤٧١", "050 471"])("%j is no code", (code) => {
  expect(matchingStep(SECRET, code, 1_111_111_111_000)).toBeNull();
});

// RFC 4648, section 10, without its padding.
test.each([
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foobar", "MZXW6YTBOI"],
])("%s is %s in base 32", (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded);
});

test("an app gets the shop's name, the account, and the secret", () => {
  expect(provisioningUri(SECRET, { issuer: "Pat's Golf & Co", account: "pat@example.com" })).toBe(
    "otpauth://totp/Pat's%20Golf%20%26%20Co:pat%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pat's%20Golf%20%26%20Co",
  );
});

test("recovery codes differ, and are understood as people write them", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(parseRecoveryCode(" 7k2mx 9qdb4")).toBe("7K2MX-9QDB4");
  expect(parseRecoveryCode("OIL00-ABCDE")).toBe("01100-ABCDE");
  for (const wrong of ["", "123456", "7K2MX-9QDB", "7K2MX-9QDBU"])
    expect(parseRecoveryCode(wrong)).toBeNull();
  const hash = recoveryCodeHash("k", "me", "7K2MX-9QDB4");
  expect(hash).not.toBe(recoveryCodeHash("k", "you", "7K2MX-9QDB4"));
  expect(hash).not.toBe(recoveryCodeHash("another", "me", "7K2MX-9QDB4"));
});

test("what is sealed opens with the same key for the same purpose only", () => {
  const key = { current: "k".repeat(43), old: [] };
  const other = { current: "o".repeat(43), old: [] };
  const sealed = seal(key, "mine", SECRET);
  expect(unseal(key, "mine", sealed)).toEqual(SECRET);
  expect(sealed).not.toBe(seal(key, "mine", SECRET));
  expect(unseal(other, "mine", sealed)).toBeNull();
  expect(unseal(key, "yours", sealed)).toBeNull();
  const bytes = Buffer.from(sealed, "base64url");
  for (const place of [0, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(unseal(key, "mine", changed.toString("base64url"))).toBeNull();
  }
  for (const wrong of ["", "short", "!!!"]) expect(unseal(key, "mine", wrong)).toBeNull();
});
