// What the shop sells, as other programs distinguish variants: the product feed and the structured data of pages take their
// names and groups from here, so that they say the same. A product without options is its one variant.
// Google's rules: https://support.google.com/merchants/answer/6324507 (groups), /6324406 (ids).
import type { Cents } from "../money/money.ts";
import type { Product } from "../product/product.ts";
import { productPath } from "../product/product-path.ts";
import { isUsSize, sizeKey } from "../product/size.ts";

const ID_MAX = 50;
/** What clothing without sizes is said to have. */
export const ONE_SIZE = "one size";

/** What the variants of a group differ in, in the words of schema.org. */
export type Variation = "color" | "size" | "material" | "pattern";

export type ListedVariant = {
  /** null: the product has no options. */
  option: string | null;
  /** The owner's SKU, else the id of the variant, of a product without options its own. */
  id: string;
  gtin: string;
  mpn: string;
  isAvailable: boolean;
  price: Cents;
  salePrice: Cents | null;
  /** Each "" when the owner has not said. */
  color: string;
  material: string;
  pattern: string;
  size: string;
  sizeSystem: "US" | null;
  /** The product's page with this option chosen. */
  path: string;
};

export type ListedProduct = Pick<
  Product,
  | "id"
  | "name"
  | "price"
  | "salePrice"
  | "quantity"
  | "options"
  | "codes"
  | "optionName"
  | "color"
  | "material"
  | "design"
  | "repeatsColor"
>;

/** Whatever the options are called, most are sizes. */
const variationsByName: Record<string, Variation> = {
  color: "color",
  colour: "color",
  material: "material",
  fabric: "material",
  pattern: "pattern",
  print: "pattern",
};

/** In the owner's order. */
export function listedVariants(product: ListedProduct): ListedVariant[] {
  const { color, material } = product;
  const shared = { color, material, pattern: "", size: ONE_SIZE, sizeSystem: null };
  if (product.options.length === 0) {
    const { sku, gtin, mpn } = product.codes;
    const isAvailable = product.quantity > 0;
    const path = productPath(product);
    const { price, salePrice } = product;
    return [
      { ...shared, option: null, id: sku || product.id, gtin, mpn, isAvailable, price, salePrice, path },
    ];
  }
  const kind = optionsAre(product);
  const nameOf = kind === "size" ? sizeNames(product) : (option: string) => option;
  return product.options.map(({ id, variation, available, price, salePrice, sku, gtin, mpn }) => ({
    ...shared,
    [kind]: nameOf(variation),
    sizeSystem: kind === "size" && isUsSize(variation) ? "US" : null,
    option: variation,
    id: sku || id,
    gtin,
    mpn,
    isAvailable: available > 0,
    price,
    salePrice,
    path: productPath(product, variation),
  }));
}

/** What a product's options are: their name says so. */
export function optionsAre({ optionName }: Pick<Product, "optionName">): Variation {
  const name = optionName.trim().toLowerCase();
  return Object.hasOwn(variationsByName, name) ? (variationsByName[name] ?? "size") : "size";
}

/** One name for a size however it is typed, unless two options would then be one. */
function sizeNames({ options }: Pick<Product, "options">): (option: string) => string {
  const keys = new Set(options.map(({ variation }) => sizeKey(variation)));
  return keys.size === options.length ? sizeKey : (option) => option;
}

export type VariantGroup = { id: string; name: string; variesBy: Variation[] };

/**
 * The group of the product's variants: all colors and sizes of a design are one group, and so are the options of a
 * product that has no design. null: there is none. Within a group no two variants are alike: of two products
 * of one design and one color the younger is a group of its own, and so is one whose options are its colors.
 */
export function groupOf(product: ListedProduct): VariantGroup | null {
  const kind = product.options.length > 0 ? optionsAre(product) : null;
  const isOfDesign =
    product.design !== "" && product.color !== "" && !product.repeatsColor && kind !== "color";
  const own: Variation[] = kind === null ? [] : [kind];
  if (isOfDesign) return { id: designId(product.design), name: product.design, variesBy: ["color", ...own] };
  return kind === null ? null : { id: product.id, name: product.name, variesBy: own };
}

/** Of a design in any case of letters: its plain words, else their digest. */
function designId(design: string): string {
  const words = design.toLowerCase();
  const plain = `design-${words.replaceAll(" ", "-")}`;
  return plain.length <= ID_MAX && /^[a-z0-9]+( [a-z0-9]+)*$/.test(words) ? plain : `design-${digest(words)}`;
}

/** Twelve hexadecimal digits of a text (FNV-1a, twice): the same on every machine, and in a page as in the feed. */
function digest(text: string): string {
  const half = (seed: number) => {
    let hash = seed;
    for (const sign of new TextEncoder().encode(text)) hash = Math.imul(hash ^ sign, 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, "0");
  };
  return (half(0x811c9dc5) + half(0x9747b28c)).slice(2, 14);
}
