// Reads the provider's lists page by page; each page is requested after the previous one has been used. A failure is
// yielded last, so that a caller that needs the whole list never mistakes a part for it.
import type { Page, ProviderResult } from "./payment-provider.ts";

const PAGES_MAX = 1_000;

/** `page` requests the page after the item with this id; null: the first page. */
export async function* allPages<T extends { id: string }>(
  page: (after: string | null) => Promise<ProviderResult<Page<T>>>,
): AsyncGenerator<ProviderResult<Page<T>>> {
  let after: string | null = null;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const listed = await page(after);
    yield listed;
    after = listed.ok && listed.value.hasMore ? (listed.value.items.at(-1)?.id ?? null) : null;
    if (after === null) return;
  }
  yield { ok: false, reason: "unavailable", message: "the list has too many pages" };
}

/** All items of a list, or the first failure. */
export async function listAll<T extends { id: string }>(
  page: (after: string | null) => Promise<ProviderResult<Page<T>>>,
): Promise<ProviderResult<T[]>> {
  const all: T[] = [];
  for await (const listed of allPages(page)) {
    if (!listed.ok) return listed;
    all.push(...listed.value.items);
  }
  return { ok: true, value: all };
}
