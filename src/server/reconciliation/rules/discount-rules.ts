// Uses of discounts.
import { sql } from "kysely";
import { isPaid } from "../../db/order-rows.ts";
import type { Rule, Scope } from "./rule.ts";

export const discountRules = ({ orders, checkouts }: Scope): Rule[] => [
  {
    id: "I14",
    problem: "a paid order did not use its discount exactly once",
    query: sql`select o.id, o.discount_id, u.taken_at from orders o
      left join discount_uses u on u.checkout_id = o.checkout_id and u.discount_id = o.discount_id
      where ${orders(sql`o.id`)} and o.checkout_id is not null and o.discount_id is not null and ${isPaid} and u.taken_at is null`,
  },
  {
    id: "I14",
    problem: "a use of a discount has no open checkout or paid order, or an open checkout has none",
    query: sql`select c.id, c.state, c.hold_active, c.discount_id, u.taken_at from checkouts c
      left join discount_uses u on u.checkout_id = c.id
      where ${checkouts(sql`c.id`)} and ((c.hold_active and c.discount_id is not null and u.checkout_id is null)
        or (u.checkout_id is not null and u.discount_id is distinct from c.discount_id)
        or (u.checkout_id is not null and u.taken_at is null and not c.hold_active
          and not (c.holds_at_pay and c.state in ('open', 'paying')))
        or (u.taken_at is not null and not exists (select from orders o where o.checkout_id = c.id and ${isPaid})))`,
  },
];
