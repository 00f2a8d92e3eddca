import { holdCheckoutStock, releaseCheckoutStock } from "./functions.ts";
import { findIntent, makeIntent } from "./provider.ts";
import { isUnfinished, type Running } from "./scene.ts";
import {
  call,
  end,
  enterCancel,
  enterClose,
  enterObtain,
  enterSettle,
  finish,
  intentOf,
  one,
  type Step,
} from "./step.ts";

const startOpen: Step = {
  mirrors: ["openOrFind", "open_checkout", "hold_checkout_stock", "resumeCheckout", "resumeHosted"],
  run: ({ checkout: { state } }) =>
    state === "none"
      ? one("opens the checkout and holds its pieces, if there are enough", openNew)
      : one("finds the checkout of its key", resume),
};

function openNew(scene: Running) {
  if (!holdCheckoutStock(scene)) return end(scene);
  scene.checkout.state = "open";
  scene.checkout.create = scene.rules.bug === "create-done-before-sent" ? "done" : "todo";
  enterObtain(scene, "start");
}

function resume(scene: Running) {
  const { checkout: c, process } = scene;
  if (!isUnfinished(c)) return end(scene);
  if (c.hosted) {
    if (!c.pageStored) return end(scene);
    Object.assign(process, { step: "page:retrieve", answer: "none" });
  } else if (c.payment === "none") enterObtain(scene, "start");
  else enterSettle(scene, c.payment, "resume");
}

/** The branch of closeCheckout is taken by the row as it was found, before the mark. */
const supersedeFind: Step = {
  mirrors: ["supersede", "findCheckoutByOrder", "closeCheckout"],
  run: () =>
    one("finds the checkout that the new one replaces", (scene) => {
      const wasUnfinished = isUnfinished(scene.checkout);
      enterClose(scene);
      const { step } = scene.process;
      if (!wasUnfinished) return;
      if (
        step === "obtain:send" ||
        step === "cancel:note" ||
        step === "close-page:retrieve" ||
        step === "close-page:create"
      )
        Object.assign(scene.process, { step: "supersede:mark", next: step });
    }),
};

const supersedeMark: Step = {
  mirrors: ["markSuperseded"],
  run: () =>
    one("marks it as replaced", ({ checkout, process }) => {
      checkout.superseded = true;
      process.step = process.next;
      process.next = "nothing";
    }),
};

const obtainSend: Step = {
  mirrors: ["obtainIntent", "sendCreate", "sendOperation", "createIntent"],
  run: ({ checkout, rules }) => {
    const isForgotten = checkout.createKey === "forgotten";
    if (isForgotten)
      return one("finds that the key is too old to be sent", ({ process }) => {
        process.step = "obtain:find";
      });
    const refusedAgain = call("asks the provider for the payment, which it refuses for good", {
      made: forbidIntent,
      answered: refused,
      lost: withoutIntent,
    });
    if (checkout.createKey === "refused") return refusedAgain;
    const changes = call("asks the provider for the payment", {
      made: (scene) => {
        scene.process.intent = makeIntent(scene);
      },
      answered: ({ process }) => {
        process.step = "obtain:save";
      },
      lost: rules.bug === "lost-answer-is-refusal" ? refused : withoutIntent,
    });
    if (rules.features.lateRequests)
      changes.push({
        words: "asks the provider for the payment: no answer, the request is still under way",
        heals: false,
        apply: (scene) => {
          scene.checkout.lateCreate = true;
          withoutIntent(scene);
        },
      });
    const isAsked = checkout.first !== "none" || checkout.second !== "none" || checkout.lateCreate;
    if (rules.features.refusals && !isAsked)
      changes.push(...refusedAgain.map((change) => ({ ...change, heals: false })));
    return changes;
  },
};

/** What it refuses once it always refuses: that is a property of the call. */
function forbidIntent({ checkout }: Running) {
  checkout.createKey = "refused";
}

const refused = ({ process }: Running) => {
  process.step = "obtain:abandon";
};

function withoutIntent(scene: Running) {
  scene.process.intent = "none";
  if (scene.process.afterObtain === "start") end(scene);
  else finish(scene, "open");
}

const obtainFind: Step = {
  mirrors: ["sendCreate", "findOfCheckout", "listIntents"],
  run: () =>
    call("looks through the provider's list", {
      answered: ({ checkout, process }) => {
        const found = findIntent(checkout);
        if (found) Object.assign(process, { step: "obtain:save", intent: found });
        else process.step = process.afterObtain === "start" ? "obtain:renew" : "obtain:abandon";
        if (process.step === "obtain:abandon") process.answer = "over";
      },
      lost: withoutIntent,
    }),
};

const obtainRenew: Step = {
  mirrors: ["renewKey"],
  run: () =>
    one("stores a new key for the call, if nobody has ended it", (scene) => {
      const { checkout: c, process, rules } = scene;
      const isOver = c.create === "failed" && rules.bug !== "renewed-key-is-forgotten";
      if (isOver) return withoutIntent(scene);
      if (c.createKey === "forgotten") c.createKey = "renewed";
      process.step = "obtain:send";
    }),
};

const obtainSave: Step = {
  mirrors: ["saveIntent", "save_intent", "finishOperation"],
  run: () => one("stores the payment's id", saveIntent),
};

function saveIntent(scene: Running) {
  const { checkout: c, process, rules } = scene;
  const intent = intentOf(scene);
  const isOurs = c.payment === "none" || c.payment === intent;
  if (isOurs && (c.replaced === "none" || rules.bug === "late-id-comes-back")) {
    c.payment = intent;
    if (c.state === "open") c.state = "paying";
  }
  if (c.create === "todo") c.create = "done";
  if (process.afterObtain === "start") process.step = "start:answer";
  else if (process.afterObtain === "host") process.step = "host:again";
  else if (process.afterObtain === "operation") end(scene);
  else enterCancel(scene, { intent, call: "cancel", afterCancel: "close" });
}

const obtainAbandon: Step = {
  mirrors: ["abandonCheckout", "release_checkout_stock"],
  run: () =>
    one("ends the checkout, since there is no payment, and releases its hold", (scene) => {
      const { checkout: c, process, rules } = scene;
      // It found nothing under a key that was replaced meanwhile, or under which there is a payment now.
      const isRenewed = process.answer === "over" && c.createKey === "renewed";
      process.answer = "none";
      if ((isRenewed || c.create === "done") && rules.bug !== "renewed-key-is-forgotten")
        return withoutIntent(scene);
      if (c.create === "todo") c.create = "failed";
      releaseCheckoutStock(scene);
      if (isUnfinished(c)) c.state = "expired";
      process.intent = "none";
      if (process.afterObtain === "host") process.step = "host:again";
      else if (process.afterObtain === "close") finish(scene, "over");
      else end(scene);
    }),
};

const startAnswer: Step = {
  mirrors: ["startCheckout"],
  run: () => [
    { words: "gives the browser the payment's secret", heals: true, apply: giveSecret },
    { words: "answers, and the browser is gone", heals: true, apply: end },
  ],
};

function giveSecret(scene: Running) {
  if (intentOf(scene) === "second") scene.checkout.secondSecret = true;
  else scene.checkout.secret = true;
  end(scene);
}

export const startSteps = {
  "start:open": startOpen,
  "start:answer": startAnswer,
  "supersede:find": supersedeFind,
  "supersede:mark": supersedeMark,
  "obtain:send": obtainSend,
  "obtain:find": obtainFind,
  "obtain:renew": obtainRenew,
  "obtain:save": obtainSave,
  "obtain:abandon": obtainAbandon,
};
