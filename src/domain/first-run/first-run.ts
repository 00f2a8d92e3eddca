// What an owner does before the first sale. Whether a step is done is read off the shop itself, never ticked by hand;
// what is remembered is only which steps were skipped, and whether the whole list was hidden.
import { sampleBusiness } from "../settings/sample-business.ts";
import { defaultStoreSettings } from "../settings/settings.ts";

export const firstRunSteps = [
  "business",
  "look",
  "home",
  "about",
  "product",
  "sizes",
  "tax",
  "shipping",
  "mail",
  "keys",
  "purchase",
] as const;
export type FirstRunStep = (typeof firstRunSteps)[number];

/** What the shop is like. */
export type FirstRunFacts = {
  storeName: string;
  address: string;
  email: string;
  /** What is published differs from what the shop came with. */
  hasOwnLook: boolean;
  hasOwnHome: boolean;
  hasOwnAbout: boolean;
  /** A size chart that is not the sample's. */
  hasOwnSizes: boolean;
  /** Emails leave the shop. */
  hasMailServer: boolean;
  isTaxOn: boolean;
  /** The owner's settings of shipping, or null while they are those that came with the shop. */
  hasOwnShipping: boolean;
  /** A product is on sale that is no sample. */
  hasOwnProduct: boolean;
  samplesOnSale: number;
  takesRealMoney: boolean;
  /** Some order was paid. */
  hasSold: boolean;
  /** Paid rehearsals that were not cleared; counted up to a limit. */
  rehearsals: number;
};

export type StepState = "done" | "skipped" | "open";

export type FirstRun = {
  steps: { step: FirstRunStep; state: StepState }[];
  /** What the shop does not know of its owner yet; none of it while nothing was entered. */
  missing: string[];
  /** The owner has hidden the list; it is still on its own page. */
  isDismissed: boolean;
  /** Nothing is open. */
  isOver: boolean;
  samplesOnSale: number;
  /** Rehearsals that stand among real orders, because real money is taken by now. */
  rehearsalsLeft: number;
};

/** What is remembered, as JSON. */
export type FirstRunMemory = { skipped: FirstRunStep[]; isDismissed: boolean };

export function firstRunOf(facts: FirstRunFacts, memory: FirstRunMemory): FirstRun {
  const business = {
    name: isOwn(facts.storeName, defaultStoreSettings.businessInfo.storeName),
    address: isOwn(facts.address, sampleBusiness.address),
    email: isOwn(facts.email, sampleBusiness.email),
  };
  const missing = Object.entries(business).flatMap(([what, isThere]) => (isThere ? [] : [what]));
  const isDone: Record<FirstRunStep, boolean> = {
    business: missing.length === 0,
    look: facts.hasOwnLook,
    home: facts.hasOwnHome,
    about: facts.hasOwnAbout,
    sizes: facts.hasOwnSizes,
    mail: facts.hasMailServer,
    tax: facts.isTaxOn,
    shipping: facts.hasOwnShipping,
    product: facts.hasOwnProduct,
    keys: facts.takesRealMoney,
    purchase: facts.hasSold,
  };
  const stateOf = (step: FirstRunStep): StepState =>
    isDone[step] ? "done" : memory.skipped.includes(step) ? "skipped" : "open";
  const steps = firstRunSteps.map((step) => ({ step, state: stateOf(step) }));
  const rehearsalsLeft = facts.takesRealMoney ? facts.rehearsals : 0;
  return {
    steps,
    missing: missing.length < Object.keys(business).length ? missing : [],
    isDismissed: memory.isDismissed,
    isOver: steps.every(({ state }) => state !== "open") && rehearsalsLeft === 0,
    samplesOnSale: facts.samplesOnSale,
    rehearsalsLeft,
  };
}

/** Whether the owner entered it: the sample's is as good as none. */
function isOwn(text: string, sample: string): boolean {
  return text.trim() !== "" && text !== sample;
}

/** The stored value, in any form: a list from another version of the shop may name other steps. */
export function parseFirstRunMemory(text: string | null): FirstRunMemory {
  try {
    const stored = JSON.parse(text ?? "{}") as { skipped?: unknown; isDismissed?: unknown };
    const skipped = Array.isArray(stored.skipped) ? stored.skipped : [];
    return {
      skipped: firstRunSteps.filter((step) => skipped.includes(step)),
      isDismissed: stored.isDismissed === true,
    };
  } catch {
    return { skipped: [], isDismissed: false };
  }
}

export function isFirstRunStep(value: unknown): value is FirstRunStep {
  return firstRunSteps.some((step) => step === value);
}
