// The columns of Shopify's product files, under the names that they had until 2024 and those that they have since.

const names = {
  handle: ["Handle", "URL handle"],
  title: ["Title"],
  body: ["Body (HTML)", "Description"],
  category: ["Product Category", "Standard Product Type", "Custom Product Type"],
  type: ["Type"],
  tags: ["Tags"],
  status: ["Status"],
  option1Name: ["Option1 Name"],
  option1Value: ["Option1 Value"],
  option2Name: ["Option2 Name"],
  option2Value: ["Option2 Value"],
  option3Name: ["Option3 Name"],
  option3Value: ["Option3 Value"],
  sku: ["Variant SKU", "SKU"],
  barcode: ["Variant Barcode", "Barcode", "Barcodes"],
  grams: ["Variant Grams", "Weight value (grams)"],
  quantity: ["Variant Inventory Qty", "Inventory quantity"],
  price: ["Variant Price", "Price"],
  compareAt: ["Variant Compare At Price", "Compare-at price"],
  cost: ["Cost per item"],
  image: ["Image Src", "Product image URL"],
  gender: ["Google Shopping / Gender"],
  ageGroup: ["Google Shopping / Age Group"],
  mpn: ["Google Shopping / MPN"],
} as const satisfies Record<string, readonly string[]>;

export type ShopifyColumn = keyof typeof names;

const columnByName = new Map(
  Object.entries(names).flatMap(([column, all]) => all.map((name) => [key(name), column as ShopifyColumn])),
);

function key(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The column that a cell of the first line names; null for one that is not read. */
export function shopifyColumn(text: string): ShopifyColumn | null {
  return columnByName.get(key(text)) ?? null;
}

/** Whether a first line is that of a file of Shopify's: products have a handle there, and a title instead of a name. */
export function isShopifyHead(cells: readonly string[]): boolean {
  const columns = new Set(cells.map(shopifyColumn));
  return (
    columns.has("handle") && (columns.has("title") || columns.has("price") || columns.has("option1Value"))
  );
}

/** Columns with pictures, of which only the number is told. */
const pictureNames = ["Image Position", "Image Alt Text", "Variant Image", "Variant image URL"].map(key);

/** The columns of a first line that are not read, as the file spells them. */
export function ignoredColumns(cells: readonly string[]): string[] {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "" && shopifyColumn(cell) === null && !pictureNames.includes(key(cell)));
}
