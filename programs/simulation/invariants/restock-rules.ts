// The rules of restock requests. Some can be checked on the current rows. The order of events is checked by comparing
// them with the rows of the previous check.
import { Violation } from "../world/violation.ts";
import type { World } from "../world/world.ts";

/** A request gets one email, and requests notified together are notified first come, first served. No parameters. */
export const RESTOCK_ALWAYS = `with mails as (
  select id, payload ->> 'requestId' as request, (payload ->> 'turn')::integer as turn, created_at, sent_at, dead_at
    from outbox where kind = 'restock' and payload ? 'requestId')
select 'N1' as rule, 'request ' || request || ' has ' || count(*) || ' restock mails' as detail
  from mails where sent_at is not null or dead_at is null group by request having count(*) > 1
union all
select 'N2', b.id || ' was told after ' || a.id || ', who asked later'
  from mails m join restock_requests a on a.id::text = m.request and a.turns = m.turn and a.told_at is not null
    join mails n on n.created_at = m.created_at and n.id > m.id
    join restock_requests b on b.id::text = n.request and b.turns = n.turn and b.told_at is not null
      and b.variant_id = a.variant_id and b.place < a.place
union all
select 'N3', 'request ' || id || ' was told and has no mail' from restock_requests r where told_at is not null
  and not exists (select 1 from outbox where unique_key = 'restock:' || r.id || ':' || r.turns)`;

/** When nothing is left to do, nobody waits for units that are free. $1: since when a turn lasts. */
export const RESTOCK_AT_REST = `
select 'N4' as rule, w.waiting || ' wait for ' || i.product_id || i.variation || ', ' || i.on_hand - i.held
    || ' are there and ' || w.told || ' were told' as detail
  from inventory i join (select variant_id, count(*) filter (where confirmed_at is not null and told_at is null)
      as waiting, count(*) filter (where told_at > $1::timestamptz) as told
    from restock_requests group by 1) w on w.variant_id = i.id
  where w.waiting > 0 and i.on_hand - i.held > w.told`;

type Request = {
  id: string;
  place: number;
  option: string;
  email: string;
  isWaiting: boolean;
  isTold: boolean;
};
type Seen = { requests: Request[]; mailed: string[]; sales: { id: number; option: string; email: string }[] };

/** What the previous check saw of requests, their emails, and sales. */
export class RestockHistory {
  isAsked = false;
  #last: Seen = { requests: [], mailed: [], sales: [] };

  /** Throws a Violation when someone was notified out of turn, or after their request ended. */
  async check({ engine }: Pick<World, "engine">): Promise<void> {
    if (!this.isAsked) return;
    const { rows } = await engine.pool.query<{ seen: Seen }>({ name: "restock", text: SEEN, values: [] });
    const seen = rows[0]?.seen;
    if (!seen) return;
    const before = this.#last;
    this.#last = seen;
    const waited = new Map(
      before.requests.filter(({ isWaiting }) => isWaiting).map((each) => [each.id, each]),
    );
    const stillWaiting = seen.requests.filter(({ id, isWaiting }) => isWaiting && waited.has(id));
    for (const told of seen.requests.filter(({ id, isTold }) => isTold && waited.has(id))) {
      const first = stillWaiting.find(({ option, place }) => option === told.option && place < told.place);
      if (first)
        throw new Violation("N2", `${told.email} was notified before ${first.email}, who asked first`);
    }
    const known = new Set([...before.requests, ...seen.requests].map(({ id }) => id));
    const late = seen.mailed.find((id) => !before.mailed.includes(id) && !known.has(id));
    if (late) throw new Violation("N5", `an email was queued for request ${late}, which had ended`);
    for (const sale of seen.sales.filter(({ id }) => !before.sales.some((other) => other.id === id))) {
      const kept = seen.requests.find(
        ({ id, option, email }) =>
          option === sale.option && email === sale.email && before.requests.some((other) => other.id === id),
      );
      if (kept) throw new Violation("N6", `${sale.email} has bought ${sale.option} and waits for it`);
    }
  }
}

const SEEN = `select jsonb_build_object(
  'requests', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'place', place, 'email', email,
    'option', variant_id, 'isWaiting', confirmed_at is not null and told_at is null,
    'isTold', told_at is not null) order by place) from restock_requests), '[]'),
  'mailed', coalesce((select jsonb_agg(payload ->> 'requestId' order by id) from outbox
    where kind = 'restock' and payload ? 'requestId'), '[]'),
  'sales', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'option', m.variant_id,
    'email', lower(o.shipping_address ->> 'customer_email')) order by m.id)
    from stock_movements m join orders o on o.id = m.order_id where m.kind = 'sale'), '[]')) as seen`;
