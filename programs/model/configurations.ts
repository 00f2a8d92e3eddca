// The configurations that are searched, each whole.
import { type Bug, bugs, type Features, type Rules } from "./bugs.ts";
import { blankCheckout, blankRefund, type Shape, type World } from "./protocol/world.ts";

export type Configuration = Shape & { name: string; what: string; stock: number; rules: Rules; first: World };

type Asked = {
  name: string;
  what: string;
  features?: readonly (keyof Features)[];
  stock?: number;
  wanted?: number;
  bug?: Bug | null;
  isPaidAlready?: boolean;
} & Partial<Shape>;

const none: Features = {
  page: false,
  bank: false,
  refusals: false,
  keysForgotten: false,
  lateRequests: false,
  others: false,
  refunds: false,
};

const allFaults = ["bank", "refusals", "keysForgotten", "lateRequests", "others"] as const;

const pageBugs: ReadonlySet<Bug> = new Set([
  "page-before-cancel",
  "page-not-closed",
  "page-not-looked-for",
  "page-stored-meanwhile",
  "late-id-comes-back",
]);

/** `npm run model` searches all of them. */
export function configurations(): Configuration[] {
  return [
    configure({
      name: "form",
      what: "one checkout with the card form, every fault, any number of other shoppers on the shelf",
      features: allFaults,
    }),
    configure({
      name: "page",
      what: "one checkout that may move to the provider's page, no bank that takes its time",
      features: ["page"],
    }),
    configure({
      name: "page-faults",
      what: "the same with every fault and other shoppers, one process at a time",
      features: ["page", ...allFaults],
      processes: 1,
    }),
    configure({
      name: "new-cart",
      what: "one shopper who starts over with another cart while an old tab stays open",
      checkouts: 2,
      stock: 2,
    }),
    configure({
      name: "two-for-one",
      what: "two shoppers for the last piece",
      shoppers: 2,
    }),
    configure({
      name: "three-for-two",
      what: "three shoppers for the last two pieces",
      shoppers: 3,
      stock: 2,
    }),
    configure({
      name: "three-processes",
      what: "one checkout with the card form and three processes at once",
      processes: 3,
    }),
    configure({
      name: "sold",
      what: "one sale from the first click to the second refund of its two pieces",
      features: ["refunds"],
      refunds: 2,
      stock: 2,
      wanted: 2,
    }),
    configure({
      name: "refunds",
      what: "a paid order of two pieces: two refunds by the owner, one at the provider",
      features: ["refunds"],
      isPaidAlready: true,
      refunds: 3,
      stock: 2,
      wanted: 2,
    }),
  ];
}

/** A world small enough for `npm test`. */
export function smallConfiguration(bug: Bug | null = null): Configuration {
  return configure({ name: "small", what: "one checkout with the card form, two processes", bug });
}

/** A small world in which the mistake shows. */
export function configurationFor(bug: Bug): Configuration {
  const name = bug;
  const what = bugs[bug];
  if (bug.startsWith("refund") || bug.startsWith("restock")) {
    const order = { isPaidAlready: true, stock: 2, wanted: 2 } as const;
    return configure({ name, what, bug, features: ["refunds"], refunds: 3, ...order });
  }
  if (pageBugs.has(bug)) return configure({ name, what, bug, features: ["page"] });
  if (bug === "held-without-looking") return configure({ name, what, bug, shoppers: 2 });
  return configure({ name, what, bug, features: ["bank", "keysForgotten"] });
}

export function configure(asked: Asked): Configuration {
  const { name, what, stock = 1, wanted = 1, bug = null } = asked;
  const { shoppers = 1, checkouts = 1, refunds = 0, processes = 2 } = asked;
  const features = {
    ...none,
    ...Object.fromEntries((asked.features ?? []).map((feature) => [feature, true])),
  };
  const isPaid = asked.isPaidAlready === true;
  const rules: Rules = { features, bug, stock, wanted, processes };
  const paid = {
    ...blankCheckout,
    state: "completed",
    payment: "first",
    first: "succeeded",
    said: "succeeded",
    create: "done",
    order: "paid",
    sold: 2,
  } as const;
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const first: World = {
    onHand: isPaid ? stock - paid.sold : stock,
    held: 0,
    elsewhere: 0,
    broken: "",
    shoppers: times(shoppers, () => ({
      checkouts: times(checkouts, () => (isPaid ? { ...paid } : { ...blankCheckout })),
      // The owner's first refund is of one piece, the second of all; one of a piece is made at the provider.
      refunds: [1, 2, 1]
        .slice(0, refunds)
        .map((pieces) => ({ ...blankRefund, pieces: pieces === 2 ? 2 : 1 })),
      processes: [],
    })),
  };
  return { name, what, stock, rules, first, shoppers, checkouts, refunds, processes };
}
