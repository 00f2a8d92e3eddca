// Whether a page reloads its data after one of its forms was refused. By default the router does so only after a
// success.
import { expect, test } from "vitest";
import { loadRoute } from "./page-handler.ts";

test.each([
  ["settings/settings", 409, "save", true],
  ["products/drafts", 422, "save", true],
  ["products/inventory", 422, "low-level", false],
  ["products/inventory", 409, "stock", false],
])(
  "[ST-1] %s, refused with %i: the next save is compared with the current data",
  async (route, status, intent, isLoaded) => {
    const { shouldRevalidate } = await loadRoute(`routes/admin/${route}.tsx`);
    const formData = new FormData();
    formData.set("intent", intent);
    const asked = { formData, actionStatus: status, defaultShouldRevalidate: false };
    expect(shouldRevalidate?.(asked) ?? asked.defaultShouldRevalidate).toBe(isLoaded);
  },
);

test.each([
  ["reviews/reviews", 409],
  ["reviews/reviews-stop", 404],
  ["restock/restock-request", 404],
  ["reminders/reminder", 404],
  ["product", 409],
])(
  "[CH-5] [CH-7] [PE-3] %s, refused with %i: the page shows the current data for the next attempt",
  async (route, actionStatus) => {
    const { shouldRevalidate } = await loadRoute(`routes/storefront/${route}.tsx`);
    const url = new URL("https://shop.example/");
    const asked = { actionStatus, currentUrl: url, nextUrl: url, defaultShouldRevalidate: false };
    expect(shouldRevalidate?.(asked) ?? asked.defaultShouldRevalidate).toBe(true);
  },
);
