// What was committed since the last look: versions of stock rows and new orders, which triggers of the harness have
// noted. It is read right after each commit, before anything else can happen.
import type pg from "pg";

export type StockVersion = { productId: string; variation: string; onHand: number; held: number };
type Committed = { stock: StockVersion[]; orders: number[] };

type Row = { stock: StockVersion | null; number: number | null };

export async function readCommitted(client: pg.Client): Promise<Committed> {
  const { rows } = await client.query<Row>(`
    with stock as (delete from weave.stock returning *), orders as (delete from weave.orders returning *)
    select id, jsonb_build_object('productId', product_id, 'variation', variation, 'onHand', on_hand, 'held', held)
      as stock, null as number from stock
    union all select id, null, number::integer from orders order by id`);
  return {
    stock: rows.flatMap(({ stock }) => (stock ? [stock] : [])),
    orders: rows.flatMap(({ number }) => (number === null ? [] : [number])),
  };
}
