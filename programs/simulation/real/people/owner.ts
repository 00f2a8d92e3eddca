// The owner, who works through the back office while the shop is struck: refunds parts of orders, cancels orders, swaps
// pieces, adds to the stock, changes prices. A form whose answer got lost is sent again as it was, as a person does who
// presses the button again; only adding to the stock is not, because that would add twice.
import { orderStamp } from "#domain/order/fulfillment.ts";
import { type Random, seededRandom } from "../../random.ts";
import { signIn } from "../order-book.ts";
import { type Goods, type Sale, uuid } from "./crowd.ts";

/** unclear: an answer got lost, so it may have happened or not. */
export type Told = "done" | "refused" | "unclear";

export type OwnerRefund = { orderId: string; isCancel: boolean; told: Told };

/** `back`: cents that the customer gets, because the other piece costs less. */
export type OwnerSwap = { back: number; told: Told };

export type Owner = {
  /** By refund id. */
  refunds: Map<string, OwnerRefund>;
  /** By order; no order is both swapped and refunded. */
  swaps: Map<string, OwnerSwap>;
  /** Pieces that were added to the scarce product. */
  added: Record<Told, number>;
  prices: Record<Told, number>;
  end: () => Promise<void>;
};

type Settings = { shop: string; sales: readonly Sale[]; goods: readonly Goods[]; seed: number };

const PAUSE_MS = { least: 150, most: 700 };
const TRIES_MAX = 40;
const TRY_PAUSE_MS = 300;
const ANSWER_MS_MAX = 8_000;
const SHIPPING = 599;
/** Of an order that nobody has touched. */
const STAMP = orderStamp({
  ...{ status: "paid", fulfillment: "unfulfilled", refunded: 0 },
  ...{ items: [], parcels: [], corrections: [] },
});
const SWAP_LINE = /<select[^>]*name="itemId"[^>]*>\s*<option[^>]*value="([0-9a-f-]{36})"/;
const PRICES = [2_600, 2_800, 3_000, 3_150];
const PIECES = 4;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function startOwner({ shop, sales, goods, seed }: Settings): Owner {
  const refunds = new Map<string, OwnerRefund>();
  const swaps = new Map<string, OwnerSwap>();
  const [sold, swapped] = [goods.slice(0, 2), goods[2]];
  const added = { done: 0, refused: 0, unclear: 0 };
  const prices = { done: 0, refused: 0, unclear: 0 };
  const random = seededRandom(seed);
  let cookie = "";
  let next = 0;
  let isOver = false;

  /** The answer, signed in. Throws while there is none, or one that says "try again". */
  const ask = async (address: string, form: RequestInit = {}): Promise<{ status: number; text: string }> => {
    if (cookie === "") cookie = await signIn(shop);
    const answer = await fetch(`${shop}${address}`, {
      ...form,
      headers: { origin: shop, cookie },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const { status } = answer;
    const text = await answer.text();
    if (status === 200 || [404, 409, 422].includes(status)) return { status, text };
    // 202 is the router's way to redirect, 403 asks for the password: sign in again.
    if (status < 500) cookie = "";
    throw new Error(`status ${status}`);
  };
  const send = async (page: string, fields: Record<string, string>): Promise<Told> => {
    const { status } = await ask(`${page}.data`, { method: "POST", body: new URLSearchParams(fields) });
    return status === 200 ? "done" : "refused";
  };
  /** Null: there was no answer however often it was asked for. */
  const insistOn = async <T>(act: (attempt: number) => Promise<T>): Promise<T | null> => {
    for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
      try {
        return await act(attempt);
      } catch {
        await sleep(TRY_PAUSE_MS);
      }
    }
    return null;
  };
  const insist = async (page: string, fields: Record<string, string>): Promise<Told> => {
    const told = await insistOn(async (attempt): Promise<Told> => {
      const answer = await send(page, fields);
      // The first try may have been it, and this one found the order changed.
      return answer === "refused" && attempt > 1 ? "unclear" : answer;
    });
    return told ?? "unclear";
  };

  const refund = async (sale: Sale, { isCancel, part }: { isCancel: boolean; part: number }) => {
    const refundId = uuid(random);
    const amount = (Math.max(1, Math.floor(sale.amount * part)) / 100).toFixed(2);
    const fields = {
      intent: isCancel ? "cancel" : "refund",
      stamp: STAMP,
      refundId,
      amount,
      reason: "The simulation's owner wants it",
      confirmed: "on",
    };
    refunds.set(refundId, { orderId: sale.orderId, isCancel, told: "unclear" });
    const told = await insist(`/admin/orders/${sale.orderId}`, fields);
    refunds.set(refundId, { orderId: sale.orderId, isCancel, told });
  };
  /** The order's page says what its line is called. Null: it could not be read. */
  const findLine = async (page: string): Promise<string | null> => {
    const answer = await insistOn(() => ask(page));
    const [, line] = SWAP_LINE.exec(answer?.text ?? "") ?? [];
    return line ?? null;
  };
  const swap = async ({ orderId, amount }: Sale, { productId, amount: price }: Goods) => {
    const page = `/admin/orders/${orderId}`;
    const itemId = await findLine(page);
    if (itemId === null) return;
    const back = amount - price;
    swaps.set(orderId, { back, told: "unclear" });
    const fields = { intent: "swap", stamp: STAMP, itemId, to: `${productId} `, pieces: "1" };
    swaps.set(orderId, { back, told: await insist(page, fields) });
  };
  const change = (product: Goods | undefined, action: string, value: string) => ({
    page: "/admin/products",
    fields: { intent: "bulk", id: product?.productId ?? "", action, value },
  });

  const act = async (): Promise<void> => {
    const what = random.weighted([
      [4, "refund"],
      [2, "cancel"],
      [2, "swap"],
      [3, "stock"],
      [2, "price"],
    ] as const);
    const part = random.next();
    if (what === "stock") {
      const { page, fields } = change(goods[1], "stock-add", String(PIECES));
      added[await send(page, fields).catch(() => "unclear" as const)] += PIECES;
    } else if (what === "price") {
      await reprice(random);
    } else {
      // In the order of the sales, a little behind them: the shop has to know the order.
      const sale = sales[next];
      if (!sale || sales.length - next < 3) return;
      next += 1 + random.below(3);
      if (what === "swap" && swapped) await swap(sale, swapped);
      else await refund(sale, { isCancel: what === "cancel", part });
    }
  };
  const reprice = async ({ pick, chance }: Random) => {
    const [product, price, tellsAll] = [pick(sold), pick(PRICES), chance(0.5)];
    const { page, fields } = change(product, "price-set", (price / 100).toFixed(2));
    const told = await insist(page, fields);
    prices[told] += 1;
    // Other shoppers still look at a page with the old price.
    if (told === "done" && tellsAll) product.amount = price + SHIPPING;
  };

  const working = (async () => {
    while (!isOver) {
      await sleep(PAUSE_MS.least + random.below(PAUSE_MS.most));
      await act();
    }
  })();
  return {
    refunds,
    swaps,
    added,
    prices,
    end: async () => {
      isOver = true;
      await working;
    },
  };
}
