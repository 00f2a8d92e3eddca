import { singular } from "./search-words.ts";

/**
 * Words that shoppers mean, though a shop may have nothing of them: never taken for a misspelling of something else
 * ("gift" is no "lift", and "wool" no "woods"). In the singular.
 */
const realWords: ReadonlySet<string> = new Set(
  `sale gift present new card deal return refund exchange shipping delivery order track tracking size chart guide code
  coupon discount store shop dad mom him her husband wife birthday christmas father mother day
  wool cotton linen silk cashmere leather suede denim nylon polyester mesh bamboo spandex corduroy
  waterproof rain rainwear wind windproof fitted flat tall slim big plus petite logo custom embroidered vintage retro plain
  bag bottle ball tee tees marker divot umbrella glove sock belt shoe cleat headcover putter driver iron wedge club
  glasses sunglasses watch scarf gaiter sleeve legging underwear swimwear hoodie shorts
  titleist nike adidas callaway footjoy ping puma taylormade mizuno cobra srixon malbon lululemon travismathew columbia
  best seller rated popular hot nice wide
  plaid camo floral tiedye checked argyle`.split(/\s+/),
);

export function isRealWord(typed: string): boolean {
  return realWords.has(typed) || realWords.has(singular(typed));
}
