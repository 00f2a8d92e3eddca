// Finds the statements of a PL/pgSQL body: where each begins, and what it says up to its ";" or, for a statement with
// a body of its own, up to that body. It knows the statements that the shop's functions use and throws for the rest, so
// that no function is ever left half instrumented without a word.
import { HarnessError } from "../problems.ts";

/** `start`: the offset of its first character. `text`: up to its end, or to the THEN or LOOP that opens its body. */
export type BodyStatement = { start: number; text: string };

type Token = { text: string; start: number; end: number };

/** Comments and the contents of quotes are passed over. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|\s+|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|<<|>>|:=|\w+|./gy;

function tokensOf(body: string): Token[] {
  return [...body.matchAll(TOKEN)]
    .map(({ 0: text, index }) => ({ text: text.toLowerCase(), start: index, end: index + text.length }))
    .filter(({ text }) => !/^(--|\/\*|\s)/.test(text));
}

/** The statements of `body` in the order of the text. Throws a HarnessError for what it does not know. */
export function splitBody(body: string): BodyStatement[] {
  const reader = new BodyReader(body);
  return reader.read();
}

class BodyReader {
  readonly #body: string;
  readonly #tokens: Token[];
  readonly #found: BodyStatement[] = [];
  #at = 0;

  constructor(body: string) {
    this.#body = body;
    this.#tokens = tokensOf(body);
  }

  read(): BodyStatement[] {
    if (this.#peek() === "declare") this.#upTo(["begin"]);
    this.#take("begin");
    this.#block(["end"]);
    this.#take("end");
    if (this.#peek() === ";") this.#take(";");
    if (this.#at < this.#tokens.length) throw this.#unknown("text after the end");
    return this.#found;
  }

  /** Statements up to one of the words, which is not taken. */
  #block(ends: string[]): void {
    while (!ends.includes(this.#peek())) this.#statement();
  }

  #statement(): void {
    switch (this.#peek()) {
      case "if":
        this.#branches();
        return;
      case "for":
      case "foreach":
      case "while":
      case "loop":
        this.#loop();
        return;
      case "case":
      case "begin":
      case "declare":
      case "<<":
      case "exception":
      case "":
        throw this.#unknown(this.#peek() || "the end of the text");
      default:
        this.#note(() => this.#upTo([";"]));
        this.#take(";");
    }
  }

  #branches(): void {
    this.#note(() => this.#upTo(["then"]));
    this.#take("then");
    this.#block(["elsif", "elseif", "else", "end"]);
    while (["elsif", "elseif"].includes(this.#peek())) {
      this.#upTo(["then"]);
      this.#take("then");
      this.#block(["elsif", "elseif", "else", "end"]);
    }
    if (this.#peek() === "else") {
      this.#take("else");
      this.#block(["end"]);
    }
    for (const word of ["end", "if", ";"]) this.#take(word);
  }

  #loop(): void {
    this.#note(() => this.#upTo(["loop"]));
    this.#take("loop");
    this.#block(["end"]);
    for (const word of ["end", "loop", ";"]) this.#take(word);
  }

  #note(pass: () => void): void {
    const start = this.#tokens[this.#at]?.start ?? 0;
    const place = this.#found.push({ start, text: "" }) - 1;
    pass();
    const end = this.#tokens[this.#at]?.start ?? this.#body.length;
    this.#found[place] = { start, text: this.#body.slice(start, end).trim() };
  }

  /** Passes to one of the words outside parentheses and outside a CASE of SQL. */
  #upTo(words: string[]): void {
    let depth = 0;
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const word = this.#peek();
      if (depth === 0 && words.includes(word)) return;
      if (word === "(" || word === "[" || word === "case") depth += 1;
      if (word === ")" || word === "]" || (word === "end" && depth > 0)) depth -= 1;
    }
    throw this.#unknown(`no ${words.join(" or ")}`);
  }

  #peek(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #take(word: string): void {
    if (this.#peek() !== word) throw this.#unknown(`${this.#peek() || "the end"} instead of ${word}`);
    this.#at += 1;
  }

  #unknown(what: string): HarnessError {
    const line = this.#body.slice(0, this.#tokens[this.#at]?.start ?? 0).split("\n").length;
    return new HarnessError(
      `A PL/pgSQL body can't be divided into its statements: ${what} in its line ${line}`,
    );
  }
}
