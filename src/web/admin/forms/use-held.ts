// A page is loaded again whenever one of its forms was answered. What another one was drawn from must not change behind what
// is typed in it: the server would take it for what the owner has seen.
import { type SyntheticEvent, useState } from "react";

export type Held<Seen> = {
  seen: Seen;
  /** Grows when the form starts again. */
  round: number;
  /** "sent": what was typed waits for its answer, or was refused. */
  typed: "nothing" | "sent" | "something";
  formKey: string | number;
  answer: object | undefined;
};

/** The page as it is now. */
export type Loaded<Seen> = Pick<Held<Seen>, "seen" | "formKey" | "answer"> & {
  /** The form was sent, and its answer or the page that is loaded after it has not come. */
  isPending: boolean;
  /** The answer leaves what was typed in the form. */
  isKept: boolean;
  /** The answer says that what was seen is old. */
  isOld: boolean;
};

/**
 * A form takes what is loaded while nothing is typed in it, and when its answer has said that what it knows is old. It starts
 * again with another `formKey`, but never over what is typed.
 */
export function heldNow<Seen>(
  held: Held<Seen>,
  { isPending, isKept, isOld, ...loaded }: Loaded<Seen>,
): Held<Seen> {
  if (isPending) return held;
  const { seen, formKey, answer } = loaded;
  const isAnswered = answer !== held.answer;
  const isDone = isAnswered && answer !== undefined && !isKept && held.typed === "sent";
  const typed = isDone ? "nothing" : held.typed;
  if (typed === "nothing") {
    if (!isAnswered && seen === held.seen && formKey === held.formKey) return held;
    return { ...loaded, typed, round: formKey === held.formKey ? held.round : held.round + 1 };
  }
  if (!isAnswered) return held;
  return { ...held, answer, seen: isOld ? seen : held.seen };
}

/**
 * What a form says that its owner has seen, the key to draw its fields with, and what it must hear. `fromStart`: it is held
 * even while nothing is typed.
 */
export function useHeld<Seen>(loaded: Loaded<Seen>, { fromStart = false } = {}) {
  const { seen, formKey, answer, isKept } = loaded;
  const [held, setHeld] = useState<Held<Seen>>(() => ({
    ...{ seen, formKey, answer, round: 0 },
    typed: fromStart || isKept ? "something" : "nothing",
  }));
  const now = heldNow(held, loaded);
  if (now !== held) setHeld(now);
  const tell = (typed: Held<Seen>["typed"]) => setHeld((before) => ({ ...before, typed }));
  return {
    seen: now.seen,
    round: now.round,
    listeners: {
      onChange: () => tell("something"),
      // Some fields are buttons, which count up and down.
      onClick: ({ target }: SyntheticEvent) => {
        if ((target as Element).closest('button[type="button"]')) tell("something");
      },
      onSubmit: () => tell("sent"),
    },
  };
}
