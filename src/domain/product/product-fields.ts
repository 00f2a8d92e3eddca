// Every attribute of a product: its name, how it is typed in and what is accepted, its column in the database
// and in a file, and who sees it. The form and its checks, the merge of two editors' work, the spreadsheet, the
// SQL of both the shop and the back office, and their types all come from this table. So a new attribute takes
// a migration, an entry here and the page that shows it (docs/decisions/014-product-fields.md).
import { type Cents, CHARGE_MAX, formatMoney } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import { byName } from "../text/fields.ts";
import {
  type Attribute,
  type Audience,
  choice,
  inCategory,
  measure,
  moment,
  money,
  type Parsed,
  swatch,
  written,
} from "./product-attribute.ts";

export const productStatusLabels = { active: "Active", draft: "Draft", archived: "Archived" };
export type ProductStatus = keyof typeof productStatusLabels;

/** Whom clothing is made for, in the words of shoppers. */
export const genderLabels = { unisex: "Unisex", men: "Men", women: "Women" };
export type Gender = keyof typeof genderLabels;
export const ageGroupLabels = {
  adult: "Adults",
  kids: "Kids",
  toddler: "Toddlers",
  infant: "Infants",
  newborn: "Newborns",
};
export type AgeGroup = keyof typeof ageGroupLabels;

export const NAME_LENGTH_MAX = 200;
export const TYPE_LENGTH_MAX = 40;
export const OPTION_NAME_LENGTH_MAX = 24;
export const TAGS_LENGTH_MAX = 250;
export const DESCRIPTION_LENGTH_MIN = 10;
export const DESCRIPTION_LENGTH_MAX = 5_000;
/** What a set of options is called unless the owner says otherwise. */
export const OPTION_NAME = "Size";
export const saleEndMessage = "The sale must end after it starts";
export const salePriceMessage = "Sale price must be below the price";

export const attributes = {
  name: written({
    label: "Product Name",
    noun: "Name",
    column: "name",
    section: "details",
    audience: "lists",
    lengthMin: 2,
    input: { kind: "line", lengthMax: NAME_LENGTH_MAX },
  }),
  price: money({
    label: "Price",
    title: "Price ($)",
    noun: "Price",
    column: "price",
    section: "selling",
    audience: "lists",
    blank: 0,
    parse: parsePrice,
  }),
  salePrice: money({
    label: "Sale Price",
    title: "Sale Price ($) (Optional)",
    noun: "Sale price",
    column: "sale_price",
    section: "selling",
    audience: "lists",
    blank: null,
    parse: parseSalePrice,
  }),
  saleStartsAt: moment({
    label: "Sale From",
    title: "Sale From (Optional)",
    hint: "Store time. Leave blank to start now.",
    noun: "Sale from",
    column: "sale_starts_at",
    section: "facts",
    audience: "owner",
  }),
  saleEndsAt: moment({
    label: "Sale To",
    title: "Sale To (Optional)",
    hint: "Store time. Leave blank for no end.",
    noun: "Sale to",
    column: "sale_ends_at",
    section: "facts",
    audience: "page",
    check: (value, { saleStartsAt }) =>
      saleStartsAt !== "" && value <= saleStartsAt.trim().replace(" ", "T") ? saleEndMessage : null,
  }),
  category: inCategory({
    label: "Category",
    noun: "Category",
    column: "category",
    section: "selling",
    audience: "lists",
  }),
  status: choice({
    label: "Status",
    hint: "Only active products are in the shop.",
    noun: "Status",
    column: "status",
    section: "selling",
    audience: "owner",
    labels: productStatusLabels,
    initial: "active",
  }),
  description: written({
    label: "Description",
    noun: "Description",
    column: "description",
    section: "details",
    audience: "page",
    lengthMin: DESCRIPTION_LENGTH_MIN,
    input: { kind: "text", lengthMax: DESCRIPTION_LENGTH_MAX, rows: 6 },
  }),
  type: written({
    label: "Type",
    hint: "Such as Rope cap, Visor, or Polo. Shoppers can filter by type.",
    noun: "Type",
    column: "type",
    section: "facts",
    audience: "page",
    input: { kind: "line", lengthMax: TYPE_LENGTH_MAX, isSuggested: true },
  }),
  color: written({
    label: "Color",
    hint: "Separate colors with a slash: Bone/Green.",
    noun: "Color",
    column: "color",
    section: "facts",
    audience: "page",
    input: { kind: "line", lengthMax: 40, isSuggested: true },
  }),
  tags: written({
    label: "Tags",
    hint: "Separate tags with commas. Collections can use them.",
    noun: "Tags",
    column: "tags",
    section: "facts",
    audience: "owner",
    input: { kind: "line", lengthMax: TAGS_LENGTH_MAX },
  }),
  swatch: swatch({
    label: "Swatch",
    hint: "Leave blank for common colors. Example: #1f3d2b",
    noun: "Swatch",
    column: "swatch",
    section: "facts",
    audience: "page",
  }),
  design: written({
    label: "Design",
    hint: "Links products that differ only in color.",
    noun: "Design",
    column: "design",
    section: "facts",
    audience: "page",
    input: { kind: "line", lengthMax: 100, isSuggested: true },
  }),
  gender: choice({
    label: "Gender",
    noun: "Gender",
    column: "gender",
    section: "facts",
    audience: "page",
    labels: genderLabels,
    initial: "unisex",
  }),
  ageGroup: choice({
    label: "Age group",
    noun: "Age group",
    column: "age_group",
    section: "facts",
    audience: "page",
    labels: ageGroupLabels,
    initial: "adult",
  }),
  material: written({
    label: "Fabric & feel",
    hint: "Example: Washed cotton twill, leather strap.",
    noun: "Material",
    column: "material",
    section: "facts",
    audience: "page",
    input: { kind: "line", lengthMax: 200 },
  }),
  fit: written({
    label: "Fit & size",
    noun: "Fit",
    column: "fit",
    section: "facts",
    audience: "page",
    input: { kind: "text", lengthMax: 500, rows: 2 },
  }),
  care: written({
    label: "Care",
    noun: "Care",
    column: "care",
    section: "facts",
    audience: "page",
    input: { kind: "text", lengthMax: 500, rows: 2 },
  }),
  weight: measure({
    label: "Weight",
    title: "Weight (oz)",
    hint: "Shipping weight, including packaging.",
    noun: "Weight (oz)",
    column: "weight_oz",
    section: "facts",
    audience: "page",
    unit: "oz",
    max: 10_000,
  }),
  cost: money({
    label: "Cost",
    title: "Cost ($) (Optional)",
    hint: "What each one costs you. Only you see it.",
    noun: "Cost",
    column: "cost",
    section: "facts",
    audience: "owner",
    blank: null,
    parse: parseCost,
  }),
  optionName: written({
    label: "Option name",
    hint: "What shoppers choose, such as Size or Length.",
    noun: "Option name",
    column: "option_name",
    section: "options",
    audience: "page",
    lengthMin: 1,
    initial: OPTION_NAME,
    input: { kind: "line", lengthMax: OPTION_NAME_LENGTH_MAX, isSuggested: true },
  }),
};

/** In the order in which errors and changes are listed. After the attributes come fields with their own rules. */
export const productFields = {
  ...attributes,
  images: { label: "Product Images", noun: "Image 1" },
  options: { label: "Options", noun: "Options" },
  stock: { label: "Stock", noun: "Stock" },
  codes: { label: "Codes", noun: "SKU" },
  prices: { label: "Prices of options", noun: "Price" },
  renames: { label: "Names of options", noun: "Options" },
  quantity: { label: "Quantity", noun: "Stock" },
};

type Attributes = typeof attributes;
export type AttributeName = keyof Attributes;
export type FieldName = keyof typeof productFields;

/** The values of all attributes, by name. */
export type ProductAttributes = {
  [K in AttributeName]: Extract<ReturnType<Attributes[K]["parse"]>, { ok: true }>["value"];
};

/** The columns of attributes in a row of `products`. */
export type AttributeRow = {
  [K in AttributeName as Attributes[K]["column"]]: ReturnType<Attributes[K]["store"]>;
};

type NamesFor<A extends Audience> = {
  [K in AttributeName]: Attributes[K]["audience"] extends A ? K : never;
}[AttributeName];

/** What cards and lists show of a product, and what only its page and the feed show. */
export type ListAttributes = Pick<ProductAttributes, NamesFor<"lists">>;
export type PageAttributes = Pick<ProductAttributes, NamesFor<"page">>;

export const attributeNames = Object.keys(attributes) as AttributeName[];
export const fieldNames = Object.keys(productFields) as FieldName[];
const listNames = attributeNames.filter((name) => isFor(name, "lists"));
const pageNames = attributeNames.filter((name) => isFor(name, "page"));

/** The database columns of all attributes, of those in lists, and of those on the page alone. */
export const attributeColumns = attributeNames.map((name) => attributes[name].column);
export const listColumns = listNames.map((name) => attributes[name].column);
export const pageColumns = pageNames.map((name) => attributes[name].column);

/** The attributes that are amounts in cents. */
export const moneyAttributes = attributeNames.filter((name) => attributes[name].input.kind === "money");

function isFor<A extends Audience>(name: AttributeName, audience: A): name is NamesFor<A> {
  return attributes[name].audience === audience;
}

export function isAttribute(name: string): name is AttributeName {
  return Object.hasOwn(attributes, name);
}

type Column<K extends AttributeName> = Attributes[K]["column"];
type Table = {
  [K in AttributeName]: Attribute<ProductAttributes[K], AttributeRow[Column<K>], Column<K>>;
};
const table: Table = attributes;

/** The attributes of a larger object, in the order of the table. */
export function attributesOf(holder: ProductAttributes): ProductAttributes {
  return byName(attributeNames, (name) => holder[name]);
}

export type AttributeTexts = Record<AttributeName, string>;

/** The texts in the form of a new product. */
export const initialTexts = byName<AttributeTexts>(attributeNames, (name) => attributes[name].initial);

/** The values of a product for which nothing was entered. */
export const blankAttributes = byName<ProductAttributes>(attributeNames, (name) => attributes[name].blank);

/** The texts that a form shows for stored values. */
export function attributeTexts(values: ProductAttributes): AttributeTexts {
  return byName(attributeNames, <K extends AttributeName>(name: K) => table[name].write(values[name]));
}

/** Attributes → their database columns, and back. */
export function attributeRow(values: ProductAttributes): AttributeRow {
  const entry = <K extends AttributeName>(name: K) => [table[name].column, table[name].store(values[name])];
  return Object.fromEntries(attributeNames.map((name) => entry(name))) as AttributeRow;
}

export function attributesFrom(row: AttributeRow): ProductAttributes {
  return loaded(attributeNames, row);
}

export type ListRow = Pick<AttributeRow, Column<NamesFor<"lists">>>;
export function listAttributesFrom(row: ListRow): ListAttributes {
  return loaded(listNames, row);
}

export type PageRow = Pick<AttributeRow, Column<NamesFor<"page">>>;
export function pageAttributesFrom(row: PageRow): PageAttributes {
  return loaded(pageNames, row);
}

/** Reads only the columns of `names`, since a row may hold fewer than all. */
function loaded<T>(names: readonly AttributeName[], row: object): T {
  const stored = row as AttributeRow;
  return byName<T, AttributeName>(names, <K extends AttributeName>(name: K) =>
    table[name].load(stored[table[name].column]),
  );
}

function parsePrice(text: string): Parsed<Cents> {
  const price = parseDollars(text);
  if (price === null || price <= 0) return { ok: false, message: "Price must be a positive number" };
  if (price <= CHARGE_MAX) return { ok: true, value: price };
  return { ok: false, message: `Price must be at most ${formatMoney(CHARGE_MAX)}` };
}

function parseSalePrice(text: string, form: { price: string }): Parsed<Cents | null> {
  if (text.trim() === "") return { ok: true, value: null };
  const value = parseDollars(text);
  if (value === null || value <= 0) return { ok: false, message: "Sale price must be a positive number" };
  const price = parseDollars(form.price) ?? 0;
  return price > 0 && value >= price ? { ok: false, message: salePriceMessage } : { ok: true, value };
}

function parseCost(text: string): Parsed<Cents | null> {
  if (text.trim() === "") return { ok: true, value: null };
  const value = parseDollars(text);
  if (value === null || value < 0) return { ok: false, message: "Cost must be an amount of at least 0" };
  if (value <= CHARGE_MAX) return { ok: true, value };
  return { ok: false, message: `Cost must be at most ${formatMoney(CHARGE_MAX)}` };
}
