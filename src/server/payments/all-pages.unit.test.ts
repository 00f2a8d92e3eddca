import { expect, test } from "vitest";
import { allPages, listAll } from "./all-pages.ts";
import type { Page, ProviderFailure, ProviderResult } from "./payment-provider.ts";

type Item = { id: string };

const lost: ProviderFailure = { ok: false, reason: "unavailable", message: "lost" };

/** A provider's list of items 1 … `count`, two per page; `asked`: the cursors of the requests. */
function listOf(count: number, { failsAfter }: { failsAfter?: string } = {}) {
  const asked: (string | null)[] = [];
  const page = async (after: string | null): Promise<ProviderResult<Page<Item>>> => {
    asked.push(after);
    if (after !== null && after === failsAfter) return lost;
    const from = Number(after ?? 0);
    const items = [from + 1, from + 2].filter((id) => id <= count).map((id) => ({ id: String(id) }));
    return { ok: true, value: { items, hasMore: from + 2 < count } };
  };
  return { page, asked };
}

const idsOf = (listed: ProviderResult<Item[]>) => (listed.ok ? listed.value.map(({ id }) => id) : listed);

test("a list is read page by page to its end, and no further", async () => {
  const { page, asked } = listOf(5);
  expect(idsOf(await listAll(page))).toEqual(["1", "2", "3", "4", "5"]);
  expect(asked).toEqual([null, "2", "4"]);
});

test("an empty list is one page", async () => {
  const { page, asked } = listOf(0);
  expect(await listAll(page)).toEqual({ ok: true, value: [] });
  expect(asked).toEqual([null]);
});

test("a list with a missing page fails as a whole", async () => {
  const { page } = listOf(5, { failsAfter: "2" });
  expect(await listAll(page)).toEqual(lost);
});

test("the pages before a failure are used, and the failure comes last", async () => {
  const { page, asked } = listOf(7, { failsAfter: "4" });
  const seen: boolean[] = [];
  for await (const listed of allPages(page)) seen.push(listed.ok);
  expect(seen).toEqual([true, true, false]);
  expect(asked).toEqual([null, "2", "4"]);
});

test("an endless list ends in a failure", async () => {
  let calls = 0;
  const page = async (): Promise<ProviderResult<Page<Item>>> => {
    calls += 1;
    return { ok: true, value: { items: [{ id: "1" }], hasMore: true } };
  };
  expect(await listAll(page)).toMatchObject({ ok: false, reason: "unavailable" });
  expect(calls).toBe(1_000);
});
