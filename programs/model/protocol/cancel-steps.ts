import { releaseCheckoutStock } from "./functions.ts";
import { isPayable, isUnfinished, type Running, statusOf } from "./scene.ts";
import { takeRead } from "./settle-steps.ts";
import {
  call,
  end,
  enterCancel,
  enterClose,
  enterClosePage,
  enterObtain,
  finish,
  goTo,
  note,
  one,
  over,
  type Step,
  stillOpen,
} from "./step.ts";

const cancelNote: Step = {
  mirrors: ["cancelAndSettle", "noteCall", "nextPaymentRead"],
  run: ({ process }) =>
    one(`stores that it will cancel the ${process.intent} payment`, (scene) => {
      note(scene.checkout, scene.process.call);
      takeRead("cancel:send")(scene);
    }),
};

const cancelSend: Step = {
  mirrors: ["cancelAndSettle", "cancelIntent"],
  run: ({ checkout, process, rules }) => {
    const status = statusOf(checkout, process.intent);
    const name = `asks the provider to cancel the ${process.intent} payment (${status})`;
    if (isPayable(status))
      return call(name, {
        made: (scene) => {
          if (scene.process.intent !== "none") scene.checkout[scene.process.intent] = "canceled";
        },
        answered: answerCancel("canceled"),
        lost: stillOpen,
      });
    if (rules.bug === "cancel-means-canceled")
      return call(name, { answered: answerCancel("canceled"), lost: stillOpen });
    return call(`${name}, which is refused`, { answered: goTo("cancel:retrieve"), lost: stillOpen });
  },
};

const answerCancel =
  (answer: Running["process"]["answer"]) =>
  ({ process }: Running) => {
    Object.assign(process, { step: "settle:commit", answer, afterSettle: "cancel" });
  };

const cancelRetrieve: Step = {
  mirrors: ["cancelIntent"],
  run: ({ checkout, process }) => {
    const status = statusOf(checkout, process.intent);
    return call(`asks the provider how the payment stands instead (${status})`, {
      answered: answerCancel(status),
      lost: stillOpen,
    });
  },
};

const cancelFinish: Step = {
  mirrors: ["cancelAndSettle", "finishOperation"],
  run: () => one("marks the cancel as done", finishCancel),
};

function finishCancel(scene: Running) {
  const { checkout, process } = scene;
  over(checkout, process.call, "done");
  if (process.answer === "order") return finish(scene, "order");
  if (process.answer !== "canceled") return finish(scene, "open");
  if (process.afterCancel === "close") process.step = "close:again";
  else if (process.afterCancel === "page") finish(scene, "over");
  else process.step = "replace:check";
}

const closeFind: Step = {
  mirrors: ["expireHolds", "listExpired", "findExpired", "cancelOrder", "watchDeclines", "closeCheckout"],
  run: () => one("reads the checkout that is to be closed", (scene) => enterClose(scene)),
};

const closeAgain: Step = {
  mirrors: ["closeCheckout", "findCheckoutById"],
  run: () =>
    one("looks whether the checkout has moved to the page meanwhile", (scene) => {
      if (scene.checkout.hosted) enterClose(scene);
      else finish(scene, "over");
    }),
};

/** Only a mistake comes here. */
const closeRelease: Step = {
  mirrors: [],
  run: () =>
    one("releases the hold", (scene) => {
      releaseCheckoutStock(scene);
      enterCancel(scene, { intent: "first", call: "cancel", afterCancel: "close" });
    }),
};

const replaceCheck: Step = {
  mirrors: ["replaceFirstPayment", "findCheckoutById"],
  run: () =>
    one("looks whether the canceled payment was set aside for the page", (scene) => {
      const { checkout: c, process } = scene;
      if (c.replaced !== process.intent || !isUnfinished(c)) return finish(scene, "over");
      if (process.afterCancel === "replace-to-host") process.step = "page:create";
      else enterClosePage(scene);
    }),
};

const operationFind: Step = {
  mirrors: ["runDueOperations", "claim_operations", "runForCheckout"],
  run: ({ process }) =>
    one(`takes up the stored call "${process.call}"`, (scene) => {
      const { checkout: c, process: mine } = scene;
      if (!isUnfinished(c) || (mine.call === "create" && c.payment !== "none"))
        Object.assign(mine, { step: "operation:finish", answer: "order" });
      else if (mine.call === "create") enterObtain(scene, "operation");
      else if (mine.call === "session") Object.assign(mine, { step: "host:find", root: "session" });
      else enterClose(scene);
    }),
};

const operationFinish: Step = {
  mirrors: ["runForCheckout", "runSession", "finishOperation"],
  run: () =>
    one("marks the call as over", (scene) => {
      over(scene.checkout, scene.process.call, scene.process.answer === "order" ? "done" : "failed");
      end(scene);
    }),
};

export const cancelSteps = {
  "cancel:note": cancelNote,
  "cancel:send": cancelSend,
  "cancel:retrieve": cancelRetrieve,
  "cancel:finish": cancelFinish,
  "close:find": closeFind,
  "close:again": closeAgain,
  "close:release": closeRelease,
  "replace:check": replaceCheck,
  "operation:find": operationFind,
  "operation:finish": operationFinish,
};
