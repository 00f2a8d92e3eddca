import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Arrives } from "./arrives.tsx";

test("[PA-1] a line names an arrival on one day once, and both days of a longer one", () => {
  const told = (from: string, to: string) =>
    renderToStaticMarkup(createElement(Arrives, { arrival: { from, to } })).replace(/<[^>]*>/g, "");
  expect(told("2026-06-11", "2026-06-11").trim()).toBe("Arrives Thu, Jun 11");
  expect(told("2026-06-11", "2026-06-15")).toBe("Arrives Thu, Jun 11 – Mon, Jun 15");
});
