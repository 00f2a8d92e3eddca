// Shoppers who come one after the other as long as the run lasts. They ask the shop at its front door and pay at the
// provider, as a card form does, so they pay while the shop is down. Some leave, some are declined, some come back when
// their hold is almost over. Each one's choices come from the seed; when they happen does not.
import { seededRandom } from "../../random.ts";
import { DECLINED_CARD, GOOD_CARD, pay, type Started, startPurchase, verify } from "../bot.ts";

/** `amount`: what a shopper sees that one piece costs with shipping. The owner changes it. */
export type Goods = { productId: string; amount: number };
export type Sale = { orderId: string; intentId: string; amount: number };

export type Visits = Record<"paid" | "declined" | "refused" | "left" | "unclear", number>;

export type Crowd = {
  visits: Visits;
  /** Told by the provider that they have paid, oldest first. */
  sales: Sale[];
  /** Orders of shoppers who left or dawdle; their holds may be made to end. */
  abandoned: string[];
  /** Payments that succeeded while the shop was down. */
  paidWhileDown: () => number;
  /**
   * One more shopper, who wants what most of them want and leaves: resolves with the milliseconds until a new checkout was
   * begun for them; null: none was within `waitMsMax`.
   */
  nextAnswer: (waitMsMax: number) => Promise<number | null>;
  /** Lets the visits end that are under way. */
  end: () => Promise<void>;
};

type Settings = {
  shop: string;
  provider: string;
  goods: readonly Goods[];
  shoppers: number;
  seed: number;
};

const ANSWER_MS_MAX = 5_000;
const PAUSE_MS = 2_000;
const TYPING_MS = 1_500;
/** About as long as the sweep of expired holds pauses. */
const DAWDLING_MS = 18_000;
const PROBE_PAUSE_MS = 50;
const VERIFY_TRIES = 20;
const VERIFY_PAUSE_MS = 500;
/** Every n-th visitor wants the product that is scarce. */
const SCARCE = 0.2;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function startCrowd({ shop, provider, goods, shoppers, seed }: Settings): Crowd {
  const visits: Visits = { paid: 0, declined: 0, refused: 0, left: 0, unclear: 0 };
  const sales: Sale[] = [];
  const abandoned: string[] = [];
  const probing = seededRandom(seed + 3);
  let isOver = false;
  let isDown = false;
  let whileDown = 0;

  const start = (purchase: Parameters<typeof startPurchase>[1]) =>
    startPurchase(
      () => shop,
      purchase,
      () => {},
      ANSWER_MS_MAX,
    );

  const visit = async (random: ReturnType<typeof seededRandom>): Promise<keyof Visits> => {
    const wanted = goods[random.chance(SCARCE) ? 1 : 0];
    const [fate, typing, ids] = [random.next(), random.next(), [uuid(random), uuid(random), uuid(random)]];
    if (!wanted) return "left";
    const orderId = ids[0] ?? "";
    let purchase = { productId: wanted.productId, amount: wanted.amount, orderId, key: ids[1] ?? "" };
    let started = await start(purchase);
    if ("refused" in started && started.refused === "total_changed" && started.total !== null) {
      purchase = { ...purchase, amount: started.total, key: ids[2] ?? "" };
      started = await start(purchase);
    }
    if ("refused" in started) return "refused";
    if (fate < 0.05) {
      abandoned.push(orderId);
      return "left";
    }
    await sleep(200 + typing * TYPING_MS);
    if (fate < 0.12) await pay(provider, started, DECLINED_CARD);
    if (fate < 0.08) {
      abandoned.push(orderId);
      return "declined";
    }
    if (fate < 0.17) {
      abandoned.push(orderId);
      await sleep(typing * DAWDLING_MS);
    }
    const status = await pay(provider, started, GOOD_CARD);
    if (status !== "succeeded") return "declined";
    sales.push({ orderId, intentId: started.paymentIntentId, amount: purchase.amount });
    if (isDown) whileDown += 1;
    // Half of the shoppers never come back to the confirmation page.
    if (fate > 0.6) await confirm(shop, started);
    return "paid";
  };

  const bots = Array.from({ length: shoppers }, async (_, index) => {
    const random = seededRandom(seed * 1_000 + index);
    await sleep(random.next() * PAUSE_MS);
    while (!isOver) {
      const outcome = await visit(random).catch(() => "unclear" as const);
      visits[outcome] += 1;
      await sleep(random.next() * PAUSE_MS);
    }
  });

  return {
    visits,
    sales,
    abandoned,
    paidWhileDown: () => whileDown,
    nextAnswer: async (waitMsMax) => {
      isDown = true;
      const answered = await probe({ shop, goods: goods[0], random: probing, waitMsMax, abandoned });
      isDown = false;
      return answered;
    },
    end: async () => {
      isOver = true;
      await Promise.all(bots);
    },
  };
}

/** Each try is a checkout of its own: one that is only continued would not show that the shop sells. */
async function probe(asked: {
  shop: string;
  goods: Goods | undefined;
  random: Parameters<typeof uuid>[0];
  waitMsMax: number;
  abandoned: string[];
}): Promise<number | null> {
  const { shop, goods, random, waitMsMax, abandoned } = asked;
  const since = performance.now();
  let amount = goods?.amount ?? 0;
  while (performance.now() - since < waitMsMax) {
    const orderId = uuid(random);
    const purchase = { productId: goods?.productId ?? "", amount, orderId, key: uuid(random) };
    abandoned.push(orderId);
    const giveUp = (why: string) => {
      throw new Error(why);
    };
    const started = await startPurchase(() => shop, purchase, giveUp, ANSWER_MS_MAX).catch(() => null);
    if (started && !("refused" in started)) return performance.now() - since;
    amount = started?.total ?? amount;
    await sleep(PROBE_PAUSE_MS);
  }
  return null;
}

/** The confirmation page asks again and again, and then shows what it has. */
async function confirm(shop: string, started: Started): Promise<void> {
  for (let attempt = 1; attempt <= VERIFY_TRIES; attempt += 1) {
    try {
      return await verify(shop, started, ANSWER_MS_MAX);
    } catch {
      await sleep(VERIFY_PAUSE_MS);
    }
  }
}

/** As a browser makes one, from the seed. */
export function uuid(random: { below: (n: number) => number }): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16));
  hex[12] = "4";
  hex[16] = "89ab"[random.below(4)] ?? "8";
  const text = hex.join("");
  return [0, 8, 12, 16, 20].map((from, index, cuts) => text.slice(from, cuts[index + 1])).join("-");
}
