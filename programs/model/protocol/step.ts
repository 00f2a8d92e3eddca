// The form of a step, and how a process goes on from one procedure to the next.
import { type Change, isUnfinished, type Running } from "./scene.ts";
import { blankProcess, type Checkout, type Process, type Slot } from "./world.ts";

/** One transaction or one call to the provider. `mirrors`: the functions that it stands for, in src or db/functions. */
export type Step = { mirrors: readonly string[]; run: (now: Running) => Change<Running>[] };

export const one = (words: string, apply: (scene: Running) => void): Change<Running>[] => [
  { words, heals: true, apply },
];

/**
 * A call to the provider: it is made and answered, it never arrives, or it is made and its answer gets lost. `lost`:
 * how the caller goes on without an answer.
 */
export function call(
  name: string,
  {
    answered,
    made,
    lost,
  }: Record<"answered" | "lost", (scene: Running) => void> & {
    made?: (scene: Running) => void;
  },
): Change<Running>[] {
  const changes: Change<Running>[] = [
    { words: `${name}: answered`, heals: true, apply: both(made, answered) },
    { words: `${name}: no answer, nothing was done`, heals: false, apply: lost },
  ];
  if (made)
    changes.push({
      words: `${name}: done, the answer is lost`,
      heals: false,
      apply: both(made, lost),
    });
  return changes;
}

const both =
  (made: ((scene: Running) => void) | undefined, then: (scene: Running) => void) => (scene: Running) => {
    made?.(scene);
    then(scene);
  };

export function end({ process }: Running) {
  Object.assign(process, blankProcess);
}

/** How a closing or hosting went: over (ok), order, or nothing decided. */
export type Result = "over" | "order" | "open" | "url";

/** The procedure that the process was started for is done; what its caller does with the result. */
export function finish(scene: Running, result: Result) {
  const { process } = scene;
  const { root, at } = process;
  if (root === "supersede" && result === "over") {
    end(scene);
    Object.assign(process, { step: "start:open", at: 1 });
  } else if (root === "session" && result !== "open") {
    end(scene);
    const answer = result === "url" ? "order" : "over";
    Object.assign(process, { step: "operation:finish", root: "session", at, call: "session", answer });
  } else end(scene);
}

export function enterSettle({ process }: Running, intent: Slot, afterSettle: Process["afterSettle"]) {
  Object.assign(process, { step: "settle:read", intent, afterSettle });
}

export function enterCancel(
  { process }: Running,
  ask: Pick<Process, "call" | "afterCancel"> & { intent: Slot },
) {
  Object.assign(process, { step: "cancel:note", ...ask });
}

export function enterObtain({ process }: Running, afterObtain: Process["afterObtain"]) {
  Object.assign(process, { step: "obtain:send", afterObtain });
}

/** closeCheckout, with the row as it was just read. */
export function enterClose(scene: Running, row: Checkout = scene.checkout) {
  if (row.state === "completed") return finish(scene, "order");
  if (!isUnfinished(row)) return finish(scene, "over");
  if (row.hosted) return enterCloseHosted(scene, row);
  if (row.payment === "none") return enterObtain(scene, "close");
  if (scene.rules.bug === "release-before-cancel") {
    Object.assign(scene.process, { step: "close:release", intent: row.payment });
    return;
  }
  enterCancel(scene, { intent: row.payment, call: "cancel", afterCancel: "close" });
}

export function enterCloseHosted(scene: Running, row: Checkout) {
  scene.process.sawPage = row.pageStored;
  if (row.replaced !== "none") return enterClosePage(scene);
  if (row.payment === "none") return finish(scene, "open");
  enterCancel(scene, { intent: row.payment, call: "cancel", afterCancel: "replace-to-close" });
}

export function enterClosePage({ process, rules }: Running) {
  if (rules.bug === "page-not-closed") process.step = "close-page:end";
  else if (process.sawPage) process.step = "close-page:retrieve";
  else process.step = rules.bug === "page-not-looked-for" ? "close-page:end" : "close-page:create";
}

export const intentOf = ({ process }: Running): Slot =>
  process.intent === "none" ? "first" : process.intent;

export const stillOpen = (scene: Running) => finish(scene, "open");
const _goTo =
  (step: Running["process"]["step"]) =>
  ({ process }: Running) => {
    process.step = step;
  };

export function note(c: Checkout, name: Running["process"]["call"]) {
  if (c[name] === "none") c[name] = "todo";
}

export function over(c: Checkout, name: Running["process"]["call"], state: "done" | "failed") {
  if (c[name] === "todo") c[name] = state;
}

export const goTo =
  (step: Process["step"]) =>
  ({ process }: Running) => {
    process.step = step;
  };
