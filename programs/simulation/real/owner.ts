// The owner, who refunds parts of orders and cancels orders in the back office during the kills. A form whose response
// was lost is submitted again unchanged, as a person does who presses the button again.
import { orderStamp } from "#domain/order/fulfillment.ts";
import { signIn } from "#test/processes/shop-process.ts";
import { seededRandom } from "../random.ts";
import { type Sale, uuid } from "./crowd.ts";

/** unclear: a response was lost, so it may have happened or not. */
type Answer = "done" | "refused" | "unclear";

/** refundId: that of the form. A cancellation's form has none. */
export type OwnerRefund = { refundId: string | null; answer: Answer };

export type Owner = {
  /** By order: each is refunded in part or canceled, once. */
  refunds: Map<string, OwnerRefund>;
  end: () => Promise<void>;
};

const PAUSE_MS = { least: 250, most: 900 };
const TRIES_MAX = 40;
const TRY_PAUSE_MS = 300;
const ANSWER_MS_MAX = 8_000;
/** Of an order that nobody has changed. */
const STAMP = orderStamp({
  ...{ status: "paid", fulfillment: "unfulfilled", refunded: 0 },
  ...{ items: [], shipments: [], corrections: [], returns: [] },
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function startOwner({
  shop,
  sales,
  seed,
}: {
  shop: string;
  sales: readonly Sale[];
  seed: number;
}): Owner {
  const refunds = new Map<string, OwnerRefund>();
  const random = seededRandom(seed);
  let cookie = "";
  let next = 0;
  let isOver = false;

  /** Throws when there is no response, or one that says "try again". */
  const send = async (page: string, fields: Record<string, string>): Promise<"done" | "refused"> => {
    if (cookie === "") cookie = await signIn(shop);
    const { status } = await fetch(`${shop}${page}.data`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: shop, cookie },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (status === 200) return "done";
    if ([404, 409, 422].includes(status)) return "refused";
    // 202 is the router's way to redirect, 403 asks for the password: sign in again.
    if (status < 500) cookie = "";
    throw new Error(`status ${status}`);
  };
  const insist = async (page: string, fields: Record<string, string>): Promise<Answer> => {
    for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
      try {
        const answer = await send(page, fields);
        // The first try may have succeeded, and this one found the order changed.
        return answer === "refused" && attempt > 1 ? "unclear" : answer;
      } catch {
        await sleep(TRY_PAUSE_MS);
      }
    }
    return "unclear";
  };

  const refundNext = async (): Promise<void> => {
    // In the order of the sales, a little behind them: the shop must have recorded the order.
    const sale = sales[next];
    if (!sale || sales.length - next < 3) return;
    next += 1 + random.below(3);
    const { orderId } = sale;
    const refundId = random.chance(1 / 3) ? null : uuid(random);
    const amount = (Math.max(1, Math.floor(sale.amount * random.next())) / 100).toFixed(2);
    const fields = {
      base: JSON.stringify({ seen: STAMP }),
      reason: "The simulation's owner wants it",
      confirmed: "on",
      ...(refundId === null ? { intent: "cancel" } : { intent: "refund", refundId, amount }),
    };
    refunds.set(orderId, { refundId, answer: "unclear" });
    refunds.set(orderId, { refundId, answer: await insist(`/admin/orders/${orderId}`, fields) });
  };

  const working = (async () => {
    while (!isOver) {
      await sleep(PAUSE_MS.least + random.below(PAUSE_MS.most));
      await refundNext();
    }
  })();
  return {
    refunds,
    end: async () => {
      isOver = true;
      await working;
    },
  };
}
