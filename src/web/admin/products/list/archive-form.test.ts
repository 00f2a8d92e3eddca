import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import type { ProductStatus } from "#domain/product/product-fields.ts";
import { categoryOf } from "#test/shop/catalog.ts";
import { ProductActions } from "./product-actions.tsx";
import { ProductsTable } from "./products-table.tsx";

const LIST = "/admin/products";
const cap = { id: "cap", name: "Cap", isHero: false };
const listed: Omit<AdminProduct, "status"> = {
  ...{ id: "cap", name: "Cap", category: categoryOf("Hats"), price: 3200, salePrice: null, quantity: 3 },
  ...{ stock: [{ variation: "", onHand: 3 }], lowSizes: 0, image: null },
};

const drawn = {
  list: (status: ProductStatus) =>
    drawAt(`${LIST}?tab=${status}`, () =>
      createElement(ProductsTable, {
        ...{ products: [{ ...listed, status }], answer: undefined, isPending: false },
      }),
    ),
  form: (status: ProductStatus) =>
    drawAt(`${LIST}/edit/cap`, () => createElement(ProductActions, { product: { ...cap, status } })),
};

/** A page at this address. */
function drawAt(address: string, Component: () => ReturnType<typeof createElement>): string {
  const router = createMemoryRouter([{ path: "*", Component }], { initialEntries: [address] });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

/** The menu's entries: what a button says, and if it is that of a form, where that is sent and its hidden fields. */
function entriesOf(page: string) {
  const [, menu = ""] = page.split('class="row-menu"');
  const entries = menu.match(/<form.*?<\/form>|<button.*?<\/button>/g) ?? [];
  return entries.flatMap((entry) => {
    const [button = ""] = /<button.*?<\/button>/.exec(entry) ?? [];
    if (!button.includes('class="button')) return [];
    const fields = [...entry.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    return {
      to: /action="([^"]*)"/.exec(entry)?.[1]?.replaceAll("&amp;", "&"),
      fields: Object.fromEntries(fields.map(([, name, value]) => [name, value])),
      label: button.replace(/<[^>]*>/g, ""),
    };
  });
}

test.each([
  ["active", "archive", "Archive Cap"],
  ["draft", "archive", "Archive Cap"],
  ["archived", "activate", "Activate Cap"],
] as const)(
  "[AP-2] the menus of a product that is %s begin with what can be undone, before Delete",
  (status, action, label) => {
    const first = { fields: { intent: "bulk", action, id: "cap" }, label };
    const inList = entriesOf(drawn.list(status));
    expect(inList[0]).toEqual({ to: `${LIST}?tab=${status}`, ...first });
    expect(inList[1]?.label).toBe("Delete Cap");
    const inForm = entriesOf(drawn.form(status));
    expect(inForm[0]).toEqual({ to: LIST, ...first });
    expect(inForm.map((entry) => entry.label)).toContain("Delete Product");
  },
);
