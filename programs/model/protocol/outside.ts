// Everything that happens outside of a running process: the shopper and the bank act, time passes, requests arrive late,
// and new processes begin. An event needs no step of its own: it makes the shop ask the provider, at any time after the
// payment exists, any number of times or never; so do the confirmation page and the reconciler.
import { isPaid } from "./functions.ts";
import { expirePage, makeIntent, makePage, notePage } from "./provider.ts";
import { decideRefund, leftAtProvider } from "./refund-steps.ts";
import { type Change, isPayable, isUnfinished, rowOf, type Scene } from "./scene.ts";
import { stepOf } from "./steps.ts";
import { blankProcess, type Checkout, type IntentStatus, type Process, type Slot, slots } from "./world.ts";

type Happening = Change<Scene>;
const happens = (words: string, apply: (scene: Scene) => void): Happening => ({ words, heals: false, apply });
const heals = (words: string, apply: (scene: Scene) => void): Happening => ({ words, heals: true, apply });

/** Where the first payment or the page's can be paid now, somebody who was given it may do so: an old tab counts. */
function mayPay({ checkout: c, slot }: { checkout: Checkout; slot: Slot }): boolean {
  if (slot === "first") return c.secret;
  if (slot === "second") return c.secondSecret;
  return c.url && (c.pageStatus === "open" || c.page === "requires_action");
}

function becomes(slot: Slot, status: IntentStatus) {
  return ({ checkout }: Scene): void => {
    checkout[slot] = status;
    if (slot === "page") notePage(checkout);
  };
}

/** The shopper pays, or answers the bank, or the bank decides. */
export function payments({ checkout, rules }: Scene): Happening[] {
  const { bank } = rules.features;
  return slots.flatMap((slot) => {
    const status = checkout[slot];
    const found: Happening[] = [];
    const say = (words: string, to: IntentStatus, make = happens) =>
      found.push(make(`${words} the ${slot} payment`, becomes(slot, to)));
    const isStart = status === "requires_payment_method" || (slot === "page" && status === "none");
    if (isStart && mayPay({ checkout, slot })) {
      say("the shopper pays", "succeeded");
      if (slot === "page" && status === "none")
        say("the bank refuses the card of", "requires_payment_method");
      if (bank) say("the bank asks the cardholder about", "requires_action");
      if (bank) say("the bank takes its time over", "processing");
    }
    if (status === "requires_action" && mayPay({ checkout, slot })) {
      say("the cardholder says yes to", "succeeded");
      say("the cardholder says no to", "requires_payment_method");
    }
    if (status === "processing") {
      say("the bank accepts", "succeeded", heals);
      say("the bank refuses", "requires_payment_method", heals);
    }
    return found;
  });
}

/** Time passes, and requests arrive that nobody waits for anymore. */
export function delays({ checkout: c, rules }: Scene): Happening[] {
  const found: Happening[] = [];
  const { keysForgotten, page } = rules.features;
  if (keysForgotten && c.state !== "none" && c.createKey === "remembered" && !c.lateCreate)
    found.push(
      happens("a day passes, and the provider forgets the key", ({ checkout }) => {
        checkout.createKey = "forgotten";
      }),
    );
  if (page && c.hosted && !c.pastPage && !c.lateSession)
    found.push(
      happens("the page's time is over", ({ checkout }) => {
        checkout.pastPage = true;
        expirePage(checkout, true);
      }),
    );
  if (c.lateCreate)
    found.push(
      heals("the late request for the payment arrives", (scene) => {
        scene.checkout.lateCreate = false;
        makeIntent(scene);
      }),
      heals("the late request for the payment is lost", ({ checkout }) => {
        checkout.lateCreate = false;
      }),
    );
  if (c.lateSession)
    found.push(
      heals("the late request for the page arrives", (scene) => {
        scene.checkout.lateSession = false;
        makePage(scene);
      }),
      heals("the late request for the page is lost", ({ checkout }) => {
        checkout.lateSession = false;
      }),
    );
  return found;
}

/** Shoppers outside the model: any number of them, on the same shelf. */
export function others({ world, rules }: Scene): Happening[] {
  if (!rules.features.others) return [];
  const found: Happening[] = [];
  if (world.onHand - world.held > 0)
    found.push(
      happens("somebody else takes a free piece", (scene) => {
        scene.world.onHand -= 1;
        scene.world.elsewhere += 1;
      }),
    );
  if (world.elsewhere > 0)
    found.push(
      happens("somebody else gives a piece back", (scene) => {
        scene.world.onHand += 1;
        scene.world.elsewhere -= 1;
      }),
    );
  return found;
}

/** A process begins: `by` is its first step. */
function begins(make: typeof heals, words: string, at: Process["at"], fields: Beginning): Happening {
  return { ...make(words, begin(at, fields)), by: fields.step };
}

type Beginning = Partial<Process> & Pick<Process, "step">;

/** A process begins with its first step, unless that one can end in several ways. */
function begin(at: Process["at"], fields: Partial<Process>) {
  return (scene: Scene): void => {
    const process: Process = { ...blankProcess, at, ...fields };
    scene.shopper.processes.push(process);
    const running = { ...scene, process };
    const [first, another] = stepOf(process.step).run(running);
    if (first && !another) first.apply(running);
  };
}

/** Whether the reconciler would settle it (listUnsettled). */
export function isUnsettled(c: Checkout, slot: Slot): boolean {
  const status = c[slot];
  if (status === "none") return false;
  if (c.replaced === slot) return status === "succeeded" && c.stray !== slot;
  return c.said !== status || (status === "succeeded" && (c.state !== "completed" || c.payment !== slot));
}

/** Nothing that a settle could still change, whatever else happens. */
function isDone(c: Checkout, slot: Slot): boolean {
  const isFinal = c[slot] === "succeeded" || c[slot] === "canceled";
  return c[slot] === "none" || (isFinal && !isUnfinished(c) && !isUnsettled(c, slot));
}

const callNames = ["create", "cancel", "session", "expire-session", "cancel-session"] as const;

/** Requests of the shopper's browser and the shop's own tasks. */
export function beginnings({ checkout: c, rules, shopper }: Scene, at: Process["at"]): Happening[] {
  const found: Happening[] = [];
  const isFirst = at === 0;
  if (isFirst && (c.state === "none" || isUnfinished(c)))
    found.push(begins(happens, "the browser asks to start the checkout", at, { step: "start:open" }));
  if (isFirst && shopper.checkouts.length > 1 && c.state !== "none")
    found.push(
      begins(happens, "the browser starts over with another cart", at, {
        step: "supersede:find",
        root: "supersede",
      }),
    );
  if (!isFirst && isUnfinished(c))
    found.push(begins(happens, "the browser asks for the second checkout again", at, { step: "start:open" }));
  if (rules.features.page && isUnfinished(c))
    found.push(begins(happens, "the browser asks for the provider's page", at, { step: "host:find" }));
  if (isUnfinished(c) && rules.bug !== "no-sweep")
    found.push(
      begins(heals, "the expiry sweep, the owner or too many declines close the checkout", at, {
        step: "close:find",
        root: "worker",
      }),
    );
  for (const name of callNames)
    if (c[name] === "todo")
      found.push(
        begins(heals, `the worker claims "${name}"`, at, {
          step: "operation:find",
          root: "worker",
          call: name,
        }),
      );
  return [...found, ...settles({ checkout: c, rules }, at)];
}

function settles({ checkout: c, rules }: Pick<Scene, "checkout" | "rules">, at: Process["at"]): Happening[] {
  return slots.flatMap((slot) => {
    if (isDone(c, slot)) return [];
    const make = isUnsettled(c, slot) ? heals : happens;
    const fields = { step: "settle:read", root: "worker", intent: slot } as const;
    const found = [
      begins(
        make,
        `an event, the reconciler or the confirmation page asks about the ${slot} payment`,
        at,
        fields,
      ),
    ];
    if (rules.bug === "trust-the-event" && isPayable(c[slot])) {
      const event = { ...fields, step: "settle:commit", answer: "succeeded", read: 1 } as const;
      found.push(begins(happens, `an event says that the ${slot} payment succeeded`, at, event));
    }
    return found;
  });
}

/** The owner's refunds, those made at the provider, and the bank's answers to them. */
export function refunds(now: Scene): Happening[] {
  const { shopper, checkout } = now;
  if (shopper.refunds.length === 0 || !isPaid(checkout) || checkout.payment === "none") return [];
  const { payment } = checkout;
  const isBehind = shopper.refunds.some(
    ({ made, row, known }) => made !== "none" && (!known || made !== row),
  );
  const ask = { step: "settle:read", root: "worker", intent: payment, afterSettle: "facts" } as const;
  const found = [
    begins(isBehind ? heals : happens, "an event, the reconciler or Sync asks about refunds", 0, ask),
  ];
  shopper.refunds.forEach(({ made, call, row }, index) => {
    const refund = index === 0 ? 0 : index === 1 ? 1 : 2;
    const send = { step: "refund:send", root: "worker", refund } as const;
    if (index < 2 && (row === "none" || (row === "pending" && made === "none")))
      found.push(
        happens(`the owner presses Refund ${index + 1}`, (scene) => {
          if (decideRefund(scene, rowOf(scene.shopper.refunds, index)))
            begin(0, { ...send, root: "web" })(scene);
        }),
      );
    if (call === "todo") found.push(begins(heals, `the worker claims refund ${index + 1}`, 0, send));
    if (index === 2 && made === "none" && leftAtProvider(now) >= 1)
      for (const status of ["pending", "succeeded"] as const)
        found.push(happens("somebody refunds a piece at the provider", becomesRefund(index, status)));
    if (made === "pending") {
      found.push(heals(`the bank takes refund ${index + 1}`, becomesRefund(index, "succeeded")));
      found.push(heals(`the bank returns refund ${index + 1}`, becomesRefund(index, "failed")));
    }
    if (made === "succeeded")
      found.push(happens(`the bank returns refund ${index + 1} days later`, becomesRefund(index, "failed")));
  });
  return found;
}

function becomesRefund(index: number, status: "pending" | "succeeded" | "failed") {
  return ({ shopper }: Scene): void => {
    rowOf(shopper.refunds, index).made = status;
  };
}
