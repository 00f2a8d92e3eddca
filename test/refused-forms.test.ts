// Whether a page loads its data anew after a form of it was refused. The router loads it only after a success.
import { expect, test } from "vitest";
import { loadRoute } from "./page-handler.ts";

test.each([
  ["settings/settings", 409, "save", true],
  ["products/inventory", 409, "low-level", true],
  ["products/drafts", 422, "save", true],
  ["discounts/discount", 409, "save", true],
  ["discounts/discount", 422, "save", false],
  ["products/inventory", 422, "low-level", false],
  ["products/inventory", 409, "stock", false],
])(
  "[ST-1] %s, refused with %i: what the next save is compared with is what is stored then",
  async (route, status, intent, isLoaded) => {
    const { shouldRevalidate } = await loadRoute(`routes/admin/${route}.tsx`);
    const formData = new FormData();
    formData.set("intent", intent);
    const asked = { formData, actionStatus: status, defaultShouldRevalidate: false };
    expect(shouldRevalidate?.(asked) ?? asked.defaultShouldRevalidate).toBe(isLoaded);
  },
);
