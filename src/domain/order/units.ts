// Each item that was sold is a unit with a row of its own, and is in one state. Which may follow which is this table: the
// database refuses every other change, and a test tries every pair.

export const unitStates = ["to_ship", "shipped", "returned", "canceled", "replaced"] as const;

/**
 * shipped: it left, and is with the customer as far as the shop knows. returned: it came back. canceled: it never ships.
 * replaced: the customer gets another unit instead.
 */
export type UnitState = (typeof unitStates)[number];

export const unitTransitions: Record<UnitState, readonly UnitState[]> = {
  to_ship: ["shipped", "canceled", "replaced"],
  shipped: ["returned"],
  returned: ["replaced"],
  // The refund of a unit that had not shipped has failed.
  canceled: ["to_ship"],
  replaced: [],
};
