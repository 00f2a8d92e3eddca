import { endHostedCheckout } from "./functions.ts";
import { expirePage, makePage } from "./provider.ts";
import { type Change, isPayable, isUnfinished, type Running } from "./scene.ts";
import {
  call,
  end,
  enterCancel,
  enterCloseHosted,
  enterObtain,
  enterSettle,
  finish,
  goTo,
  note,
  one,
  over,
  type Step,
  stillOpen,
} from "./step.ts";
import type { Checkout } from "./world.ts";

const isOpen = (c: Checkout) => isUnfinished(c) && c.hold;

const hostFind: Step = {
  mirrors: ["hostCheckout", "findCheckoutByOrder"],
  run: () =>
    one("reads the checkout that is to move to the page", (scene) => {
      const { checkout: c } = scene;
      if (c.payment === "none" && !c.hosted && isOpen(c)) enterObtain(scene, "host");
      else decideHosting(scene);
    }),
};

const hostAgain: Step = {
  mirrors: ["hostCheckout", "findCheckoutByOrder"],
  run: () => one("reads the checkout again", decideHosting),
};

function decideHosting(scene: Running) {
  const { checkout: c, process } = scene;
  if (!isOpen(c)) return finish(scene, "over");
  if (c.hosted) enterPage(scene);
  else process.step = "host:write";
}

function enterPage(scene: Running) {
  const { checkout: c, process, rules } = scene;
  if (c.pageStored) Object.assign(process, { step: "page:retrieve", answer: "order" });
  else if (c.replaced !== "none" || rules.bug === "page-before-cancel") {
    Object.assign(process, { step: "page:create", intent: "first" });
  } else if (c.payment === "none") finish(scene, "open");
  else enterCancel(scene, { intent: c.payment, call: "cancel", afterCancel: "replace-to-host" });
}

const hostWrite: Step = {
  mirrors: ["beginHosting", "noteCall", "loadHostedContent"],
  run: () =>
    one("stores that the checkout moves to the page", ({ checkout: c, process }) => {
      process.step = "host:reread";
      if (c.hosted || !isOpen(c) || c.superseded || c.payment === "none" || c.order !== "none") return;
      c.hosted = true;
      note(c, "session");
    }),
};

const hostReread: Step = {
  mirrors: ["hostCheckout", "findCheckoutByOrder"],
  run: () =>
    one("reads whether it moved", (scene) => {
      const { checkout: c } = scene;
      if (c.state === "completed" || !c.hosted) finish(scene, "over");
      else enterPage(scene);
    }),
};

/** The page by its stored key. Past its end the provider makes no new one. */
function askForPage(
  { checkout, rules }: Running,
  { found, refused }: { found: (scene: Running) => void; refused: (scene: Running) => void },
): Change<Running>[] {
  const isNew = checkout.pageStatus === "none";
  if ((isNew && checkout.pastPage) || checkout.pageStatus === "refused")
    return call("asks for the page, which the provider will not make", {
      answered: refused,
      lost: stillOpen,
    });
  const changes = call("asks the provider for the page", {
    made: makePage,
    answered: found,
    lost: stillOpen,
  });
  if (isNew && rules.features.refusals && !checkout.lateSession) {
    const forbid = ({ checkout: c }: Running) => {
      c.pageStatus = "refused";
    };
    const asked = call("asks the provider for the page, which it refuses for good", {
      made: forbid,
      answered: refused,
      lost: stillOpen,
    });
    changes.push(...asked.map((change) => ({ ...change, heals: false })));
  }
  if (isNew && rules.features.lateRequests)
    changes.push({
      words: "asks the provider for the page: no answer, the request is still under way",
      heals: false,
      apply: (scene) => {
        scene.checkout.lateSession = true;
        stillOpen(scene);
      },
    });
  return changes;
}

const pageCreate: Step = {
  mirrors: ["openPage", "obtainPage", "createSession"],
  run: (now) =>
    askForPage(now, {
      found: goTo("page:save"),
      // The row in hand is older than the move.
      refused: (scene) => enterCloseHosted(scene, { ...scene.checkout, pageStored: false }),
    }),
};

const pageSave: Step = {
  mirrors: ["saveSession"],
  run: () =>
    one("stores the page", (scene) => {
      const { checkout: c, process, rules } = scene;
      const isReplaced = c.replaced !== "none" || rules.bug === "page-before-cancel";
      if (!isUnfinished(c) || c.superseded || !isReplaced) return finish(scene, "over");
      c.pageStored = true;
      process.step = "page:finish";
    }),
};

const pageFinish: Step = {
  mirrors: ["openPage", "finishOperation"],
  run: () =>
    one("marks the page as made", ({ checkout, process }) => {
      over(checkout, "session", "done");
      Object.assign(process, { step: "page:retrieve", answer: "order" });
    }),
};

/** `answer` order: the URL is given out afterward (knownPage); none: it only looks (resumeHosted, verifyHosted). */
const pageRetrieve: Step = {
  mirrors: ["settlePage", "knownPage", "retrieveSession"],
  run: ({ checkout: { pageStatus } }) =>
    call(`asks the provider for the stored page (${pageStatus})`, {
      answered: (scene) => {
        const { checkout: c, process } = scene;
        const givesUrl = process.answer === "order" && c.pageStatus === "open";
        if (c.page !== "none") enterSettle(scene, "page", givesUrl ? "url" : "end");
        else if (givesUrl) process.step = "page:answer";
        else finish(scene, "over");
      },
      lost: stillOpen,
    }),
};

const pageAnswer: Step = {
  mirrors: ["knownPage", "startHostedCheckout"],
  run: ({ process }) => {
    if (process.root === "session") return one("knows the page", (scene) => finish(scene, "url"));
    const giveUrl = (scene: Running) => {
      scene.checkout.url = true;
      end(scene);
    };
    return [
      { words: "sends the browser to the page", heals: true, apply: giveUrl },
      { words: "answers, and the browser is gone", heals: true, apply: end },
    ];
  },
};

const closePageCreate: Step = {
  mirrors: ["findPage", "loadSessionParams", "obtainPage", "createSession"],
  run: (now) =>
    now.checkout.pastPage
      ? one(
          "finds that the page would be over by now, and reads whether it was stored meanwhile",
          (scene) => {
            const isStored = scene.checkout.pageStored && scene.rules.bug !== "page-stored-meanwhile";
            scene.process.step = isStored ? "close-page:retrieve" : "close-page:none";
          },
        )
      : askForPage(now, { found: goTo("close-page:found"), refused: goTo("close-page:none") }),
};

const closePageFound: Step = {
  mirrors: ["findPage", "finishOperation"],
  run: () =>
    one("marks the page as made", ({ checkout, process }) => {
      over(checkout, "session", "done");
      process.step = "close-page:retrieve";
    }),
};

const closePageNone: Step = {
  mirrors: ["findPage", "finishOperation"],
  run: () =>
    one("marks the page as never made", ({ checkout, process }) => {
      over(checkout, "session", "failed");
      process.step = "close-page:end";
    }),
};

const pageNow = (scene: Running) => {
  const { checkout: c, process } = scene;
  process.intent = c.page === "none" ? "none" : "page";
  if (
    c.pageStatus === "none" ||
    c.pageStatus === "refused" ||
    (c.pageStatus === "complete" && c.page === "none")
  )
    return stillOpen(scene);
  process.step = c.pageStatus === "open" ? "close-page:note" : "close-page:closed";
};

const closePageRetrieve: Step = {
  mirrors: ["closePage", "findPage", "retrieveSession"],
  run: ({ checkout }) =>
    call(`asks the provider for the page (${checkout.pageStatus})`, { answered: pageNow, lost: stillOpen }),
};

const closePageNote: Step = {
  mirrors: ["closePage", "noteCall"],
  run: () =>
    one("stores that it will close the page", ({ checkout, process }) => {
      note(checkout, "expire-session");
      process.step = "close-page:expire";
    }),
};

const closePageExpire: Step = {
  mirrors: ["closePage", "expireSession"],
  run: ({ checkout }) => {
    if (checkout.pageStatus !== "open")
      return call("asks the provider to close the page, which is over", {
        answered: goTo("close-page:retrieve-again"),
        lost: stillOpen,
      });
    const expire = (cancels: boolean, how: string) =>
      call(`asks the provider to close the page${how}`, {
        made: (scene) => expirePage(scene.checkout, cancels),
        answered: pageNow,
        lost: stillOpen,
      });
    return isPayable(checkout.page)
      ? [...expire(true, ", which cancels its payment"), ...expire(false, ", which leaves its payment")]
      : expire(true, "");
  },
};

const closePageAgain: Step = {
  mirrors: ["expireSession"],
  run: () => call("asks the provider for the page again", { answered: pageNow, lost: stillOpen }),
};

const closePageClosed: Step = {
  mirrors: ["closePage", "closeHosted", "finishOperation"],
  run: () =>
    one("marks the page as closed", (scene) => {
      over(scene.checkout, "expire-session", "done");
      if (scene.process.intent === "none") scene.process.step = "close-page:end";
      else enterCancel(scene, { intent: "page", call: "cancel-session", afterCancel: "page" });
    }),
};

const closePageEnd: Step = {
  mirrors: ["closeHosted", "end_hosted_checkout", "release_checkout_stock"],
  run: () =>
    one("ends the checkout that was never paid on its page", (scene) =>
      finish(scene, endHostedCheckout(scene) ? "over" : "open"),
    ),
};

export const pageSteps = {
  "host:find": hostFind,
  "host:again": hostAgain,
  "host:write": hostWrite,
  "host:reread": hostReread,
  "page:create": pageCreate,
  "page:save": pageSave,
  "page:finish": pageFinish,
  "page:retrieve": pageRetrieve,
  "page:answer": pageAnswer,
  "close-page:create": closePageCreate,
  "close-page:found": closePageFound,
  "close-page:none": closePageNone,
  "close-page:retrieve": closePageRetrieve,
  "close-page:note": closePageNote,
  "close-page:expire": closePageExpire,
  "close-page:retrieve-again": closePageAgain,
  "close-page:closed": closePageClosed,
  "close-page:end": closePageEnd,
};
