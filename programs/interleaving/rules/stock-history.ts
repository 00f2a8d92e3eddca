// The stock as it was from commit to commit: the witness of the sequential order. A trigger notes every version of a
// stock row; what a transaction noted is read when it has committed, before anything else happens. Each answer of the
// shop about stock has to be true of one of the versions that were there between the question and the answer.
import type pg from "pg";
import { Violation } from "../problems.ts";

type Version = { since: number; onHand: number; held: number };
type Noted = { product_id: string; variation: string; on_hand: number; held: number };

export class StockHistory {
  readonly #client: pg.Client;
  readonly #versions = new Map<string, Version[]>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Takes what was committed since the last time. */
  async read(say: (line: string) => void, moment: number): Promise<void> {
    const { rows } = await this.#client.query<Noted>(
      "with taken as (delete from weave.stock returning *) select * from taken order by id",
    );
    for (const { product_id, variation, on_hand, held } of rows) {
      const key = keyOf(product_id, variation);
      const versions = this.#versions.get(key) ?? [];
      versions.push({ since: moment, onHand: on_hand, held });
      this.#versions.set(key, versions);
      say(`stock of ${product_id.slice(-3)}${variation}: ${on_hand} on hand, ${held} held`);
    }
  }

  /** The versions that were there at any time from `asked` to `answered`. */
  between(productId: string, variation: string, asked: number, answered: number): Version[] {
    const versions = this.#versions.get(keyOf(productId, variation)) ?? [];
    return versions.filter(({ since }, index) => {
      const until = versions[index + 1]?.since ?? Number.POSITIVE_INFINITY;
      return since <= answered && until >= asked;
    });
  }

  /** Throws unless `isTrue` of a version between question and answer. */
  mustHaveBeen(
    claim: string,
    at: { productId: string; variation: string; asked: number; answered: number },
    isTrue: (version: Version) => boolean,
  ): void {
    const versions = this.between(at.productId, at.variation, at.asked, at.answered);
    if (versions.some(isTrue)) return;
    const known = versions.map(({ onHand, held }) => `${onHand} on hand and ${held} held`).join(", then ");
    throw new Violation("L1", `${claim}, but meanwhile there were ${known || "none"}`);
  }
}

function keyOf(productId: string, variation: string): string {
  return `${productId} ${variation}`;
}
