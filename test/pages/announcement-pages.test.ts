// An announcement with dates on the pages of a running shop: nobody presses anything when its days begin and end.

import { expect, test } from "vitest";
import { partFormOf } from "#domain/brand/form/part-form.ts";
import { addDays, shopDay } from "#domain/text/dates.ts";
import { publishDraft } from "#server/settings/brand/publish-brand.ts";
import { findDraft } from "#server/settings/brand/queries.ts";
import { saveDraft } from "#server/settings/brand/save-draft.ts";
import { nextPageChange } from "#server/settings/recall-settings.ts";
import { createPageHandler } from "#test/pages/page-handler.ts";
import { OWNER } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";

const TEXT = "Bench closed for two days";
const DAY_MS = 24 * 60 * 60 * 1_000;

const store = sharedShop();

/** The day that many days from now, on the store's clocks. */
function dayIn(days: number): string {
  return addDays(shopDay(store.clock.now(), String(store.shop.memory.timeZone)), days);
}

async function announce(dates: { from: string; until: string }): Promise<void> {
  const { shop } = store;
  const { brand, revision } = await findDraft(shop.db);
  const home = brand.home.map((block) =>
    block.kind === "announcement" ? { ...block, isOn: true, text: TEXT, ...dates } : block,
  );
  const saved = await saveDraft(shop, { actor: OWNER, part: "home", fields: partFormOf("home", home) });
  expect(saved).toMatchObject({ ok: true });
  expect(await publishDraft(shop, { actor: OWNER, revision: revision + 1 })).toEqual({ ok: true });
}

test("[BR-2] pages show an announcement during its days only, except for the checkout", async () => {
  const { shop, clock } = store;
  const handle = await createPageHandler(shop, () => true, { hasRoot: true, isDrawn: true });
  const paths = ["/", "/about", "/checkout"];
  const showing = async () => {
    const pages = paths.map(async (path) => {
      const answer = await handle(new Request(shop.env.publicUrl + path));
      return (await answer.text()).includes(`<span>${TEXT}</span>`) ? [path] : [];
    });
    return (await Promise.all(pages)).flat();
  };
  const nextDay = () => clock.advance(nextPageChange(shop, clock.now()) - clock.now());
  await showing();
  await announce({ from: dayIn(2), until: dayIn(3) });
  expect(await showing()).toEqual([]);
  nextDay();
  expect(await showing()).toEqual(["/", "/about"]);
  clock.advance(2 * DAY_MS - 1);
  expect(await showing()).toEqual(["/", "/about"]);
  clock.advance(1);
  expect(await showing()).toEqual([]);
});
