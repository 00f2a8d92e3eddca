import { createElement } from "react";
import { expect, test } from "vitest";
import { drawPart } from "#test/pages/draw-part.ts";
import { isActivePath, isAmong, useStoreLinks } from "./store-nav.ts";

test("[HD-1] a link is active on its own page and on the pages below it", () => {
  expect(isActivePath("/shop", "/shop")).toBe(true);
  expect(isActivePath("/shop/hats", "/shop")).toBe(true);
});

test("[HD-1] a link is not active on a page that only begins with the same letters", () => {
  expect(isActivePath("/shopping", "/shop")).toBe(false);
  expect(isActivePath("/", "/shop")).toBe(false);
});

const link = (label: string, to: string) => ({ label, to });
const bags = link("Bags", "/shop?category=BAGS");
const belts = link("Belts", "/shop?category=BELTS");
const about = link("ABOUT", "/about");

function Groups() {
  const { header, range } = useStoreLinks();
  const others = header.filter(({ to }) => !isAmong(range, to));
  const said = [range, others].map((links) => links.map(({ label }) => label).join(" "));
  return createElement("p", null, said.join(" | "));
}

const groupsOf = (header: (typeof bags)[], first: (typeof bags)[]) =>
  drawPart(Groups, {}, { menu: { header, columns: [{ heading: "Shop", links: first }], socials: [] } });

test("[HD-4] a phone's menu has each link once: a category of the header stays with the others", () => {
  const all = link("All Products", "/shop");
  expect(groupsOf([link("SHOP", "/shop"), about], [bags, belts, all])).toContain("Bags Belts | SHOP ABOUT");
  expect(groupsOf([about, { ...bags, label: "BAGS" }], [bags, belts, all])).toContain(
    "Bags Belts All Products | ABOUT",
  );
});
