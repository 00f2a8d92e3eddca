import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { categories, storedCategory } from "#domain/product/product.ts";
import { sizeKey } from "#domain/product/size.ts";
import { sampleProducts } from "../../../../sample/catalog.ts";
import { SizeTable } from "./size-table.tsx";

test.each(categories)(
  "[CH-1] the size guide has the sizes of the samples, as they are called there: %s",
  (category) => {
    const table = renderToStaticMarkup(createElement(SizeTable, { category }));
    const rows = [...table.matchAll(/<th scope="row"[^>]*>([^<]+)</g)].map(([, size = ""]) => size);
    expect(rows.map(sizeKey)).toEqual(rows);
    const sold = sampleProducts
      .filter((product) => product.category === storedCategory(category))
      .flatMap((product) => product.options.map(({ variation }) => variation || "One size"));
    expect(rows).toEqual(expect.arrayContaining([...new Set(sold)]));
  },
);
