// What a shopper types is more than words to look for: "polos under $70", "sale", "gift for dad", "sz m". These become the
// filters that they mean, so that they show as chips, count, and can be taken back. What is left is searched for.
import { helpTopicOf } from "../search/help-topics.ts";
import { kindsIn } from "../search/search-terms.ts";
import { traitOf } from "../search/traits.ts";
import { oneLine } from "../text/one-line.ts";
import type { ShopSearch } from "./shop-search.ts";

export type ReadWords = Pick<ShopSearch, "query"> &
  Partial<Pick<ShopSearch, "sale" | "sort" | "category" | "under" | "over">> & { traits: string[] };

const AMOUNT = String.raw`\$?\s?(\d{1,5})(?:\.\d\d?)?`;
const DOLLARS = String.raw`\s?(?:\$|dollars?|bucks|usd)`;
const PRICE = `${AMOUNT}(?:${DOLLARS})?`;
const UNDER = new RegExp(
  String.raw`(?:\b(?:under|below|less than|cheaper than|up to|at most|no more than|not over|within|max(?:imum)?|budget)(?: of)?|<=?)\s*${PRICE}(?!\S)|(?<!\S)${PRICE} (?:(?:and|or) (?:under|below|less)|max(?:imum)?)\b`,
  "i",
);
const OVER = new RegExp(
  String.raw`(?:\b(?:over|above|more than|at least|min(?:imum)?)|>=?)\s*${PRICE}(?!\S)|(?<!\S)${PRICE} (?:and|or) (?:over|above|more|up)\b|(?<!\S)${PRICE}\+(?!\S)`,
  "i",
);
const BETWEEN = new RegExp(
  String.raw`(?:\b(?:between|from)\s+${PRICE}\s+(?:and|to)\s+${PRICE}|\$\s?(\d{1,5})\s?(?:[-–]|to)\s?${PRICE}|\b(\d{1,5})\s?(?:[-–]|to)\s?(\d{1,5})${DOLLARS})(?!\S)`,
  "i",
);
/** A price without a word for it is what somebody wants to spend. */
const BUDGET = new RegExp(
  String.raw`(?<!\S)(?:(?:for|around|about) )?(?:\$\s?(\d{1,5})(?:\.\d\d?)?|(\d{1,5})(?:\.\d\d?)?${DOLLARS})(?!\S)`,
  "i",
);
const SALE = /(?<!\S)(?:on sale|sales?|clearance|deals?|discount(?:s|ed)?|markdowns?|outlet)(?!\S)/i;
const GIFT =
  /(?<!\S)(?:stocking stuffers?|(?:(?:birthday|christmas|holiday|father'?s day|mother'?s day) )?(?:gifts?|presents?))(?: ideas?)?(?: for(?: golfers?| a golfer)?)?(?!\S)|^(?:birthday|christmas|holidays?|father'?s day|mother'?s day)$/i;
const POPULAR = /(?<!\S)(?:(?:most )?popular|best[- ]?sell(?:ers?|ing)|top[- ]rated|trending)(?!\S)/i;
/** Said of whom it is for; "dad hat" is a kind. */
const RECIPIENTS = [
  ["men", /(?<!\S)for (?:my )?(?:him|men|dad|father|husband|boyfriend|brother|grandpa)(?!\S)/i],
  ["women", /(?<!\S)for (?:my )?(?:her|women|mom|mother|wife|girlfriend|sister|grandma)(?!\S)/i],
] as const;
const NEW = /^(?:new(?: arrivals?| in| items?)?|what'?s new|just in|latest|newest)$/i;
const CHEAP = /(?<!\S)(?:cheap|cheapest)(?!\S)/i;
const SIZED = /(?<!\S)(?<!\bone[ -])(?:sizes?|sz)[ .:]+/i;

/** A gift without a word of what: hats fit most people. Dollars. */
const GIFT_PRICES = { over: 25, under: 50 };

const PHRASE_WORDS_MAX = 2;

/** Takes out what means a filter, until nothing is left that does: what is read once is read again the same. */
export function readWords(typed: string): ReadWords {
  const read: ReadWords = { query: oneLine(typed), traits: [] };
  // A question is no list of filters: "size guide".
  if (helpTopicOf(typed) !== null) return read;
  let before: string;
  do {
    before = read.query;
    takePrices(read);
    takeSale(read);
    takePopular(read);
    takeRecipients(read);
    takeTraits(read);
    takeNew(read);
    takeGift(read);
  } while (read.query !== before);
  return read;
}

function take(read: ReadWords, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(read.query);
  if (found) read.query = oneLine(read.query.replace(pattern, " "));
  return found;
}

function takePrices(read: ReadWords): void {
  const numbers = (found: RegExpExecArray | null) => (found ?? []).slice(1).filter(Boolean).map(Number);
  const [from, to] = numbers(take(read, BETWEEN)).sort((a, b) => a - b);
  const under = to ?? numbers(take(read, UNDER))[0];
  const over = from ?? numbers(take(read, OVER))[0];
  if (under) read.under = under;
  if (over) read.over = over;
  const [budget] = read.under || read.over ? [] : numbers(take(read, BUDGET));
  if (budget) read.under = budget;
}

function takeSale(read: ReadWords): void {
  if (take(read, SALE)) read.sale = true;
  if (take(read, CHEAP)) read.sort = "price-low";
}

/** "for my husband" */
function takeRecipients(read: ReadWords): void {
  for (const [trait, pattern] of RECIPIENTS) if (take(read, pattern)) read.traits.push(trait);
}

/** Alone it finds nothing, and the best sellers stand below; next to other words it narrows nothing. */
function takePopular(read: ReadWords): void {
  if (read.query.replace(POPULAR, "").trim() !== "") take(read, POPULAR);
}

/** Also in two words: "extra large", "sun protection". A letter alone is a size where it stands with something else. */
function takeTraits(read: ReadWords): void {
  const isSized = take(read, SIZED) !== null;
  const words = read.query.split(" ").filter(Boolean);
  const left: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = traitLength(words.slice(at), isSized || words.length > 1);
    const trait = length > 0 && traitOf(plain(words.slice(at, at + length).join(" ")));
    if (trait) read.traits.push(trait);
    else left.push(words[at] ?? "");
    at += Math.max(1, length);
  }
  read.query = left.join(" ");
}

function traitLength(words: string[], takesLetters: boolean): number {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length); length > 0; length -= 1) {
    const typed = plain(words.slice(0, length).join(" "));
    if ((takesLetters || typed.length > 1) && traitOf(typed) !== null) return length;
  }
  return 0;
}

const plain = (words: string) =>
  words
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[.,!?]+$/, "");

/** "new" says an order where it stands alone or before a kind of apparel; in a name it is a part of it. */
function takeNew(read: ReadWords): void {
  const [, rest = ""] = /^(?:new|newest|latest) (\S+)$/i.exec(read.query) ?? [];
  const isNew = NEW.test(read.query);
  if (!isNew && kindsIn(rest).length === 0) return;
  read.query = isNew ? "" : rest;
  read.sort = "newest";
}

function takeGift(read: ReadWords): void {
  if (!take(read, GIFT)) return;
  if (read.under === undefined && read.over === undefined) Object.assign(read, GIFT_PRICES);
  if (kindsIn(read.query).length === 0) read.category = "HATS";
}
