// What golf apparel is called. Shoppers and shops use different words for one kind of thing, and a shopper who asks for a
// kind that the shop lacks wants to see its neighbors rather than nothing.

type Kind = {
  /** All say the same; the first is how it is written where a correction is offered. */
  same: readonly string[];
  /** First words of other kinds that come close, the closest first. */
  near?: readonly string[];
};

const layers = [
  "quarter-zip",
  "half-zip",
  "pullover",
  "sweater",
  "hoodie",
  "sweatshirt",
  "jacket",
  "vest",
  "layer",
] as const;

const kindsOfApparel: readonly Kind[] = [
  { same: ["hat", "headwear"], near: ["cap", "bucket hat", "visor", "beanie", "snapback", "trucker"] },
  { same: ["cap", "ball cap", "baseball cap", "dad hat"], near: ["snapback", "trucker", "strapback", "hat"] },
  { same: ["snapback"], near: ["cap", "trucker", "strapback"] },
  { same: ["strapback"], near: ["cap", "snapback"] },
  { same: ["trucker", "trucker hat", "trucker cap"], near: ["cap", "snapback"] },
  { same: ["bucket hat", "bucket", "sun hat", "boonie"] },
  { same: ["visor", "sun visor"] },
  { same: ["beanie", "toque", "tuque", "winter hat", "knit hat", "knit cap", "wool hat", "stocking cap"] },
  { same: ["shirt", "top"], near: ["polo", "t-shirt", "henley"] },
  { same: ["polo", "polo shirt"] },
  { same: ["t-shirt", "tee", "tee shirt"], near: ["polo", "henley"] },
  { same: ["henley"], near: ["t-shirt", "polo"] },
  { same: ["long-sleeve", "long sleeved"] },
  { same: ["short-sleeve", "short sleeved"], near: ["polo", "t-shirt"] },
  { same: ["zip", "zip up"], near: ["quarter-zip", "half-zip"] },
  { same: ["quarter-zip", "1/4 zip", "qtr zip"] },
  { same: ["half-zip", "1/2 zip"] },
  { same: ["pullover"] },
  { same: ["sweater", "jumper", "cardigan"] },
  { same: ["hoodie", "hoody", "hooded sweatshirt"] },
  { same: ["sweatshirt", "crewneck", "fleece"] },
  { same: ["jacket", "coat", "windbreaker", "outerwear"] },
  { same: ["vest", "gilet"] },
  { same: ["layer", "mid layer", "layering"] },
  // A shop that has none of them has nothing that comes close, and they are no misspelled shirts.
  { same: ["shorts"] },
  { same: ["pants", "trousers", "joggers"] },
  { same: ["skirt", "skort"] },
  { same: ["dress"] },
  { same: ["socks"] },
  { same: ["gloves"] },
  { same: ["belt"] },
  { same: ["shoes"] },
  { same: ["towel"] },
].map((kind: Kind) => {
  const [name = ""] = kind.same;
  const isLayer = layers.some((layer) => layer === name);
  return isLayer ? { ...kind, near: layers.filter((layer) => layer !== name) } : kind;
});

/** By their first word. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  kindsOfApparel.map((kind) => [kind.same[0] ?? "", kind]),
);

/** Whom it is for, as products say it (product-fields.ts), and how shoppers ask for it. Unisex products are near. */
export const peopleWords: Readonly<Record<string, readonly string[]>> = {
  ":gender:men": ["men", "man", "male", "gentlemen", "guys"],
  ":gender:women": ["women", "woman", "female", "ladies", "lady", "womens"],
  ":gender:unisex": ["unisex"],
  ":age:adult": ["adult"],
  ":age:kids": ["kids", "kid", "youth", "junior", "children", "child", "boys", "girls", "boy", "girl"],
  ":age:toddler": ["toddler"],
  ":age:infant": ["infant", "baby", "babies"],
  ":age:newborn": ["newborn"],
};

/** Everything in the shop is that, or it is said for the grammar: it restricts nothing. */
export const emptyWords: ReadonlySet<string> = new Set(
  "golf golfer golfers golfing apparel clothing clothes gear wear a an the and or of for in on to with my me some size color colored i do you have want need looking show find please any buy".split(
    " ",
  ),
);
