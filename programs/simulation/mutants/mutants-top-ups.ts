// Bugs with what a customer pays more for a dearer swap.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

const FUNCTION = "bring_top_up_to_payment";

export const topUpMutants: readonly Mutant[] = [
  {
    name: "top-up-booked-twice",
    bug: "a top-up is booked once for each time that its payment is settled",
    database: (engine) =>
      editFunction(
        engine,
        FUNCTION,
        "'succeeded' or c.state = 'completed' then return",
        "'succeeded' then return",
      ),
  },
  {
    name: "top-up-keeps-the-hold",
    bug: "the new pieces stay held after they were swapped in",
    database: (engine) =>
      editFunction(
        engine,
        FUNCTION,
        "perform release_checkout_stock(c.id);\n  update checkouts set state = 'completed'",
        "update checkouts set state = 'completed'",
      ),
  },
  {
    name: "top-up-keeps-the-money",
    bug: "a top-up that bought nothing is not sent back",
    database: (engine) =>
      editFunction(
        engine,
        FUNCTION,
        "perform return_top_up(c, p_intent ->> 'id', received, p_now);",
        "null;",
      ),
  },
  {
    name: "top-up-after-its-end",
    bug: "what is paid after the owner has withdrawn it, or the order was canceled, is swapped",
    database: (engine) =>
      editFunction(engine, FUNCTION, "t.closing_at is null and c.hold_active", "c.hold_active"),
  },
  {
    name: "top-up-not-in-the-books",
    bug: "an order does not know what a top-up brought in",
    database: (engine) =>
      editFunction(engine, FUNCTION, "topped_up = topped_up + received", "topped_up = topped_up"),
  },
];
