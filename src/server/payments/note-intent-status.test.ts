import { expect, test } from "vitest";
import { openTestDatabase } from "#test/shop/shop.ts";

test.each([
  ["requires_action", 4, "processing"],
  ["requires_action", 6, "requires_action"],
])(
  "between two open statuses, the read that began later counts: %s of read %i after read 5",
  async (said, read, counts) => {
    const { pool } = await openTestDatabase();
    await pool.query(`insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping,
      total, shipping_address, expires_at, created_at, updated_at, intent_status, intent_read)
    values (gen_random_uuid(), gen_random_uuid(), 'a key', 'a hash', 'paying', 300, 0, 0, 300, '{}', now(), now(), now(),
      'processing', 5)`);
    const { rows } = await pool.query(
      "select note_intent_status(c, $1::jsonb, $2, 'test', now()) as status from checkouts c",
      [JSON.stringify({ id: "pi_1", status: said, amount: 300 }), read],
    );
    expect(rows).toEqual([{ status: counts }]);
  },
);
