import { expect, test } from "vitest";
import { noCodes } from "#domain/product/options/item-codes.ts";
import type { Product, ProductInColors } from "#domain/product/product.ts";
import { blankAttributes } from "#domain/product/product-fields.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { refusingStorage, storageWith } from "#test/pages/kept-in.ts";
import { categoryOf } from "#test/shop/catalog.ts";
import { breadcrumbJsonLd } from "../../page/breadcrumb-json-ld.ts";
import { shorten } from "../../page/page-meta.ts";
import { lineOfProduct } from "../catalog/cart-line-of.ts";
import { chosenSizes, rememberSize } from "./buy/chosen-sizes.ts";
import { linkedOption, preselectedOption } from "./buy/preselected-option.ts";
import { firstAvailable } from "./buy/use-option.ts";
import { formatColors, productFacts } from "./product-facts.ts";
import { productCrumbs, productJsonLd } from "./product-json-ld.ts";

const prices = { price: 7_200, salePrice: 5_900 };
const polo: ProductInColors = {
  ...blankAttributes,
  id: "p1",
  path: "/product/p1/first-tee-polo",
  name: "First Tee Polo",
  category: categoryOf("Shirts"),
  ...prices,
  quantity: 4,
  hasOptions: true,
  images: [{ url: "/storage/polo.webp", alt: "Green polo" }],
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  description: "Green.",
  options: [
    { ...noCodes, ...prices, id: "1-S", variation: "S", available: 0 },
    { ...noCodes, ...prices, id: "1-M", variation: "M", available: 4 },
  ],
  codes: noCodes,
  repeatsColor: false,
  colors: [],
  sizeChart: "shirts",
};

test("[PD-2] the first option that can be bought is preselected", () => {
  expect(firstAvailable(polo)).toBe("M");
  expect(
    firstAvailable({ options: [{ ...noCodes, ...prices, id: "1-S", variation: "S", available: 0 }] }),
  ).toBe("S");
  expect(firstAvailable({ options: [] })).toBeNull();
});

test("[PD-2] a size that this shopper chose before comes first, of products that are comparable", () => {
  const storage = storageWith(null);
  const of = (changes: Partial<Product>, sizes: string[], soldOut: string[] = []) => ({
    ...polo,
    type: "Polo",
    ...changes,
    options: sizes.map((variation) => ({
      id: `1-${variation}`,
      ...noCodes,
      ...prices,
      variation,
      available: soldOut.includes(variation) ? 0 : 3,
    })),
  });
  const first = (product: Product, search = "") =>
    preselectedOption(product, search, "S", chosenSizes(storage));
  const polos = of({}, ["S", "M", "XL", "XXL"]);
  expect(first(polos)).toBe("S");
  rememberSize(of({ type: "Layer" }, []), "M", storage);
  rememberSize(of({ category: categoryOf("Hats"), type: "Bucket" }, []), "L/XL", storage);
  expect(first(polos), "of another type of shirt").toBe("M");
  rememberSize(polos, "2XL", storage);
  expect(first(polos), "the same size in other words").toBe("XXL");
  expect(first(of({ type: "Layer" }, ["M", "2XL"])), "its own type before others").toBe("M");
  expect(first(of({}, ["M", "2XL"], ["2XL"])), "what is sold out is passed over").toBe("M");
  expect(first(of({}, ["38", "40"])), "no size of this kind").toBe("S");
  expect(first(of({ optionName: "Color" }, ["M"])), "no size at all").toBe("S");
  expect(first(of({ category: categoryOf("Hats") }, ["M", "2XL"])), "a hat is no shirt").toBe("S");
  expect(first(polos, "?option=M"), "a link comes before").toBe("M");
  expect(first(of({}, ["M", "XXL"], ["M"]), "?option=M")).toBeNull();
  rememberSize(polos, "M", storage);
  expect(chosenSizes(storage).map(({ size }) => size)).toEqual(["M", "L/XL", "M"]);
});

test("[PD-2] sizes that a browser keeps are ours or dropped, few, and no reason to fail", () => {
  const ours = { category: "SHIRTS", type: "Polo", optionName: "Size", size: "M" };
  const foreign = [null, 7, {}, { ...ours, size: 7 }, { ...ours, type: "x".repeat(201) }, ours];
  expect(chosenSizes(storageWith(JSON.stringify(foreign)))).toEqual([ours]);
  for (const broken of ["{", "{}", "null"]) expect(chosenSizes(storageWith(broken))).toEqual([]);
  const storage = storageWith(null);
  for (let type = 0; type < 20; type += 1) rememberSize({ ...polo, type: `Type ${type}` }, "L", storage);
  expect(chosenSizes(storage)).toHaveLength(12);
  expect(chosenSizes(storage)[0]?.type).toBe("Type 19");
  rememberSize(polo, "L", refusingStorage);
  expect(chosenSizes(refusingStorage)).toEqual([]);
});

test("[CH-4] a link's option is chosen as it is written or by its size; sold out, no other is chosen instead", () => {
  const inStock = ["S", "XXL", "2XL", "Long Sleeve", "7 & 1/4"];
  const options = inStock.map((variation) => ({
    id: variation,
    variation,
    available: 2,
    ...noCodes,
    ...prices,
  }));
  options.push({ id: "M", variation: "M", available: 0, ...noCodes, ...prices });
  const chosen = (option: string) =>
    linkedOption(options, `?utm_source=feed&option=${encodeURIComponent(option)}`, "S");
  for (const option of inStock) expect(chosen(option)).toBe(option);
  expect(chosen("xx-large")).toBe("XXL");
  expect(chosen("Small")).toBe("S");
  expect(chosen("M")).toBeNull();
  for (const unknown of ["3XL", "long sleeve", "<script>", ""]) expect(chosen(unknown)).toBe("S");
  expect(linkedOption(options, "?utm_source=feed", "L")).toBe("L");
  expect(linkedOption([], "?option=M", null)).toBeNull();
});

test("[CH-3] what is known of a product stands in rows; what is not, has none", () => {
  const { shipping } = defaultStoreSettings;
  const all = { material: "Cotton twill.", fit: "Mid-depth.", care: "Spot-clean." };
  const names = (facts: Partial<typeof all>) =>
    productFacts({ ...polo, ...facts }, shipping).map(({ name }) => name);
  expect(names(all)).toEqual(["Fabric & feel", "Fit & size", "Care", "Shipping & returns"]);
  expect(names({ care: "Spot-clean." })).toEqual(["Care", "Shipping & returns"]);
  expect(productFacts(polo, { ...shipping, enableFreeShipping: true })).toEqual([
    {
      name: "Shipping & returns",
      text: "Delivered in 3-5 business days. Shipping is $5.99 per order, no matter how many items you buy. Orders of $50.00 or more ship free.\nYou can return items within 30 days of delivery.\nCondition: Unworn, with tags.\nYou pay for return shipping.\nWe refund you within 5 days of receiving your return.",
      link: { to: "/shipping", label: "How shipping and returns work" },
    },
  ]);
});

test("[CH-2] the colors of a design are named, and counted when there are many", () => {
  const colors = ["Bone", "Clay", "Navy"].map((color, index) => ({
    id: `p${index + 1}`,
    path: `/product/p${index + 1}`,
    color,
    image: null,
    isSoldOut: false,
  }));
  expect(formatColors({ id: "p2", color: "Clay", colors })).toBe("Clay · Also in Bone, Navy");
  expect(formatColors({ id: "p9", color: "", colors })).toBe("Also in Bone, Clay, Navy");
  expect(formatColors({ id: "p1", color: "Bone", colors: [] })).toBe("Bone");
  expect(formatColors({ id: "p1", color: "", colors: [] })).toBe("");
  const many = [...colors, ...colors, ...colors].map((color, index) => ({ ...color, id: `p${index}` }));
  expect(formatColors({ id: "p0", color: "Bone", colors: many })).toBe(
    "Bone · Also in Clay, Navy, Bone, Clay and 4 more",
  );
});

test("a cart line remembers the stock of its option, not of the product", () => {
  expect(lineOfProduct(polo, "S", 1).product.available).toBe(0);
  expect(lineOfProduct(polo, "M", 2)).toMatchObject({
    quantity: 2,
    selectedOption: "M",
    product: { available: 4 },
  });
});

test("[RT-6] each option is offered for what is paid, with its own stock and the page that chooses it", () => {
  const [group] = productJsonLd(polo, "https://shop.example", defaultStoreSettings, null);
  expect(group).toMatchObject({
    "@type": "ProductGroup",
    productGroupID: "p1",
    url: "https://shop.example/product/p1/first-tee-polo",
    variesBy: ["https://schema.org/size"],
    image: ["https://shop.example/storage/polo.webp"],
    hasVariant: [
      { sku: "1-S", size: "S", offers: { price: "59.00", availability: "https://schema.org/OutOfStock" } },
      {
        sku: "1-M",
        size: "M",
        offers: {
          price: "59.00",
          priceSpecification: { price: "72.00" },
          availability: "https://schema.org/InStock",
          url: "https://shop.example/product/p1/first-tee-polo?option=M",
        },
      },
    ],
  });
});

test("[RT-6] [CH-1] a product without options is one offer, and a variant of its design", () => {
  const visor = {
    ...polo,
    options: [],
    codes: { sku: "V-1", gtin: "4006381333931", mpn: "" },
    design: "Visor & Co",
    color: "Navy",
    gender: "women" as const,
    type: "Visor",
    category: categoryOf("Hats"),
  };
  const [product] = productJsonLd(visor, "https://shop.example", defaultStoreSettings, null);
  expect(product).toMatchObject({
    "@type": "Product",
    sku: "V-1",
    gtin: "4006381333931",
    color: "Navy",
    size: "one size",
    category: "Hats > Visor",
    audience: { suggestedGender: "female", suggestedMinAge: 13 },
    isVariantOf: { name: "Visor & Co", variesBy: ["https://schema.org/color"] },
    offers: {
      availability: "https://schema.org/InStock",
      url: "https://shop.example/product/p1/first-tee-polo",
    },
  });
  const [alone] = productJsonLd({ ...visor, design: "" }, "https://shop.example", defaultStoreSettings, null);
  expect(alone).not.toHaveProperty("isVariantOf", expect.anything());
});

test("[RT-6] the offers name what shipping of one costs and how long it takes", () => {
  const [, shipping] = productJsonLd(polo, "https://shop.example", defaultStoreSettings, null);
  expect(shipping).toMatchObject({
    "@id": "#shipping",
    shippingRate: { value: "5.99", currency: "USD" },
    deliveryTime: { transitTime: { minValue: 3, maxValue: 5 } },
  });
});

test("[RT-6] the breadcrumb leads from the shop through the category to the product", () => {
  const items = breadcrumbJsonLd(productCrumbs(polo), "https://shop.example").itemListElement.map(
    ({ item }) => item,
  );
  expect(items).toEqual([
    "https://shop.example/shop",
    "https://shop.example/shop?category=SHIRTS",
    "https://shop.example/product/p1/first-tee-polo",
  ]);
});

test("a description is cut at a word and fits a search result", () => {
  expect(shorten("Short  one.\nTwo lines.")).toBe("Short one. Two lines.");
  const cut = shorten("word ".repeat(60));
  expect(cut.length).toBeLessThanOrEqual(155);
  expect(cut).toMatch(/word…$/);
});
