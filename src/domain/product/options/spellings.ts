// Words of the owner that shoppers filter by, or that group products. A word that differs from a known one only in upper and
// lower case is that one, so "rope cap" does not become a second type next to "Rope cap".
import { type AttributeName, attributeNames, attributes, type ProductAttributes } from "../product-fields.ts";

type SuggestedName = "type" | "color" | "design" | "optionName";

/** What products have, by attribute. */
export type Suggestions = Partial<Record<AttributeName, string[]>>;

function isSuggested(name: AttributeName): name is SuggestedName {
  const { input } = attributes[name];
  return input.kind === "line" && input.isSuggested === true;
}

export const suggestedNames = attributeNames.filter(isSuggested);

/** The known spellings, by attribute and word in lower case. */
export type Spellings = Record<SuggestedName, Map<string, string>>;

export function noSpellings(): Spellings {
  return Object.fromEntries(suggestedNames.map((name) => [name, new Map()])) as Spellings;
}

/** The values in known spellings. What a product has already stays as it is. */
export function spelledAsKnown<V extends ProductAttributes>(
  values: V,
  before: ProductAttributes | null,
  spellings: Spellings,
): V {
  const spelled = { ...values };
  for (const name of suggestedNames) {
    const word = values[name];
    if (word !== before?.[name]) spelled[name] = spellings[name].get(word.toLowerCase()) ?? word;
  }
  return spelled;
}

/** The words of these values are known from here on, unless they are already. */
export function learnSpellings(values: ProductAttributes, spellings: Spellings): void {
  for (const name of suggestedNames) {
    const key = values[name].toLowerCase();
    if (key !== "" && !spellings[name].has(key)) spellings[name].set(key, values[name]);
  }
}
