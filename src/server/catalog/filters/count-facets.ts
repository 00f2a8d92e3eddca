// How many products each choice of a filter would find, given all the others. The other choices of the same filter don't
// count against it: types are one or the other, so the choices of a filter that is on are counted without it. One statement
// reads the narrow rows twice, whatever is filtered: first it counts how many products are alike in all that filters ask
// for, and the counts are sums of those few; then it counts the bands of prices. So no combination costs more than another.
import { sql } from "kysely";
import { colorChoice, colorKeys, typeKey } from "#domain/catalog/facet-keys.ts";
import type { FacetChoice, FacetName, Facets } from "#domain/catalog/facets.ts";
import { priceBands } from "#domain/catalog/price-bands.ts";
import type { ShopSearch } from "#domain/catalog/shop-search.ts";
import { categoryFromStored } from "#domain/product/product.ts";
import { compareSizes, sizeKey } from "#domain/product/size.ts";
import type { Db } from "../../db/transaction.ts";
import type { Condition } from "../queries.ts";
import { type FilterName, passes } from "./filter-conditions.ts";
import type { FilterValues } from "./filter-values.ts";

/** Of each filter the choices with the most products are offered. */
const CHOICES_MAX = 100;

const edges = priceBands.flatMap(({ below }) => below ?? []);

type Row = { facet: FilterName | "all"; value: string | null; swatch: string | null; products: number };

const counted = ["category", "sale", "inStock", "types", "colors"] as const;
/** What a kind says nothing of: sizes are counted by their sets, and prices passed before. */
const ALIKE: readonly FilterName[] = ["sizes", "prices"];
const BUT_PRICES: readonly FilterName[] = [...counted, "sizes"];
/** As they stand in product_facets.kind, in this order. */
const ofKind: [column: string, type: string][] = [
  ["category", "text"],
  ["type", "text"],
  ["color", "text"],
  ["on_sale", "boolean"],
  ["in_stock", "boolean"],
];
const columns: Record<(typeof counted)[number], string> = {
  category: "category",
  sale: "on_sale",
  inStock: "in_stock",
  types: "type",
  colors: "color",
};
const SEPARATOR = "\x1f";

export type FacetsAsked = {
  values: FilterValues;
  search: Pick<ShopSearch, FacetName>;
  /** A query of the ids that a search by words found, each once; null: none. Without it all that is sold is counted. */
  found?: Condition | null;
};

/** The choices of each filter with their counts, and how many products pass all filters. One statement, if there are any. */
export async function countFacets(
  db: Db,
  { values, search, found }: FacetsAsked,
): Promise<{ facets: Facets; count: number }> {
  if (found === null) return { facets: facetsOf([], search), count: 0 };
  const parts = counted.map(
    (
      name,
    ) => sql`select ${sql.lit(name)} as facet, f.${sql.ref(columns[name])}::text as value, sum(f.n) as products
      from kinds f where ${passes(values, [...ALIKE, name])} group by 2`,
  );
  // Of all that is sold the rows are read twice, which is faster than to keep them; of what words find, once.
  const listed = found
    ? sql`listed as materialized (select ${narrow(values)} from product_facets f join (${found}) found on found.id = f.product_id)`
    : sql`listed as not materialized (select ${narrow(values)} from product_facets f)`;
  const { rows } = await sql<Row>`
    with ${listed},
    cells as materialized (
      select f.kind, f.size_set, count(*)::integer as n
      from listed f where ${passes(values, BUT_PRICES)} group by 1, 2),
    kinds as materialized (
      select ${sql.join(ofKind.map(([column, type], index) => sql`split_part(kind, ${SEPARATOR}, ${sql.lit(index + 1)})::${sql.raw(type)} as ${sql.ref(column)}`))},
        kind, n
      from (select kind, sum(n) filter (where ${hasSize(values)})::integer as n from cells group by 1) c)
    select facet, value, products::integer,
      case when facet = 'colors' then (select max(f.swatch) from product_facets f where f.color = value) end as swatch
    from (
      select *, row_number() over (partition by facet order by products desc, value) as place from (
        select 'all' as facet, null as value, sum(f.n) as products from kinds f where ${passes(values, ALIKE)}
        union all ${sql.join(parts, sql` union all `)}
        union all
        select 'prices', width_bucket(f.price, ${sql.lit(`{${edges}}`)}::integer[])::text, count(*)
          from listed f where f.is_passing group by 2
        union all
        select 'sizes', size, sum(c.n) from (
            select size_set, sum(cells.n) as n from cells join kinds f using (kind)
            where ${passes(values, ALIKE)} group by size_set) c,
          unnest(string_to_array(c.size_set, ${SEPARATOR})) size group by size
      ) counts where products > 0) ranked
    where place <= ${CHOICES_MAX}`.execute(db);
  return { facets: facetsOf(rows, search), count: rows.find(({ facet }) => facet === "all")?.products ?? 0 };
}

/** What is counted; is_passing: whether the row passes all filters but the prices. */
function narrow(values: FilterValues): Condition {
  return sql`f.kind, f.size_set, f.price, ${passes(values, ["prices"])} as is_passing`;
}

function hasSize({ sizes }: FilterValues): Condition {
  return sizes === null ? sql`true` : sql`string_to_array(size_set, ${SEPARATOR}) && ${sizes}::text[]`;
}

function facetsOf(rows: Row[], search: FacetsAsked["search"]): Facets {
  const of = (facet: FilterName) => rows.filter((row) => row.facet === facet);
  const trueOnes = (facet: FilterName) => of(facet).find(({ value }) => value === "true")?.products ?? 0;
  const categories: Facets["categories"] = { ALL: 0, HATS: 0, SHIRTS: 0 };
  for (const { value, products } of of("category")) {
    categories[categoryFromStored(value ?? "")] += products;
    categories.ALL += products;
  }
  const byLabel = (a: FacetChoice, b: FacetChoice) => a.label.localeCompare(b.label, "en-US");
  const types = choices(of("types"), (type) => [{ value: typeKey(type), label: type }]);
  const colors = choices(of("colors"), (color, swatch) =>
    colorKeys(color).map((value) => ({ value, ...colorChoice(value, { color, swatch }) })),
  );
  const sizes = choices(of("sizes"), (size) => [{ value: sizeKey(size), label: size }]);
  const bands = choices(of("prices"), (place) => {
    const band = priceBands[Number(place)];
    return band ? [{ value: band.value, label: band.label }] : [];
  });
  const place = ({ value }: FacetChoice) => priceBands.findIndex((band) => band.value === value);
  return {
    categories,
    types: withChosen(types, search.types).sort(byLabel),
    colors: withChosen(colors, search.colors).sort(byLabel),
    sizes: withChosen(sizes, search.sizes).sort((a, b) => compareSizes(a.value, b.value)),
    prices: withChosen(bands, search.prices).sort((a, b) => place(a) - place(b)),
    sale: trueOnes("sale"),
    inStock: trueOnes("inStock"),
  };
}

/** Spellings of one value are counted together. The first is the most frequent one, and names it. */
function choices(
  rows: Row[],
  read: (value: string, swatch: string) => Omit<FacetChoice, "count">[],
): FacetChoice[] {
  const byValue = new Map<string, FacetChoice>();
  for (const { value, swatch, products } of rows.toSorted((a, b) => b.products - a.products)) {
    if (!value) continue;
    for (const choice of read(value, swatch ?? "")) {
      const known = byValue.get(choice.value);
      byValue.set(choice.value, { ...(known ?? choice), count: (known?.count ?? 0) + products });
    }
  }
  return [...byValue.values()];
}

function nameOf(value: string): string {
  const band = priceBands.find((each) => each.value === value);
  return band?.label ?? value.charAt(0).toUpperCase() + value.slice(1);
}

/** What is chosen can be taken back, although nothing has it beside the other filters. */
function withChosen(choices: FacetChoice[], chosen: readonly string[]): FacetChoice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value) => ({ value, label: nameOf(value), count: 0 }))];
}
