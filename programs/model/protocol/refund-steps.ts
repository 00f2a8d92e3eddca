// Sending a refund, and bringing an order to what the provider says of its refunds. Disputes are not in the model.
import { applyPaymentFacts, isPaid } from "./functions.ts";
import type { Change, Running, Scene } from "./scene.ts";
import { rowOf } from "./scene.ts";
import { call, end, enterSettle, one, type Step } from "./step.ts";
import type { Refund } from "./world.ts";

const counts = (status: Refund["made"]) => status === "pending" || status === "succeeded";
const sum = (refunds: readonly Refund[]) => refunds.reduce((total, { pieces }) => total + pieces, 0);

/** What the provider would still pay back, in pieces. It counts refunds that are under way. */
export function leftAtProvider({ rules, shopper }: Scene): number {
  const made = shopper.refunds.filter((one) => counts(one.made));
  return rules.wanted - sum(made) - sum(made.filter((one) => one.again));
}

/** refundOrder: the decision, under the lock of the order. False: refused. */
export function decideRefund(scene: Scene, refund: Refund): boolean {
  const { rules, shopper, checkout } = scene;
  if (refund.row !== "none") return !refund.known && refund.row === "pending";
  const spoken = shopper.refunds.filter(({ row, known }) =>
    rules.bug === "refund-forgets-pending" ? known && row === "succeeded" : counts(row),
  );
  if (!isPaid(checkout) || rules.wanted - sum(spoken) < refund.pieces) return false;
  refund.row = "pending";
  refund.call = rules.bug === "refund-done-before-sent" ? "done" : "todo";
  return true;
}

const mine = ({ shopper, process }: Running) => rowOf(shopper.refunds, process.refund);
const listed = ["listed0", "listed1", "listed2"] as const;

const refundSend: Step = {
  mirrors: ["sendRefund", "sendOperation", "createRefund"],
  run: (now) => {
    const { made, pieces, refused } = mine(now);
    if (made !== "none") return repeat(now);
    if (refused || leftAtProvider(now) < pieces)
      return call("asks the provider for the refund, which refuses it", {
        made: (scene) => {
          mine(scene).refused = true;
        },
        answered: ({ process }) => {
          process.step = "refund:fail";
        },
        lost: end,
      });
    return (["succeeded", "pending"] as const).flatMap((status) =>
      call(`asks the provider for the refund, which is ${status}`, {
        made: (scene) => {
          mine(scene).made = status;
        },
        answered: hear(status),
        lost: end,
      }),
    );
  },
};

const hear =
  (status: Refund["made"]) =>
  ({ process }: Running) => {
    process[listed[process.refund]] = status;
    process.step = "refund:apply";
  };

/** The same key again: the provider repeats its first answer, which may be older than what is true now. */
function repeat(now: Running): Change<Running>[] {
  const { made } = mine(now);
  if (now.rules.bug === "refund-without-key" && leftAtProvider(now) >= mine(now).pieces)
    return call("asks the provider for the refund again, without its key", {
      made: (scene) => {
        mine(scene).again = true;
      },
      answered: hear("succeeded"),
      lost: end,
    });
  const first = (["succeeded", "pending"] as const).filter(
    (status) => status !== "succeeded" || made !== "pending",
  );
  return first.flatMap((status) =>
    call(`asks the provider for the refund again, which answers as at first (${status})`, {
      answered: hear(status),
      lost: end,
    }),
  );
}

const refundApply: Step = {
  mirrors: [
    "applyFacts",
    "apply_payment_facts",
    "merge_refunds",
    "restock_order",
    "refund_stage",
    "match_order_to_money",
  ],
  run: () => one("brings the order to the refund", apply),
};

function apply(scene: Running): void {
  const { process } = scene;
  applyPaymentFacts(
    scene,
    listed.map((name) => process[name]),
  );
  end(scene);
}

const refundFail: Step = {
  mirrors: ["failRefund", "fail_refund", "flag_order", "finishOperation"],
  run: () =>
    one("marks the refund as refused", (scene) => {
      const refund = mine(scene);
      if (!refund.known && refund.row === "pending") refund.row = "failed";
      if (refund.call === "todo") refund.call = "failed";
      scene.checkout.refundFlag = true;
      // The money may have gone back elsewhere.
      if (scene.checkout.payment === "none") end(scene);
      else enterSettle(scene, scene.checkout.payment, "facts");
    }),
};

const factsList: Step = {
  mirrors: ["applyPaymentFacts", "listRefunds"],
  run: () =>
    call("asks the provider for all refunds of the payment", {
      answered: ({ process, shopper }) => {
        shopper.refunds.forEach(({ made }, index) => {
          const name = listed[index];
          if (name) process[name] = made;
        });
        process.step = "facts:apply";
      },
      lost: end,
    }),
};

const factsApply: Step = {
  mirrors: [
    "applyPaymentFacts",
    "applyFacts",
    "apply_payment_facts",
    "merge_refunds",
    "match_order_to_money",
  ],
  run: () => one("brings the order to its refunds", apply),
};

export const refundSteps = {
  "refund:send": refundSend,
  "refund:apply": refundApply,
  "refund:fail": refundFail,
  "facts:list": factsList,
  "facts:apply": factsApply,
};
