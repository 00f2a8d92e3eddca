// Fills a shop that has no products, so that the first start shows a complete shop. The pictures are stored first, at
// every size; then everything is written in one transaction. A process that dies before that leaves an empty catalog
// for the next start to fill, and no shopper ever sees a product without its stock or its pictures. If two processes
// start at the same time, the second waits, and then finds the catalog filled.
import { noCodes } from "#domain/product/options/item-codes.ts";
import { noOwnPrices } from "#domain/product/product.ts";
import { blankAttributes, type ProductAttributes } from "#domain/product/product-fields.ts";
import { sampleBusiness } from "#domain/settings/sample-business.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { storeSizes } from "../../files/pictures/picture-sizes.ts";
import { insertProducts, type NewProduct } from "../../products/queries.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { introduceBusiness } from "../../settings/queries.ts";
import { readSamplePicture } from "./sample-pictures.ts";
import {
  hasProducts,
  insertSampleCharts,
  lockCatalog,
  markSamples,
  type NewSizeChart,
  setHero,
} from "./seed-queries.ts";

/** Categories that a new shop has. */
type SampleCategory = "Hats" | "Shirts";

/** Measures, rows, and texts of a chart for one of them. */
export type SampleChart = Omit<NewSizeChart, "categories"> & { category: SampleCategory };

/** Omitted attributes are as in the form of a new product. Money in cents. */
export type SampleProduct = Pick<ProductAttributes, "name" | "price" | "salePrice" | "description"> &
  Partial<Omit<ProductAttributes, "category" | "status">> & {
    category: SampleCategory;
    /** One entry with variation "" for a product without options. */
    options: { variation: string; quantity: number }[];
    /** The first picture is the main one; `file` is the name of its largest size in the folder of pictures. */
    pictures: { file: string; alt: string }[];
    createdDaysAgo: number;
    /** It is at the top of the home page. */
    isHero?: true;
  };

type Seed = { products: SampleProduct[]; sizeCharts?: SampleChart[]; picturesFolder: string };

const DAY_MS = 86_400_000;
/** Each waits for the disk. */
const PICTURES_AT_ONCE = 8;
/** The source of the samples' units in the stock ledger. */
const SAMPLE_SOURCE = "sample catalog";

/**
 * Puts the products into an empty catalog, with stock and pictures, and introduces the demo business. Returns how many
 * were added: 0 when there was a product already. Throws when a picture is missing.
 */
export async function seedSampleCatalog(
  shop: Shop,
  { products, sizeCharts = [], picturesFolder }: Seed,
): Promise<number> {
  if (products.length === 0 || (await hasProducts(shop.db))) return 0;
  const files = [...new Set(products.flatMap((product) => product.pictures.map((picture) => picture.file)))];
  const urls = await storePictures(shop, files, picturesFolder);
  await loadSettings(shop);
  const inserted = await inTransaction(shop, async (tx) => {
    await lockCatalog(tx);
    if (await hasProducts(tx)) return 0;
    const now = nowOf(shop);
    const filled = products.map((product) => newProduct(product, { id: shop.newId(), urls, now }));
    await insertProducts(tx, filled, { now, source: SAMPLE_SOURCE });
    await markSamples(
      tx,
      filled.map(({ id }) => id),
    );
    await insertSampleCharts(
      tx,
      sizeCharts.map(({ category, ...chart }) => ({ ...chart, id: shop.newId(), categories: [category] })),
    );
    const hero = filled[products.findIndex(({ isHero }) => isHero)];
    if (hero) await setHero(tx, hero.id);
    await introduceBusiness(tx, sampleBusiness, now);
    return products.length;
  });
  if (inserted > 0) await shop.catalogChanged();
  return inserted;
}

function newProduct(
  { category, options, pictures, createdDaysAgo, isHero: _, ...attributes }: SampleProduct,
  { id, urls, now }: { id: string; urls: ReadonlyMap<string, string>; now: Date },
): NewProduct {
  const values = {
    ...blankAttributes,
    ...attributes,
    category,
    images: pictures.map(({ file, alt }) => ({ url: urls.get(file) ?? "", alt })),
    stock: options.map(({ variation, quantity }) => ({
      variation,
      onHand: quantity,
      ...noCodes,
      ...noOwnPrices,
    })),
  };
  return { id, values, createdAt: new Date(now.getTime() - createdDaysAgo * DAY_MS) };
}

/** Stores every file and returns the URL of each. */
async function storePictures(shop: Shop, files: string[], folder: string): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      urls.set(file, await storeSizes(shop, await readSamplePicture(folder, file)));
  };
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work));
  return urls;
}
