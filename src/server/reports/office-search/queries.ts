// The SQL of the back office's one search. Each kind is looked for in an index of its own and no further than it is
// shown: the words of names and emails by trigrams, numbers and ids as they are, tracking numbers by their beginning.
import { type RawBuilder, sql } from "kysely";
import { FOUND_MAX, type OfficeFinds } from "#domain/office-search/office-search.ts";
import { attributes } from "#domain/product/product-fields.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import { isEmail } from "#domain/text/typed/email.ts";
import { customerHas, isListed, isoTime } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import type { OrderWords } from "../../orders/order-words.ts";

/** So many of the newest orders, and of the newest messages, are looked at for customers: some may be of the same one. */
const LOOKED_AT = 60;
/** Of these so many are common enough to be looked for in their order. */
const NEWEST = 2_000;

/** `words`: for names and emails, none to look for neither. `tracking`, `phone`: see their keys; "" for none. */
export type OfficeWords = OrderWords & { query: string; tracking: string; phone: string };

/** One statement. */
export async function findEverywhere(db: Db, asked: OfficeWords): Promise<OfficeFinds> {
  const { number, idRange, paymentIntentId, words, query, tracking, phone } = asked;
  const exact = [sql`select id from orders where payment_intent_id = ${paymentIntentId}`];
  if (number) exact.push(sql`select id from orders where number = ${number}::bigint`);
  if (idRange) {
    exact.push(
      sql`(select o.id from orders o where o.id between ${idRange.from}::uuid and ${idRange.to}::uuid and ${isListed}
        limit ${FOUND_MAX})`,
    );
  }
  if (phone) {
    const phoneDigits = sql`reverse(regexp_replace(o.shipping_address ->> 'phone', '[^0-9]', '', 'g'))`;
    const ends = `${[...phone].reverse().join("")}%`;
    exact.push(
      sql`(select o.id from orders o where o.shipping_address ->> 'phone' <> '' and ${phoneDigits} like ${ends}
        and ${isListed} order by o.created_at desc limit ${FOUND_MAX})`,
    );
  }
  const key = sql`upper(regexp_replace(p.tracking_number, '[^A-Za-z0-9]', '', 'g'))`;
  const isTracked = sql`p.tracking_number <> '' and ${key} like ${`${tracking}%`}`;
  const { rows } = await sql<OfficeFinds>`
    with ${newestWith(words, {
      name: "worded",
      row: "o",
      rows: sql`orders o where ${isListed}`,
      columns: sql`o.id, o.created_at, o.shipping_address ->> 'customer_name' as name, o.shipping_address ->> 'customer_email' as email`,
      has: customerHas,
    })},
    ${newestWith(words, {
      name: "wrote",
      row: "m",
      rows: sql`contact_messages m where not m.is_suspected`,
      columns: sql`m.id, m.created_at, m.name, m.email`,
      has: senderHas,
    })},
    tracked as materialized (
      select p.order_id as id, min(p.tracking_number) as tracking from (
        select p.order_id, p.tracking_number from shipments p join orders o on o.id = p.order_id and ${isListed}
          where ${tracking ? isTracked : sql`false`} limit ${FOUND_MAX}) p
      group by p.order_id),
    known as (select id from tracked union ${sql.join(exact, sql` union `)}
      union (select id from worded order by created_at desc, id desc limit ${FOUND_MAX}))
    select
      (select coalesce(jsonb_agg(to_jsonb(f) - 'rank' - 'created_at' order by f.rank, f.created_at desc, f.id desc), '[]') from (
        select o.id, o.number::integer as number, coalesce(o.shipping_address ->> 'customer_name', '') as "customerName",
          o.status, o.total + o.extra_paid as total, ${isoTime(sql`o.created_at`)} as at, t.tracking, o.created_at,
          (exists (select 1 from worded w where w.id = o.id))::integer as rank
        from known k join orders o on o.id = k.id and ${isListed} left join tracked t on t.id = o.id
        order by rank, o.created_at desc, o.id desc limit ${FOUND_MAX}) f) as orders,
      (select coalesce(jsonb_agg(to_jsonb(f) - 'rank' - 'created_at' order by f.rank, f.created_at desc), '[]') from (
        select c.* from (
          select distinct on (lower(p.email)) p.* from (
            select w.id, coalesce(w.name, '') as name, w.email, w.created_at, 0 as rank from worded w where w.email <> ''
            union all
            select coalesce(o.id, m.id), coalesce(o.name, m.name), coalesce(o.email, m.email),
              coalesce(o.created_at, m.created_at), (o.id is null)::integer
            from wrote m left join lateral (
              select o.id, coalesce(o.shipping_address ->> 'customer_name', '') as name,
                o.shipping_address ->> 'customer_email' as email, o.created_at
              from orders o where lower(o.shipping_address ->> 'customer_email') = lower(m.email) and ${isListed}
              order by o.created_at desc, o.id desc limit 1) o on true) p
          order by lower(p.email), p.rank, p.created_at desc) c
        order by c.rank, c.created_at desc limit ${FOUND_MAX}) f) as customers,
      (select coalesce(jsonb_agg(to_jsonb(f) order by f.status, f.name collate "C", f.id), '[]') from (
        ${foundProducts(words, query)}) f) as products`.execute(db);
  const found = rows[0] as OfficeFinds;
  const named = found.products.map((product) => ({
    ...product,
    status: attributes.status.load(product.status),
  }));
  return { ...found, products: named };
}

type Worded = {
  name: "worded" | "wrote";
  /** What its rows are called in the other parts. */
  row: "o" | "m";
  /** A table with the condition that all of them have to meet. */
  rows: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  has: (word: string) => RawBuilder<unknown>;
};

/**
 * The newest LOOKED_AT rows with all of the words, as a table of this name. Where the newest of all have enough of them, no
 * more is read; words that few have are then looked for in the index. What the planner believes of a part of a word is too
 * wrong to choose by: it read a hundred thousand matches to sort them, or all rows from the newest on to find a few.
 */
function newestWith(words: readonly string[], { name, row, rows, columns, has }: Worded) {
  const [table, near, r] = [sql.ref(name), sql.ref(`near_${name}`), sql.ref(row)];
  const order = sql`order by created_at desc, id desc`;
  const isMet = words.length > 0 ? sql.join(words.map(has), sql` and `) : sql`false`;
  // A whole email is few rows of an index anyway.
  const mayBeNear = words.length > 0 && !words.some(isEmail);
  return sql`${near} as materialized (
      select ${columns} from (select ${r}.* from ${rows} ${order} limit ${NEWEST}) ${r}
        where ${mayBeNear ? isMet : sql`false`} ${order} limit ${LOOKED_AT}),
    ${table} as materialized (
      select * from ${near} where (select count(*) from ${near}) >= ${LOOKED_AT}
      union all (select * from (
        select ${columns} from ${rows} and ${isMet} and (select count(*) from ${near}) < ${LOOKED_AT} offset 0) f
        ${order} limit ${LOOKED_AT}))`;
}

/** Whether who wrote message `m` has this word (in lower case) in name or email, by an index of these alone. */
function senderHas(word: string) {
  const has = sql`lower(m.name || ' ' || m.email) like ${likePattern(word)}`;
  if (!isEmail(word)) return has;
  const is = sql`lower(m.email) = ${word}`;
  return sql`m.id in (select m.id from contact_messages m where ${is} union all
    select m.id from contact_messages m where ${has} and not exists (select from contact_messages m where ${is})
      and not exists (select from orders o where lower(o.shipping_address ->> 'customer_email') = ${word}))`;
}

/** By words of the name, or by an option's own code. Those that are for sale are looked for first, so none is crowded out. */
function foundProducts(words: readonly string[], query: string) {
  const hasWords = words.map((word) => sql`p.name ilike ${likePattern(word)}`);
  const isNamed = words.length > 0 ? sql.join(hasWords, sql` and `) : sql`false`;
  const code = /^\d{8}$|^\d{12,14}$/.test(query) ? query.padStart(14, "0") : "";
  return sql`
    select p.id, p.name, p.status from products p where p.id in (
      (select product_id from inventory i where i.sku <> '' and lower(i.sku) = lower(${query})
      union select product_id from inventory i where i.gtin <> '' and lpad(i.gtin, 14, '0') = ${code})
      union (select p.id from products p where p.status = 'active' and ${isNamed} limit ${FOUND_MAX})
      union (select p.id from products p where ${isNamed} limit ${FOUND_MAX}))
    order by p.status, p.id limit ${FOUND_MAX}`;
}
