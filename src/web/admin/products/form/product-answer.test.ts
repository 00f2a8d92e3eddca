import { expect, test } from "vitest";
import { touchedFields } from "#domain/product/product-edit.ts";
import { checkProduct, emptyFields, fieldsOf } from "#domain/product/product-form.ts";
import { firstCategories } from "#test/shop/catalog.ts";
import { conflictAnswer, failedAnswer, invalidAnswer, noticeLeft } from "./product-answer.ts";

const stockOf = (stock: Record<string, string>) =>
  Object.entries(stock).map(([option, quantity]) => ({ option, quantity }));

function productWith(stock: Record<string, string>) {
  const checked = checkProduct(
    {
      ...{ ...emptyFields, name: "Harbor Polo", price: "72", description: "A polo for the harbor." },
      ...{ images: [{ url: "/storage/product-images/a_1.webp", alt: "" }], options: "S|L" },
      ...{ category: "Shirts", stock: stockOf(stock) },
    },
    { categories: firstCategories },
  );
  if (!checked.ok) throw new Error("not valid");
  const lines = checked.values.stock.map((line) => ({ ...line, held: 0 }));
  const rest = { id: "1", version: 1, wasSold: false, isHero: false, waiting: [], createdAt: "" };
  return { ...checked.values, ...rest, stock: lines };
}

test("[PF-6] after a conflict the next save writes no count that the owner has left alone", () => {
  const origin = fieldsOf(productWith({ S: "5", L: "7" }));
  const mine = { ...origin, stock: stockOf({ S: "5", L: "9" }) };
  const { fields, base } = conflictAnswer(mine, origin, productWith({ S: "4", L: "6" }), []);
  expect(touchedFields(fields, base?.fields ?? null)).toEqual({ stock: stockOf({ L: "9" }) });
});

test("[PF-2] what is mended is not said any more above the form either, and nothing when all of it is", () => {
  const typed = { fields: emptyFields, base: null };
  const [name, images] = ["Name is too short", "At least one image is required"];
  const answer = invalidAnswer(typed, { name, images });
  expect(answer.notice).toMatchObject({
    title: "Validation failed",
    description: `Validation error: ${name}, ${images}`,
  });
  const saidOf = (left: typeof answer.errors) => noticeLeft(answer, left)?.description;
  expect(saidOf(answer.errors)).toBe(answer.notice?.description);
  expect(saidOf({ name })).toBe("Validation error: Name is too short");
  expect(noticeLeft(answer, {})).toBeNull();
  const failed = failedAnswer("create", typed, "the database is away");
  expect(noticeLeft(failed, {})).toBe(failed.notice);
});
