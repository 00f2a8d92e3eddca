import { expect, test } from "vitest";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { drawPart } from "#test/pages/draw-part.ts";
import { DiscountForm } from "./discount-form.tsx";

const known = { id: "10000000-0000-4000-8000-000000000001", name: "Gifts" };
const DELETED = "10000000-0000-4000-8000-000000000002";

const drawn = (collectionId: string, productIds: string[]) =>
  drawPart(DiscountForm, {
    opened: { ...emptyDiscount, scope: "collection", collectionId, productIds },
    answer: undefined,
    products: [known],
    collections: [known],
    isCut: false,
  });

test("[DC-1] [kind: deleted choice] a discount opens with what it is for, though that was deleted", () => {
  const html = drawn(DELETED, [DELETED]);
  expect(html).toContain(`<option value="${DELETED}" selected="">A deleted collection</option>`);
  expect(html).toMatch(new RegExp(`<input (?=[^>]*checked)[^>]*value="${DELETED}"[^>]*>Deleted<`));
});

test("[DC-1] a discount lists nothing deleted that it is not for", () => {
  const html = drawn(known.id, [known.id]);
  expect(html).toContain(`<option value="${known.id}" selected="">Gifts</option>`);
  expect(html).not.toMatch(/deleted/i);
});
