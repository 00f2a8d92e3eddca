import { expect, test } from "vitest";
import { noCodes } from "../options/item-codes.ts";
import { checkProduct, type EditableProduct, emptyFields } from "../product-form.ts";
import { checkDraft, draftTexts } from "./draft-rows.ts";

/** A draft that was on sale before, when its L was called M. */
function renamedDraft(): EditableProduct {
  const unfinished = { ...emptyFields, name: "Harbor Polo", status: "draft", quantity: "0" };
  const checked = checkProduct(unfinished, { mayBeUnfinished: true });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const stock = ["S", "L"].map((variation) => ({ ...noCodes, variation, onHand: 4, held: 0 }));
  return {
    ...checked.values,
    ...{ id: "polo", version: 2, createdAt: "2026-06-01T00:00:00Z", stock },
    ...{ wasSold: true, isHero: false, waiting: [] },
    former: [{ name: "M", variation: "L", wasSold: true }],
  };
}

test("[CH-1] a row's sizes take no name that another size had before: orders that say it mean that one", () => {
  const product = renamedDraft();
  const withSizes = (options: string, price = "") =>
    checkDraft(product, { ...draftTexts(product), options, price });
  const options =
    "“M” is what “L” was called before, and carts and orders still say so. To call it so again, rename L";
  expect(withSizes("S|M|L|XL")).toEqual({ ok: false, errors: { options } });
  expect(withSizes("S|M|L|XL", "free")).toEqual({
    ok: false,
    errors: { options, price: "Price must be a positive number" },
  });
  expect(withSizes("S/M|L/XL")).toMatchObject({ ok: true });
  expect(withSizes("")).toMatchObject({ ok: true });
});
