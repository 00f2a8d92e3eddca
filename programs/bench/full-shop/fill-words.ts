// What customers write after they bought: messages, reviews, and requests for a return. The newest wait for the owner.
import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { chance, idOf } from "./fill-catalog.ts";

/** Of orders that are there. `today`: nothing is later. */
export async function fillWords(db: Kysely<Schema>, today: Date): Promise<void> {
  await fillMessages(db, today);
  await fillReviews(db, today);
  await fillReturns(db, today);
}

const daysBefore = (today: Date, days: number) =>
  sql`${today}::timestamptz - make_interval(days => ${days}::integer)`;

/** One in twenty writes after the shipment has come. Those of the last month wait for an answer. */
async function fillMessages(db: Kysely<Schema>, today: Date): Promise<void> {
  const at = sql`created_at + interval '3 days'`;
  await sql`
    insert into contact_messages (id, name, email, subject, message, created_at, read_at, answered_at)
      select ${idOf("message", "number")}, shipping_address ->> 'customer_name', shipping_address ->> 'customer_email',
        'Order ' || number, 'Does it fit true to size? I wear a medium, and my order was ' || number || '.', ${at}, ${at},
        case when ${at} < ${daysBefore(today, 30)} then ${at} end
      from orders where number % 20 = 0 and ${at} < ${today}::timestamptz`.execute(db);
}

/** All whose shipment has come are asked a week later, and one in five says what the first line is like. */
async function fillReviews(db: Kysely<Schema>, today: Date): Promise<void> {
  const arrived = sql`created_at + interval '5 days'`;
  const asked = sql`created_at + interval '12 days'`;
  await sql`
    insert into review_asks (order_id, arrived_on, state, settled_at, token_hash)
      select id, shop_day(${arrived}), case when is_asked then 'asked' else 'waiting' end,
        case when is_asked then ${asked} end, case when is_asked then encode(sha256(id::text::bytea), 'hex') end
      from orders, lateral (select shop_day(${asked}) < shop_day(${today}::timestamptz) as is_asked) due
      where fulfillment = 'delivered'`.execute(db);
  await sql`
    insert into reviews (id, order_item_id, product_id, size, stars, fit, body, name, state, written_at, changed_at,
        decided_at)
      select ${idOf("review", "number")}, item, product_id, size, 5 - least(4, ${chance("number", "stars")} % 9),
        case when size <> '' then (array['true', 'true', 'true', 'small', 'large'])[1 + ${chance("number", "fit")} % 5] end,
        'Worn for a whole season, and it still looks as it did on the first day. Round ' || number || '.',
        'Customer ' || number, state, at, at, case when state <> 'pending' then at end
      from (
        select number, i.id as item, product_id, coalesce(variation, '') as size, at,
          case when at > ${daysBefore(today, 5)} then 'pending'
            when at > ${daysBefore(today, 60)} and ${chance("number", "hidden")} % 50 = 0 then 'hidden' else 'shown' end as state
        from orders o join order_items i on i.order_id = o.id and i.position = 0,
          lateral (select o.created_at + interval '13 days' as at) written
        where o.status = 'paid' and o.fulfillment = 'delivered' and at < ${today}::timestamptz
          and ${chance("number", "review")} % 5 = 0) words`.execute(db);
}

/** One in twenty-five wants to send the first unit back. Nothing came back of what has ended. */
async function fillReturns(db: Kysely<Schema>, today: Date): Promise<void> {
  const reasons = sql`array['too-small', 'too-large', 'different', 'changed-mind']`;
  await sql`
    insert into return_requests (id, order_id, wish, reason, note, state, created_at, decided_at, ended_at, updated_at)
      select ${idOf("return", "number")}, id, 'return', (${reasons})[1 + ${chance("number", "reason")} % 4],
        case when is_open then 'It does not fit as I hoped.' else '' end, state, at,
        case when state <> 'requested' then at end, case when not is_open then at + interval '7 days' end, at
      from (
        select number, o.id, at, at > ${daysBefore(today, 30)} as is_open,
          case when at > ${daysBefore(today, 3)} then 'requested'
            when at > ${daysBefore(today, 30)} then (array['approved', 'approved', 'received'])[1 + ${chance("number", "came")} % 3]
            when ${chance("number", "declined")} % 4 = 0 then 'declined' else 'closed' end as state
        from orders o, lateral (select o.created_at + interval '8 days' as at) asked
        where o.status = 'paid' and o.fulfillment = 'delivered' and at < ${today}::timestamptz
          and ${chance("number", "return")} % 25 = 0) requests`.execute(db);
  await sql`
    insert into return_lines (return_id, order_item_id, quantity)
      select r.id, i.id, 1 from return_requests r join order_items i on i.order_id = r.order_id and i.position = 0`.execute(
    db,
  );
  await sql`
    update order_units u set state = 'returned', return_id = r.id
      from return_requests r join return_lines l on l.return_id = r.id
      where r.state = 'received' and u.order_item_id = l.order_item_id and u.position = 1`.execute(db);
}
