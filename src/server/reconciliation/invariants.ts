// The rules that must hold after any crash, as queries that find what breaks them: the one list for tests, simulation,
// doctor, and reconciliation. They are written from the tables alone, apart from the code that keeps them, so that a
// mistake there is not repeated here. A rule with exceptions names them: an order that was flagged for the owner, or one
// that was entered by SQL without a checkout. `atRest` adds what is true only when nothing is underway. Each rule speaks of
// orders, checkouts, or products, so it can be asked of those alone that changed (`among`). The provider's list is compared
// with the books in pairs.ts.
import type { Shop } from "../core/shop.ts";
import { changeRules } from "./rules/change-rules.ts";
import { discountRules } from "./rules/discount-rules.ts";
import { moneyRules } from "./rules/money-rules.ts";
import { recordRules } from "./rules/record-rules.ts";
import { everything, findBroken, type RuleId, type Scope, type Violation } from "./rules/rule.ts";
import { stockRules } from "./rules/stock-rules.ts";

export type InvariantOptions = {
  /** Nothing is underway: every worker has run dry. */
  atRest: boolean;
  /** Left out: of all. */
  among?: Scope;
  /** Left out: all rules. */
  only?: RuleId;
};

/** All broken rules, found in one statement, so at one moment. */
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
