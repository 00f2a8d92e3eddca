// Bugs with the pieces of an order: what is refunded, canceled and sent.
import { allOf, editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const pieceMutants: readonly Mutant[] = [
  {
    name: "failed-refund-keeps-pieces",
    bug: "pieces of a refund that has failed still count as refunded",
    database: (engine) => editFunction(engine, "count_pieces", "refund_stage(r.status) < 2", "true"),
  },
  {
    name: "failed-refund-keeps-shelf",
    bug: "pieces that a failed refund had put on the shelf stay there, although the order is to send them",
    database: (engine) => editFunction(engine, "merge_refunds", /perform retake_pieces\([^;]*;/, ""),
  },
  {
    name: "retaken-without-need",
    bug: "a failed refund takes its pieces off the shelf, although nobody had put them back",
    database: (engine) =>
      editFunction(engine, "retake_pieces", /, f\.kept - came\.pieces - m\.away, m\.back/g, ""),
  },
  {
    name: "sent-passes-for-kept",
    bug: "a piece that was sent passes for the one that a failed refund gives back to the order",
    database: (engine) =>
      editFunction(
        engine,
        "retake_pieces",
        "->> 'canceled')::integer, 0)) as kept",
        "->> 'canceled')::integer, 0) - coalesce((o.pieces -> i.id::text ->> 'sent')::integer, 0)) as kept",
      ),
  },
  {
    name: "canceled-pieces-forgotten",
    bug: "a refunded piece that has not left is still to be sent",
    database: (engine) =>
      editFunction(engine, "count_pieces", "coalesce(sum(back.unsent), 0) as canceled", "0 as canceled"),
  },
  {
    name: "dashboard-refund-not-asked",
    bug: "nobody is asked what a refund made at the provider was for",
    database: (engine) =>
      editFunction(
        engine,
        "merge_refunds",
        /perform flag_order\(p_order_id, 'refund_lines', p_now\)/,
        "null",
      ),
  },
  {
    name: "canceled-is-retaken",
    bug: "the refund of a canceled order fails, and its pieces leave the shelf again",
    database: (engine) =>
      editFunction(
        engine,
        "retake_pieces",
        "fulfillment = 'canceled' or cleared_at is not null",
        "cleared_at is not null",
      ),
  },
  {
    name: "canceled-stays-off-the-shelf",
    bug: "a canceled order's pieces stay off the shelf",
    database: (engine) => editFunction(engine, "cancel_order", /perform restock_order\([^;]*;/, ""),
  },
  {
    name: "shipped-with-the-first-parcel",
    bug: "an order is shipped as soon as its first parcel has left",
    database: async (engine) =>
      allOf([
        await editFunction(engine, "count_pieces", "and to_send <= 0 and exists", "and exists"),
        await editFunction(
          engine,
          "count_pieces",
          "in ('shipped', 'delivered', 'returned')",
          "in ('delivered', 'returned')",
        ),
      ]),
  },
  {
    name: "parcel-forgets-refunds",
    bug: "what was canceled is sent all the same, since parcels look at what was sold",
    database: (engine) =>
      editFunction(
        engine,
        "order_lines",
        "else coalesce((line ->> 'canceled')::integer, 0) - swapped_unsent end",
        "else 0 end",
      ),
  },
  {
    name: "one-piece-per-line",
    bug: "of several refunded pieces of a line only one is counted",
    database: (engine) =>
      editFunction(
        engine,
        "count_pieces",
        "coalesce(sum(back.pieces), 0) as refunded",
        "least(1, coalesce(sum(back.pieces), 0)) as refunded",
      ),
  },
];
