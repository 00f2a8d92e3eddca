import { expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { type RestockLetter, restockBack } from "./restock-letters.ts";

function letterWith(image: RestockLetter["image"]): RestockLetter {
  return {
    publicUrl: "https://shop.example",
    look: defaultBrand.look,
    icons: null,
    store: {
      ...{ storeName: "Golf Pro Shop", email: "store@shop.example", phone: "", logoUrl: "" },
      address: "1 Links Road\nTucson, AZ",
    },
    item: { name: "Fairway Cap", variation: "" },
    image,
    requestPage: "https://shop.example/restock/token",
    productPage: "https://shop.example/product/cap",
  };
}

test("[CH-5] the email shows the product as JPEG from the shop's own address, and leaves out one that has no such address", () => {
  const url = "/storage/product-images/cap_1.webp";
  const { html } = restockBack(letterWith({ url, alt: "Green cap" }));
  expect(html).toContain('<img src="https://shop.example/storage/product-images/cap_1-small.jpg"');
  for (const image of [{ url: "javascript:alert(1)", alt: "" }, { url: "http://[", alt: "" }, null])
    expect(restockBack(letterWith(image)).html).not.toContain("<img");
});
