// Bugs in discounts: uses that are lost, given twice, or never come back, and money that does not add up.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const discountMutants: readonly Mutant[] = [
  {
    name: "last-use-not-looked-at",
    bug: "a checkout that opens does not look whether the code has a use left",
    database: (engine) =>
      editFunction(
        engine,
        "open_checkout",
        "or discount_refusal(d, p_checkout ->> 'discount_email', p_now) is not null",
        "",
      ),
  },
  {
    name: "use-not-held",
    bug: "a checkout that opens with a code holds no use of it",
    database: (engine) => editFunction(engine, "hold_discount", "set uses = uses + 1", "set uses = uses"),
  },
  {
    name: "use-not-given-back",
    bug: "a checkout that ends keeps the use of its code",
    database: (engine) =>
      editFunction(engine, "give_back_discount", "set uses = uses - 1", "set uses = uses"),
  },
  {
    name: "use-given-back-when-paid",
    bug: "a paid order gives the use of its code back",
    database: (engine) =>
      editFunction(
        engine,
        "take_discount",
        "update discounts set taken = taken + 1 where id = c.discount_id;\n    return;",
        "perform give_back_discount(c.id);\n    return;",
      ),
  },
  {
    name: "use-not-taken",
    bug: "a paid order does not take the use that its checkout held",
    database: (engine) =>
      editFunction(engine, "take_discount", "if c.discount_id is null then", "if true then"),
  },
  {
    name: "email-not-counted",
    bug: "one email address may use a code as often as there are uses",
    database: (engine) => editFunction(engine, "discount_refusal", "p_email is not null", "false"),
  },
  {
    name: "lines-without-discount",
    bug: "an order forgets what each line had of the discount",
    database: (engine) =>
      editFunction(engine, "settle_order", "'discount_cents', discount_cents", "'discount_cents', 0"),
  },
];
