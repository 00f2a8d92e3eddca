import { lowLevelMessage, parseLowLevel } from "#domain/inventory/inventory.ts";
import type { Shop } from "../../core/shop.ts";
import { changeConfiguration } from "../../settings/change-configuration.ts";

export type LowLevelSaved =
  | { ok: true; level: number }
  | { ok: false; reason: "invalid"; message: string }
  /** Someone else saved a different one since it was loaded. */
  | { ok: false; reason: "changed"; current: number };

type SaveLowLevel = {
  actor: string;
  /** As typed. */
  level: string;
  /** The level that the form was loaded with, as text. */
  base: string;
};

/** Stores the number of units at which an option is low. */
export function saveLowLevel(shop: Shop, { actor, level, base }: SaveLowLevel): Promise<LowLevelSaved> {
  const change = { actor, action: "settings.low_level_changed" } as const;
  return changeConfiguration<LowLevelSaved>(shop, change, ({ lowLevel: current }) => {
    const wanted = parseLowLevel(level);
    if (wanted === null) return { result: { ok: false, reason: "invalid", message: lowLevelMessage } };
    if (wanted === current) return { result: { ok: true, level: wanted } };
    if (parseLowLevel(base) !== current) return { result: { ok: false, reason: "changed", current } };
    return { result: { ok: true, level: wanted }, next: { lowLevel: wanted } };
  });
}
