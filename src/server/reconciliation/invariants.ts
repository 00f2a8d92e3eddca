// The rules that must hold after any crash, as queries that find violations: the one list for tests, simulation,
// doctor, and reconciliation. They are written from the tables alone, independent of the code that keeps them, so that
// a mistake there is not repeated here. A rule with exceptions names them: an order that was flagged for the owner, or
// one that was inserted by SQL without a checkout. `atRest` adds rules that hold only when nothing is in progress. Each
// rule is about orders, checkouts, or products, so it can be checked on changed ones alone (`among`). pairs.ts compares
// the provider's list with the books.
import type { Shop } from "../core/shop.ts";
import { changeRules } from "./rules/change-rules.ts";
import { discountRules } from "./rules/discount-rules.ts";
import { moneyRules } from "./rules/money-rules.ts";
import { recordRules } from "./rules/record-rules.ts";
import { everything, findBroken, type RuleId, type Scope, type Violation } from "./rules/rule.ts";
import { stockRules } from "./rules/stock-rules.ts";

export type InvariantOptions = {
  /** Nothing is in progress: no worker has anything left to do. */
  atRest: boolean;
  /** Omitted: all rows. */
  among?: Scope;
  /** Omitted: all rules. */
  only?: RuleId;
};

/** All broken rules, found in one statement and so at one moment. */
export function checkInvariants(
  shop: Pick<Shop, "db">,
  { atRest, among = everything, only }: InvariantOptions,
): Promise<Violation[]> {
  const rules = [moneyRules, stockRules, changeRules, discountRules, recordRules].flatMap((of) => of(among));
  return findBroken(
    shop,
    rules.filter((rule) => (atRest || !rule.atRest) && (only === undefined || rule.id === only)),
  );
}
