import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { networks, socialOf } from "#domain/brand/social.ts";

test("[BR-3] a social link has the icon and the name of its network, or the name of its site", () => {
  expect(socialOf("https://www.instagram.com/shop")).toMatchObject({ name: "Instagram", icon: "instagram" });
  expect(socialOf("https://uk.pinterest.com/shop")).toMatchObject({ name: "Pinterest", icon: "pinterest" });
  expect(socialOf("https://twitter.com/shop")).toMatchObject({ name: "X", icon: "x" });
  expect(socialOf("https://notx.com/pat")).toMatchObject({ name: "notx.com", icon: "link" });
});

test("[BR-3] every icon of a social link is drawn", () => {
  const symbols = readFileSync(path.join(import.meta.dirname, "socials.svg"), "utf8");
  const drawn = [...symbols.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
  expect(drawn).toEqual([...Object.keys(networks), "link"]);
});
