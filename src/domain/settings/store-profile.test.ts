import { expect, test } from "vitest";
import { parseSocialUrl, socialName } from "./store-profile.ts";

test("a social link is named after its network, or its host", () => {
  expect(socialName("https://www.instagram.com/")).toBe("Instagram");
  expect(socialName("https://golf.example/pat")).toBe("golf.example");
});

test("[FT-1] a social link is an https address or none at all", () => {
  expect(parseSocialUrl(" https://www.instagram.com/dune ")).toBe("https://www.instagram.com/dune");
  expect(parseSocialUrl("")).toBe("");
  for (const text of [
    "javascript:alert(1)",
    "http://example.com",
    "https://",
    "instagram",
    `https://a.b/${"c".repeat(300)}`,
  ])
    expect(parseSocialUrl(text), text).toBeNull();
});
