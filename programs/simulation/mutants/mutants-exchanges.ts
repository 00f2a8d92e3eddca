// Bugs with pieces that come back and are exchanged.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const exchangeMutants: readonly Mutant[] = [
  {
    name: "exchange-keeps-its-hold",
    bug: "what was kept aside for an exchange stays so after it is sent",
    database: (engine) =>
      editFunction(engine, "exchange_held", "set held = v.held - v_kept", "set held = v.held"),
  },
  {
    name: "exchange-holds-nothing",
    bug: "an approved exchange keeps no piece on the shelf aside",
    database: (engine) =>
      editFunction(engine, "hold_return", "set held = v.held + w.pieces", "set held = v.held"),
  },
  {
    name: "exchange-is-never-sent",
    bug: "an order that was shipped stays shipped, although a piece is to be sent in exchange",
    database: (engine) =>
      editFunction(
        engine,
        "count_pieces",
        "and fulfillment in ('shipped', 'delivered', 'returned')",
        "and false",
      ),
  },
  {
    name: "exchange-forgets-itself",
    bug: "an exchange does not count as settled, so the same pieces can be exchanged or refunded again",
    database: (engine) =>
      editFunction(engine, "exchange_held", "exchanged = exchanged + p_pieces", "exchanged = exchanged"),
  },
  {
    name: "kept-aside-for-ever",
    bug: "what was kept aside long enough for an exchange is promised to nobody, and not sold either",
    database: (engine) =>
      editFunction(engine, "release_return", "and r.kept_until is not null then least", "then least"),
  },
  {
    name: "closed-return-keeps-its-hold",
    bug: "a return that has ended keeps its pieces aside",
    database: (engine) =>
      editFunction(engine, "release_return", "set held = v.held - s.pieces", "set held = v.held"),
  },
];
