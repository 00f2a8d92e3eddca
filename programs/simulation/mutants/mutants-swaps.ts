// Bugs with pieces that are swapped for others.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

/** How many pieces a swap puts back on the shelf. */
const PUT_BACK = /least\(s\.pieces, m\.away, case .*? end\)/;

export const swapMutants: readonly Mutant[] = [
  {
    name: "swap-sends-both",
    bug: "pieces that were swapped are still to be sent, beside those that replace them",
    database: (engine) =>
      editFunction(
        engine,
        "count_pieces",
        "line.canceled + line.swapped_unsent, 'sent'",
        "line.canceled, 'sent'",
      ),
  },
  {
    name: "swap-keeps-the-old",
    bug: "swapped pieces do not go back on the shelf",
    database: (engine) =>
      editFunction(engine, "swap_pieces", "if p_restock and back > 0 then", "if false then"),
  },
  {
    name: "swap-takes-nothing",
    bug: "the new pieces stay on the shelf",
    database: (engine) =>
      editFunction(engine, "swap_pieces", "set on_hand = on_hand - s.pieces", "set on_hand = on_hand"),
  },
  {
    name: "swap-puts-all-back",
    bug: "with one swapped piece all of its line go back on the shelf",
    database: (engine) => editFunction(engine, "swap_pieces", PUT_BACK, "m.away"),
  },
  {
    name: "swap-is-refunded-again",
    bug: "what swapped pieces were worth counts as not given back",
    database: (engine) => editFunction(engine, "refundable_lines", "back.goods + swap.goods", "back.goods"),
  },
  {
    name: "swap-of-a-short-line",
    bug: "pieces that a sale never got go on the shelf when they are swapped",
    database: (engine) => editFunction(engine, "swap_pieces", PUT_BACK, "s.pieces"),
  },
];
