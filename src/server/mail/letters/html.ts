// HTML by a tagged template that escapes whatever is put into it, unless that is HTML made the same way.
// Names, options and messages come from strangers, and a mail program is a browser: there is no way
// around the escaping here, only a way to nest.

/** HTML that is safe to nest as it stands. Only `html` makes one. */
export class Html {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  static of(strings: TemplateStringsArray, values: HtmlValue[]): Html {
    return new Html(strings.reduce((done, part, index) => done + write(values[index - 1]) + part));
  }

  toString(): string {
    return this.#source;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | HtmlValue[];

/** Text is escaped for element content and for attributes in double quotes; null and false are nothing. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.of(strings, values);
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function write(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(write).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
