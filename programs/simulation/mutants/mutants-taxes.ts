// Bugs in the sales tax: one that does not go by the state, and one that is forgotten after the sale.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const taxMutants: readonly Mutant[] = [
  {
    name: "tax-not-by-state",
    bug: "a checkout does not read that the tax goes by the state",
    database: (engine) =>
      editFunction(engine, "checkout_facts", "'tax', s.tax", "'tax', s.tax - 'taxByState'"),
  },
  {
    name: "order-forgets-tax-rate",
    bug: "an order does not keep the rate that its tax was decided by",
    database: (engine) => editFunction(engine, "create_order_with_items", "c.tax_rate", "null"),
  },
];
