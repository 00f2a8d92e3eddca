import { expect, test } from "vitest";
import { socialName } from "./store-profile.ts";

test("a social link is named after its network, or its host", () => {
  expect(socialName("https://www.instagram.com/")).toBe("Instagram");
  expect(socialName("https://golf.example/pat")).toBe("golf.example");
});
