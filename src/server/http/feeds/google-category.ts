// Numbers of Google's product taxonomy (https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt).

/** What a type's words say, where the category alone would say something else. */
const ofWord: Record<string, string> = {
  jacket: "5598",
  windbreaker: "5598",
  vest: "1831",
  outerwear: "203",
  pants: "204",
  trousers: "204",
  joggers: "204",
  shorts: "207",
  skirt: "1581",
  skort: "5344",
  socks: "209",
  belt: "169",
  glove: "170",
  gloves: "170",
};

/** By the last word of the owner's type that has a number ("Rain jacket" is a jacket), else by the category's own number. */
export function googleCategory(type: string, ofCategory: string): string {
  const words = type.toLowerCase().split(/[^a-z]+/);
  const known = words.findLast((word) => Object.hasOwn(ofWord, word));
  return (known && ofWord[known]) ?? ofCategory;
}
