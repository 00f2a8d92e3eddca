// What a buyer says of what was bought: stars, how it fits, and words, with the same rules in the browser and on the
// server. The size is that of the order, so it isn't entered.
import { collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { fieldsOf } from "../text/fields-of.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";

export const fits = {
  small: "Runs small",
  true: "True to size",
  large: "Runs large",
} as const;
export type Fit = keyof typeof fits;

export const STARS_MAX = 5;
export const REVIEW_TEXT_MAX = 2_000;
export const REVIEW_NAME_MAX = 60;
/** How long after they were asked customers may write, and change what they wrote. */
export const REVIEW_DAYS = 90;

/** `fit` is null for what has no sizes, or when nothing was said of it. */
export type Review = { stars: number; fit: Fit | null; text: string; name: string };
export type ReviewErrors = FieldErrors<keyof Review>;
/** A review as a form sends it. */
export type ReviewFields = { stars: string; fit: string; text: string; name: string };

/** pending: waits for the owner's look. */
export const reviewStates = ["pending", "shown", "hidden"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Unknown input → a review that can be stored, or an error per wrong field. */
export function parseReview(input: unknown, { asksFit }: { asksFit: boolean }): FieldParse<Review> {
  const source = fieldsOf(input);
  const sent = typeof source.stars === "string" && /^[1-5]$/.test(source.stars) ? Number(source.stars) : 0;
  const fit = typeof source.fit === "string" && Object.hasOwn(fits, source.fit) ? (source.fit as Fit) : null;
  const value: Review = {
    stars: sent,
    fit: asksFit ? fit : null,
    text: paragraphs(source.text),
    name: oneLine(source.name),
  };
  const { errors, say, hasErrors } = collectErrors<keyof Review>();
  say("stars", value.stars === 0, "Choose from 1 to 5 stars");
  say("text", value.text === "", "Write a few words about it");
  say("text", [...value.text].length > REVIEW_TEXT_MAX, "Use at most 2,000 characters");
  say("name", value.name === "", "Enter a display name, such as Pat G.");
  say("name", [...value.name].length > REVIEW_NAME_MAX, "Use at most 60 characters");
  return hasErrors() ? { ok: false, errors } : { ok: true, value };
}

/** "Pat Golfer" → "Pat G.", as a suggestion; a name of one word stays. */
export function suggestName(fullName: string): string {
  const words = oneLine(fullName).split(" ");
  const [first = ""] = words;
  const last = words.length > 1 ? [...(words.at(-1) ?? "")][0] : undefined;
  return [first.slice(0, REVIEW_NAME_MAX - 3), ...(last ? [`${last.toUpperCase()}.`] : [])].join(" ");
}
