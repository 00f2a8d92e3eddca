// How many products are alike in all that filters ask for (facet-codes.ts): all that are sold, or those that words find. The
// former are kept, in the database and in the memory of the process, and changes are added to them (decision 078).
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/transaction.ts";
import { nowOf, type Shop } from "../../shop.ts";
import { onlyRow } from "../queries.ts";
import { CODE, type Counted, integersOf, type NameRow, readNames, sumOf } from "./facet-codes.ts";

/** Two queries as text of type tsquery, as found_products takes them. */
export type FoundWords = { facts: string | null; prose: string | null };

type FoundRow = { codes: string | null; in_prose: boolean; names: NameRow[] };
/** `codes`: null where they are known. `version`: null while nothing is kept. */
export type AlikeRow = {
  version: string | null;
  codes: string | null;
  changes: string | null;
  names: NameRow[];
};

const names = sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name)), '[]') from facet_names) as names`;

/** All that was sold when it was counted last. It never changes. */
type Kept = { version: string; codes: Uint32Array; products: number };
const keptOf = new WeakMap<Db, Kept>();

/** How to ask for all that is sold, and how to read the answer. */
export type AskAlike = { columns: RawBuilder<unknown>; read: (row: AlikeRow) => Counted };

/** What this process knows already is not sent again. */
export function askAlike(db: Db): AskAlike {
  const known = keptOf.get(db);
  const columns = sql`
    (select version from facet_counts) as version,
    case when exists (select from facet_counts)
      then (select encode(codes, 'base64') from facet_counts where version is distinct from ${known?.version ?? null}::uuid)
      else count_codes() end as codes,
    (select encode(string_agg(int8send(code) || int4send(products), ''), 'base64') from (
      select code, sum(products)::integer as products from facet_changes group by code having sum(products) <> 0) changed) as changes,
    ${names}`;
  const read = ({ version, codes, changes, names: named }: AlikeRow) => {
    const base = known && known.version === version ? known : keep(db, version, integersOf(codes));
    const changed = integersOf(version === null ? null : changes);
    return {
      codes: [base.codes, changed],
      isGrouped: true,
      names: readNames(named),
      products: base.products + sumOf(changed),
      inProse: false,
    };
  };
  return { columns, read };
}

function keep(db: Db, version: string | null, codes: Uint32Array): Pick<Kept, "codes" | "products"> {
  const counted = { codes, products: sumOf(codes) };
  if (version !== null) keptOf.set(db, { version, ...counted });
  return counted;
}

/** One statement: of all that is sold. */
export async function countAlike(db: Db): Promise<Counted> {
  const { columns, read } = askAlike(db);
  const { rows } = await sql<AlikeRow>`select ${columns}`.execute(db);
  return read(onlyRow(rows));
}

/** One statement: of what words find. */
export async function countFound(db: Db, words: FoundWords): Promise<Counted> {
  const { rows } = await sql<FoundRow>`select codes, in_prose, ${names}
    from count_found_codes(${words.facts}::tsquery, ${words.prose}::tsquery)`.execute(db);
  const { codes, in_prose, names: named } = onlyRow(rows);
  const each = integersOf(codes);
  return {
    codes: [each],
    isGrouped: false,
    names: readNames(named),
    products: each.length / CODE,
    inProse: in_prose,
  };
}

/** So many changes cost a list nothing that could be measured, and counting a large shop anew costs a fifth of a second. */
const CHANGES_MIN = 200;
const STALE = "1 day";

/** Run by the worker: counts anew what is sold, when there were some changes and once a day (db/functions/fold-facet-counts.sql). */
export async function foldFacetCounts(shop: Shop, { least = CHANGES_MIN } = {}): Promise<void> {
  await sql`select fold_facet_counts(${least}::integer, ${nowOf(shop)}::timestamptz, ${STALE}::interval)`.execute(
    shop.db,
  );
}
