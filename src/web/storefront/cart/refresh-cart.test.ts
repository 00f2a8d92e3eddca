import { afterEach, describe, expect, test, vi } from "vitest";
import { type CartLine, emptyCart } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import { emptyShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { startCheckout } from "../checkout/checkout-api.ts";
import type { OpenCheckout } from "../checkout/open-checkout.ts";
import { freshSettings, loadCode, saveCode } from "./cart-settings.ts";
import { createCartStore } from "./cart-store.ts";
import {
  codeToPay,
  formatChange,
  noteStopped,
  type RefreshAnswer,
  refreshStoredCart,
  takeUntoldChanges,
} from "./refresh-cart.ts";

const line: CartLine = {
  product: { id: "cap", name: "Rope Cap", image: null, price: 3_600, salePrice: null, available: 9 },
  quantity: 4,
  selectedOption: null,
};
const today: FreshLine = {
  productId: "cap",
  selectedOption: null,
  name: "Rope Cap",
  image: null,
  price: 3_600,
  salePrice: 2_900,
  available: 3,
  exists: true,
};
const answer = { lines: [today], settings: defaultStoreSettings };

function storeWith(...lines: CartLine[]) {
  const store = createCartStore(null);
  store.set({ lines });
  return store;
}

test("[CA-4] opening takes today's price and stock and lists what changed", async () => {
  const store = storeWith(line);
  const changes = await refreshStoredCart(store, async () => answer);
  expect(store.get().lines[0]).toMatchObject({ quantity: 3, product: { salePrice: 2_900, available: 3 } });
  expect(changes?.map(formatChange)).toEqual([
    "Only 3 of Rope Cap left; the quantity was reduced.",
    "Rope Cap now costs $29.00 instead of $36.00.",
  ]);
});

test("[CA-4] changes are kept until they are shown, once, starting from the price that the shopper knows", async () => {
  takeUntoldChanges();
  const store = storeWith(line);
  const at = (salePrice: number) => async () => ({
    ...answer,
    lines: [{ ...today, salePrice, available: 9 }],
  });
  await refreshStoredCart(store, at(2_900));
  await refreshStoredCart(store, at(3_100));
  expect(takeUntoldChanges().map(formatChange)).toEqual(["Rope Cap now costs $31.00 instead of $36.00."]);
  expect(takeUntoldChanges()).toEqual([]);
});

test("what the shopper removed while the server was asked stays removed", async () => {
  const store = storeWith(line);
  await refreshStoredCart(store, async () => {
    store.set(emptyCart);
    return answer;
  });
  expect(store.get().lines).toEqual([]);
});

test("[CA-1] what another tab did while the server was asked stays, before this tab hears of it", async () => {
  const values = new Map([["cart", JSON.stringify({ lines: [{ ...line, quantity: 1 }] })]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const store = createCartStore(storage);
  await refreshStoredCart(store, async () => {
    createCartStore(storage).set({ lines: [{ ...line, quantity: 2 }] });
    return answer;
  });
  for (const kept of [store, createCartStore(storage)])
    expect(kept.get().lines).toMatchObject([{ quantity: 2, product: { salePrice: 2_900 } }]);
});

test("a server that can't be asked changes nothing", async () => {
  const store = storeWith(line);
  const refreshed = await refreshStoredCart(store, async () => {
    throw new Error("offline");
  });
  expect(refreshed).toBeNull();
  expect(store.get().lines).toEqual([line]);
});

test("an empty cart makes no request", async () => {
  let asked = false;
  await refreshStoredCart(storeWith(), async () => {
    asked = true;
    return answer;
  });
  expect(asked).toBe(false);
});

test("products that are gone or sold out are named", () => {
  expect(formatChange({ kind: "gone", name: "Visor" })).toBe("Visor is no longer sold and was removed.");
  expect(formatChange({ kind: "sold-out", name: "Polo (M)" })).toBe("Polo (M) is sold out and was removed.");
});

describe("what the server knows of the shopper alone", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The next answer of the shop's functions. */
  function answerWith(status: number, body: object) {
    vi.stubGlobal("location", { origin: "https://shop.example.com" });
    const fetched = vi.fn(async (_url: string, _init: { body: string }) => Response.json(body, { status }));
    vi.stubGlobal("fetch", fetched);
    return { sent: () => JSON.parse(fetched.mock.lastCall?.[1].body ?? "null") };
  }

  const rest = { kind: "percent", value: 10, subtotalMin: 0, productIds: null } as const;
  const discounts = [
    { ...rest, id: "welcome", code: null, name: "Welcome" },
    { ...rest, id: "spring", code: null, name: "Spring" },
  ];
  const store = storeWith(line);

  test("[DC-1] a late answer to an older question takes no discount back", async () => {
    saveCode("SUMMER");
    const older = Promise.withResolvers<RefreshAnswer>();
    const refreshed = refreshStoredCart(store, () => older.promise);
    await refreshStoredCart(store, async () => ({ ...answer, discounts }));
    older.resolve({ ...answer, isStopped: true });
    expect(await refreshed).not.toBeNull();
    expect(freshSettings.get()?.discounts).toEqual(discounts);
    expect(codeToPay()).toBe("SUMMER");
  });

  async function shownDiscounts() {
    answerWith(200, { ...answer, discounts });
    await refreshStoredCart(store);
    return freshSettings.get()?.discounts?.map(({ id }) => id);
  }

  const record: OpenCheckout = {
    ...{ idempotencyKey: "k", orderId: "o", supersedes: null, paymentIntentId: null, fingerprint: "" },
    ...{ lines: [], phase: "open", at: 0 },
  };
  const content = { cart: store.get(), shipping: emptyShippingInfo, total: 6_359 };
  async function pay(code: string, details: object) {
    const { sent } = answerWith(409, { error: { code, message: "Said", details } });
    await startCheckout(record, content);
    return sent();
  }

  test("[DC-1] a discount that the email has used up is left out until an answer about another email", async () => {
    expect(await shownDiscounts()).toEqual(["welcome", "spring"]);
    await pay("total_changed", { totals: { total: 6_999 }, usedUp: ["welcome"] });
    expect(await shownDiscounts()).toEqual(["spring"]);
    await pay("out_of_stock", {});
    expect(await shownDiscounts()).toEqual(["spring"]);
    await pay("total_changed", { totals: { total: 6_359 }, usedUp: [] });
    expect(await shownDiscounts()).toEqual(["welcome", "spring"]);
    await pay("discount_refused", { totals: { total: 6_999 }, usedUp: ["welcome"] });
    expect(await shownDiscounts()).toEqual(["spring"]);
  });

  test("[DC-1] a code that the shop does not look at for a while is in no payment, as it is in no total", async () => {
    saveCode("SUMMER");
    const look = async (body: object) => {
      answerWith(200, { ...answer, discounts: [], ...body });
      await refreshStoredCart(store);
    };
    await look({ said: "Too many codes were tried.", isStopped: true });
    expect(await pay("total_changed", {})).toMatchObject({ discount_code: null });
    await look({});
    expect(await pay("total_changed", {})).toMatchObject({ discount_code: "SUMMER" });
    // A wallet button next to a product shows its own total.
    noteStopped({ ...answer, isStopped: true });
    expect(await pay("total_changed", {})).toMatchObject({ discount_code: null });
  });

  test("[DC-1] [kind: shown is sold] a refused code is in no payment, and one that was entered in the meantime stays", async () => {
    answerWith(200, { ...answer, discounts: [], said: "SUMMER has ended." });
    saveCode("SUMMER");
    await refreshStoredCart(store);
    expect(await pay("total_changed", {})).toMatchObject({ discount_code: null });
    saveCode("SPRING");
    answerWith(200, { ...answer, discounts: [], said: "SPRING has ended." });
    const refreshed = refreshStoredCart(store);
    saveCode("AUTUMN");
    await refreshed;
    expect(loadCode()).toBe("AUTUMN");
  });
});
