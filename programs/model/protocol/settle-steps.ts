// Settling a payment: take a number, ask the provider, write down what it says.
import { small } from "../fields.ts";
import { isPaid, settlePayment } from "./functions.ts";
import { type Running, statusOf } from "./scene.ts";
import { call, end, finish, intentOf, one, type Step } from "./step.ts";

const settleRead: Step = {
  mirrors: ["lookAtPayment", "receive_event", "findAskedCheckout"],
  run: () => one("takes the number of its read", takeRead("settle:retrieve")),
};

export function takeRead(step: "settle:retrieve" | "cancel:send") {
  return ({ checkout, process, shopper }: Running): void => {
    const reads = shopper.processes.filter(({ at }) => at === process.at).map(({ read }) => read);
    process.read = small[Math.max(checkout.read, ...reads) + 1] ?? 7;
    process.step = step;
  };
}

const settleRetrieve: Step = {
  mirrors: ["settlePayment", "retrieveIntent"],
  run: ({ process, checkout }) =>
    call(
      `asks the provider how the ${process.intent} payment stands (${statusOf(checkout, process.intent)})`,
      {
        answered: (scene) => {
          scene.process.answer = statusOf(scene.checkout, scene.process.intent);
          scene.process.step = "settle:commit";
        },
        lost: (scene) => finish(scene, "open"),
      },
    ),
};

const settleCommit: Step = {
  mirrors: [
    "settleIntent",
    "settle_payment",
    "adopt_payment",
    "note_intent_status",
    "bring_order_to_payment",
    "set_aside_first_payment",
    "give_up_payment_page",
    "settle_order",
    "create_order_with_items",
    "take_order_stock",
    "take_stock",
    "move_order",
    "check_order_transition",
    "release_checkout_stock",
    "flag_order",
  ],
  run: ({ process }) => one(`settles that the ${process.intent} payment is ${process.answer}`, commit),
};

function commit(scene: Running) {
  const { process, checkout, rules } = scene;
  const { answer } = process;
  if (answer === "none" || answer === "order" || answer === "over") return end(scene);
  const settled = settlePayment(scene, { id: intentOf(scene), status: answer, read: process.read });
  process.read = 0;
  const isStray = settled.outcome === "other_intent";
  const mayRelease = isStray && rules.bug === "cancel-means-canceled";
  if (isStray && answer === "succeeded" && !mayRelease) {
    process.step = "settle:alert";
    return;
  }
  const isOrder = settled.outcome === "order";
  // What the caller is told: canceled, an order, or nothing that decides.
  process.answer = isStray
    ? "none"
    : settled.intentStatus === "canceled"
      ? "canceled"
      : isOrder
        ? "order"
        : "none";
  afterSettle(scene, { ok: !isStray, isTaken: isPaid(checkout) || checkout.order === "processing" });
}

const settleAlert: Step = {
  mirrors: ["recordStrayPayment"],
  run: () =>
    one("records a payment without a place for the owner", (scene) => {
      scene.checkout.stray = scene.process.intent;
      scene.process.answer = "none";
      afterSettle(scene, { ok: false, isTaken: false });
    }),
};

function afterSettle(scene: Running, { ok, isTaken }: { ok: boolean; isTaken: boolean }) {
  const { process } = scene;
  const isCanceled = process.answer === "canceled";
  switch (process.afterSettle) {
    case "cancel":
      process.step = "cancel:finish";
      return;
    case "resume":
      if (!ok || isTaken || isCanceled) return end(scene);
      process.step = "resume:retrieve";
      return;
    case "url":
      if (ok && isTaken) return finish(scene, "over");
      process.step = "page:answer";
      return;
    case "facts":
      if (!ok || scene.checkout.order === "none") return finish(scene, "over");
      process.step = "facts:list";
      return;
    default:
      finish(scene, "over");
  }
}

const resumeRetrieve: Step = {
  mirrors: ["resumeCheckout", "retrieveIntent"],
  run: () =>
    call("asks the provider for the payment's secret", {
      answered: ({ process }) => {
        process.step = "start:answer";
      },
      lost: end,
    }),
};

export const settleSteps = {
  "settle:read": settleRead,
  "settle:retrieve": settleRetrieve,
  "settle:commit": settleCommit,
  "settle:alert": settleAlert,
  "resume:retrieve": resumeRetrieve,
};
