// The stock from commit to commit: the evidence for the sequential order. The lock of a stock row is held to the end of
// its transaction, so the versions of a row follow one another as their transactions do. Each response of the shop
// about stock must be true for a version that existed between request and response.
import { Violation } from "../../simulation/world/violation.ts";
import type { StockVersion } from "./witness.ts";

type Version = Pick<StockVersion, "onHand" | "held"> & { since: number };

export class StockHistory {
  readonly #versions = new Map<string, Version[]>();

  committed({ productId, variation, onHand, held }: StockVersion, moment: number): void {
    const key = keyOf(productId, variation);
    const versions = this.#versions.get(key) ?? [];
    versions.push({ since: moment, onHand, held });
    this.#versions.set(key, versions);
  }

  /** The versions that existed at any time from `asked` to `answered`. */
  between(productId: string, variation: string, asked: number, answered: number): Version[] {
    const versions = this.#versions.get(keyOf(productId, variation)) ?? [];
    return versions.filter(({ since }, index) => {
      const until = versions[index + 1]?.since ?? Number.POSITIVE_INFINITY;
      return since <= answered && until >= asked;
    });
  }

  /** Throws unless `isTrue` for a version between request and response. */
  mustHaveBeen(
    claim: string,
    at: { productId: string; variation: string; asked: number; answered: number },
    isTrue: (version: Version) => boolean,
  ): void {
    const versions = this.between(at.productId, at.variation, at.asked, at.answered);
    if (versions.some(isTrue)) return;
    const known = versions.map(({ onHand, held }) => `${onHand} on hand and ${held} held`).join(", then ");
    throw new Violation("L1", `${claim}, but in the meantime there were ${known || "none"}`);
  }
}

function keyOf(productId: string, variation: string): string {
  return `${productId} ${variation}`;
}
