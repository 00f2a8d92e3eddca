// Many shoppers who want the last units at one moment. The shop knows the shoppers and the stock, so the program
// that starts the sandbox passes a race track; without one the owner's page offers no race.

import { html } from "hono/html";
import { invalidRequest } from "../api/api-error.ts";
import type { Html } from "./html.ts";

export type RaceGoods = { id: string; name: string; left: number };

export type RaceResult = {
  name: string;
  left: number;
  shoppers: number;
  orders: number;
  soldOut: number;
  /** Neither an order nor a clean refusal. */
  other: number;
};

export type RaceTrack = {
  /** The goods of a race, fewest units first. */
  goods: () => Promise<RaceGoods[]>;
  /** `pay` pays with a card that succeeds. Null: the goods do not exist (any more). */
  run: (goodsId: string, pay: (intentId: string) => void) => Promise<RaceResult | null>;
};

export type Race = {
  goods: () => Promise<RaceGoods[]>;
  run: (goodsId: string) => Promise<RaceResult>;
  last: () => RaceResult | null;
};

/** One race at a time. The page shows the last result until the process ends. */
export function createRace(track: RaceTrack, pay: (intentId: string) => void): Race {
  let last: RaceResult | null = null;
  let running: Promise<RaceResult | null> | null = null;
  return {
    goods: track.goods,
    last: () => last,
    async run(goodsId) {
      if (running) throw invalidRequest("A race is on already. Wait for its result.");
      running = track.run(goodsId, pay);
      try {
        const result = await running;
        if (!result) throw invalidRequest("These goods are not there any more.", undefined, "goods");
        last = result;
        return result;
      } finally {
        running = null;
      }
    },
  };
}

export function raceSection(goods: RaceGoods[], last: RaceResult | null): Html {
  return html`<section id="race" aria-labelledby="race-title">
<h2 id="race-title">The last item race</h2>
<p>Sets ten shoppers more than there are pieces on one product, all at the same moment. It sells its last pieces: put new stock on it in the back office afterwards.</p>
${last && html`<p role="status" class="armed"><strong>${last.name}</strong>: ${last.shoppers} shoppers wanted the last ${last.left}. <strong>${last.orders} orders</strong>, <strong>${last.soldOut} told that it is sold out</strong>, ${last.other} anything else.</p>`}
${
  goods.length === 0
    ? html`<p class="empty">Nothing has few enough pieces left.</p>`
    : html`<form class="group race" method="post" action="/sandbox/race">
<label for="race-goods">Product</label>
<select id="race-goods" name="goods">${goods.map(({ id, name, left }) => html`<option value="${id}">${name} (${left} left)</option>`)}</select>
<div class="buttons"><button>Start the race</button></div></form>`
}
</section>`;
}
