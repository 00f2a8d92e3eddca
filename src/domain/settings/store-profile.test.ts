import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { socialForm } from "./social-form.ts";
import { socialName } from "./store-profile.ts";

test("a social link is named after its network, or its host", () => {
  expect(socialName("https://www.instagram.com/")).toBe("Instagram");
  expect(socialName("https://golf.example/pat")).toBe("golf.example");
});

test("[FT-1] a social link is an https address or none at all", () => {
  const read = (socialUrl: string) => readForm(socialForm, { socialUrl });
  const value = { socialUrl: "https://www.instagram.com/dune" };
  expect(read(" https://www.instagram.com/dune ")).toEqual({ ok: true, value });
  expect(read("").ok).toBe(true);
  for (const text of [
    "javascript:alert(1)",
    "http://example.com",
    "https://",
    "instagram",
    `https://a.b/${"c".repeat(300)}`,
  ])
    expect(read(text).ok, text).toBe(false);
});
