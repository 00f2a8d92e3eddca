import { expect, test } from "vitest";
import { findOfCheckout } from "./send-operation.ts";

type Item = { id: string; checkoutId: string | null; isOver?: boolean };

const operation = { createdAt: new Date(0) } as Parameters<typeof findOfCheckout>[0];

/** What the provider lists, in pages. */
const find = (...pages: Item[][]) =>
  findOfCheckout<Item>(operation, "mine", {
    list: async ({ after }) => {
      const at = after === null ? 0 : pages.findIndex((page) => page.at(-1)?.id === after) + 1;
      const items = pages[at] ?? [];
      return { ok: true, value: { items, hasMore: at < pages.length - 1 } };
    },
    isOver: (item) => item.isOver === true,
  });

test("the result for a checkout is found among those of others, on any page", async () => {
  const [theirs, nobodys, mine] = [
    { id: "a", checkoutId: "theirs" },
    { id: "b", checkoutId: null },
    { id: "c", checkoutId: "mine" },
  ];
  expect(await find([theirs, nobodys], [theirs, mine])).toEqual({ ok: true, value: mine });
  expect(await find([theirs, nobodys], [theirs])).toEqual({ ok: true, value: null });
});

test("a finished result is used only if the checkout has no live one", async () => {
  const over = { id: "a", checkoutId: "mine", isOver: true };
  const alive = { id: "b", checkoutId: "mine" };
  expect(await find([over], [{ ...alive, checkoutId: "theirs" }])).toEqual({ ok: true, value: over });
  expect(await find([over], [alive])).toEqual({ ok: true, value: alive });
});
