// Shoppers who arrive one after the other as long as the run lasts. They buy from the shop and pay at the provider, as
// a card form does, so they pay even while the shop is down. Some leave, some are declined, some return when their hold
// has almost expired. The seed determines each one's choices, but not their timing.
import {
  DECLINED_CARD,
  GOOD_CARD,
  pay,
  type Started,
  startPurchase,
  verify,
} from "#test/processes/guest-checkout.ts";
import { type Random, seededRandom } from "../random.ts";

/** `amount`: the price of one unit with shipping. */
export type Goods = { productId: string; amount: number };
export type Sale = { orderId: string; amount: number };

export type Visits = Record<"paid" | "declined" | "refused" | "left" | "unclear", number>;

export type Crowd = {
  visits: Visits;
  /** Paid according to the provider; oldest first. */
  sales: Sale[];
  /** Orders of shoppers who left or hesitate; their holds may be ended. */
  abandoned: string[];
  /** Payments that succeeded while the shop was down. */
  paidWhileDown: () => number;
  /**
   * Adds one shopper, who leaves after the checkout begins. Resolves with the milliseconds until then; null: it did not
   * begin within `waitMsMax`.
   */
  nextAnswer: (waitMsMax: number) => Promise<number | null>;
  /** Lets the current visits end. */
  end: () => Promise<void>;
};

type Settings = { shop: string; provider: string; goods: readonly Goods[]; shoppers: number; seed: number };

const ANSWER_MS_MAX = 5_000;
const PAUSE_MS = 2_000;
const TYPING_MS = 1_500;
/** About as long as the pause between sweeps of expired holds. */
const DAWDLING_MS = 18_000;
const PROBE_PAUSE_MS = 50;
const VERIFY_TRIES = 20;
const VERIFY_PAUSE_MS = 500;
/** The share of visitors who want the scarce product. */
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

  const begin = (random: Random, wanted: Goods | undefined, attemptsMax?: number) => {
    if (!wanted) throw new Error("the shelf is empty");
    const purchase = { ...wanted, orderId: uuid(random), key: uuid(random) };
    const started = startPurchase(shop, purchase, { answerMsMax: ANSWER_MS_MAX, attemptsMax });
    return { orderId: purchase.orderId, started };
  };

  const visit = async (random: Random): Promise<keyof Visits> => {
    const wanted = goods[random.chance(SCARCE) ? 1 : 0];
    const [fate, typing] = [random.next(), random.next()];
    const { orderId, started: starting } = begin(random, wanted);
    const started = await starting;
    if ("refused" in started) return "refused";
    if (fate < 0.17) abandoned.push(orderId);
    if (fate < 0.05) return "left";
    await sleep(200 + typing * TYPING_MS);
    if (fate < 0.12) await pay(provider, started, DECLINED_CARD);
    if (fate < 0.08) return "declined";
    if (fate < 0.17) await sleep(typing * DAWDLING_MS);
    const status = await pay(provider, started, GOOD_CARD);
    if (status !== "succeeded") return "declined";
    sales.push({ orderId, amount: wanted?.amount ?? 0 });
    if (isDown) whileDown += 1;
    // Half of the shoppers never return to the confirmation page.
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

  /** Each try is a new checkout: continuing one would not show that the shop sells. */
  const probe = async (waitMsMax: number): Promise<number | null> => {
    const since = performance.now();
    while (performance.now() - since < waitMsMax) {
      const { orderId, started } = begin(probing, goods[0], 1);
      abandoned.push(orderId);
      const answer = await started.catch(() => null);
      if (answer && !("refused" in answer)) return performance.now() - since;
      await sleep(PROBE_PAUSE_MS);
    }
    return null;
  };

  return {
    visits,
    sales,
    abandoned,
    paidWhileDown: () => whileDown,
    nextAnswer: async (waitMsMax) => {
      isDown = true;
      const answered = await probe(waitMsMax);
      isDown = false;
      return answered;
    },
    end: async () => {
      isOver = true;
      await Promise.all(bots);
    },
  };
}

/** The confirmation page polls, and then shows what it has. */
async function confirm(shop: string, started: Started): Promise<void> {
  for (let attempt = 1; attempt <= VERIFY_TRIES; attempt += 1) {
    try {
      return await verify(shop, started, ANSWER_MS_MAX);
    } catch {
      await sleep(VERIFY_PAUSE_MS);
    }
  }
}

/** As a browser makes one, but from the seed. */
export function uuid(random: Pick<Random, "below">): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16));
  hex[12] = "4";
  hex[16] = "89ab"[random.below(4)] ?? "8";
  const text = hex.join("");
  return [0, 8, 12, 16, 20].map((from, index, cuts) => text.slice(from, cuts[index + 1])).join("-");
}
