// What products say for a filter, each text once and by its number: ten thousand products have a few hundred colors.
import { facetValues } from "./facet-keys.ts";
import type { FacetName } from "./facets.ts";

export class FacetTexts {
  readonly texts: string[] = [];
  /** By the number of a text: the values of the filter that find it. */
  readonly values: (readonly string[])[] = [];
  readonly #name: FacetName;
  readonly #numbers = new Map<string, number>();

  constructor(name: FacetName) {
    this.#name = name;
  }

  /** A text keeps its number. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.values.push(facetValues[this.#name](text));
    this.#numbers.set(text, number);
    return number;
  }

  valuesOf(text: string): readonly string[] {
    return this.values[this.numberOf(text)] ?? [];
  }
}
