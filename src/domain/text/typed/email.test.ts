import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEmail, readEmail } from "./email.ts";
import { emailHint } from "./email-hint.ts";
import { emailKey } from "./email-key.ts";

describe("[kind: emails as people write them]", () => {
  test.each([
    ["a@b.co", "a@b.co"],
    ["first.last+tag@sub.example.com", "first.last+tag@sub.example.com"],
    ["o'hara@example.org", "o'hara@example.org"],
    ["o’hara@example.org", "o'hara@example.org"],
    [" pat@example.com ", "pat@example.com"],
    ["ｐａｔ＠ｅｘａｍｐｌｅ．ｃｏｍ", "pat@example.com"],
    ["\u200bpat@exam\u00adple.com\ufeff", "pat@example.com"],
    ["pat@my–golf.com", "pat@my-golf.com"],
    ["pat@example.com.", "pat@example.com"],
    ["mailto:pat@example.com", "pat@example.com"],
    ["Pat Golfer <pat@example.com>;", "pat@example.com"],
    ["pat@münchen.de", "pat@xn--mnchen-3ya.de"],
  ])("[CK-3] %s is stored as %s", (typed, stored) => {
    expect(readEmail(typed)).toBe(stored);
    expect(isEmail(stored)).toBe(true);
  });

  test.each([
    "",
    "<a@b.com>,<c@d.com>",
    "a@b",
    "@example.com",
    "pat",
    "a b@example.com",
    "a@exa mple.com",
    "a@example.com\r\nBcc: eve@example.com",
    "pat@example.com\n",
    "a@-example.com",
    "a..b@example.com",
    ".pat@example.com",
    "pat.@example.com",
    "<a@example.com>",
    "“pat”@example.com",
    '"pat"@example.com',
    "josé@example.com",
    "pat@example.c",
    "pat@example.123",
    "pat@[127.0.0.1]",
    "pat@example.com,eve@example.com",
    `${"x".repeat(65)}@example.com`,
    `pat@${"x".repeat(64)}.com`,
  ])("[CK-3] %j is no email", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test("parsing a parsed value again changes nothing, for any input", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string({ unit: "binary" }),
          fc.string({ unit: fc.constantFrom(..."<>.,; a@:") }),
        ),
        (typed) => {
          const read = readEmail(typed);
          expect(readEmail(read)).toBe(read);
        },
      ),
    );
  });

  test.each([
    ["pat@gmial.com", "pat@gmail.com"],
    ["pat@gmail.con", "pat@gmail.com"],
    ["pat@gmail.co", "pat@gmail.com"],
    ["pat@Hotmial.com", "pat@hotmail.com"],
    ["pat@yaho.com", "pat@yahoo.com"],
    ["pat@fairway.con", "pat@fairway.com"],
    ["pat@gmail.com", null],
    ["pat@mail.com", null],
    ["pat@ymail.com", null],
    ["pat@example.com", null],
    ["gmial.com", null],
  ])("[CK-3] %s: did you mean %s?", (typed, meant) => {
    expect(emailHint(typed)).toBe(meant);
  });
});

test("[DC-1] an email is counted without capitals, what follows a plus, and Gmail's dots", () => {
  expect(emailKey(" Pat+Golf@Example.com ")).toBe("pat@example.com");
  expect(emailKey("p.a.t+1@googlemail.com")).toBe("pat@gmail.com");
  expect(emailKey("p.a.t@example.com")).toBe("p.a.t@example.com");
  expect(emailKey("+1@example.com")).toBe("+1@example.com");
});
