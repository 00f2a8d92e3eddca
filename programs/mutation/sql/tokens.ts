// SQL as tokens: enough to find clauses, statements and operators without a grammar. The `${…}` of a template in
// TypeScript counts as one operand. The `$$` around a function's body is a token; the body is read like the rest.

export type Token = {
  kind: "word" | "text" | "number" | "hole" | "operator" | "dollar";
  text: string;
  start: number;
  end: number;
  /** How many parentheses are open around it; a parenthesis has the depth of what is around it. */
  depth: number;
};

const SPACE = /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y;
const PATTERNS: readonly (readonly [Exclude<Token["kind"], "hole">, RegExp])[] = [
  ["text", /[eE]?'(?:[^'\\]|''|\\[\s\S])*'/y],
  ["word", /"(?:[^"]|"")*"|[A-Za-z_][\w$]*/y],
  ["number", /\d+(?:\.\d+)?/y],
  ["dollar", /\$\$/y],
  ["operator", /:=|::|=>|<=|>=|<>|!=|->>|->|#>>|\|\||@>|[-+*/%<>=(),;.[\]:?&|~!@#^$\\`]/y],
];

export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  while (at < source.length) {
    const space = match(SPACE, source, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const token = readToken(source, at);
    if (token.text === ")") depth -= 1;
    tokens.push({ ...token, depth });
    if (token.text === "(") depth += 1;
    at = token.end;
  }
  return tokens;
}

function readToken(source: string, start: number): Omit<Token, "depth"> {
  if (source.startsWith("${", start)) {
    const end = endOfHole(source, start);
    return { kind: "hole", text: source.slice(start, end), start, end };
  }
  for (const [kind, pattern] of PATTERNS) {
    const text = match(pattern, source, start);
    if (text !== null) return { kind, text, start, end: start + text.length };
  }
  // A character that no SQL of the shop uses outside of texts; it stands for itself.
  return { kind: "operator", text: source.charAt(start), start, end: start + 1 };
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

/** Behind the brace that closes `${`, with templates and texts in it. */
function endOfHole(source: string, start: number): number {
  let braces = 0;
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "{") braces += 1;
    else if (character === "}") braces -= 1;
    else if (character === "`" || character === '"' || character === "'") at = endOfQuote(source, at) - 1;
    if (braces === 0) return at + 1;
  }
  throw new Error(`a \${ without its } at character ${start}`);
}

function endOfQuote(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let at = start + 1; at < source.length; at += 1) {
    if (source.charAt(at) === "\\") at += 1;
    else if (quote === "`" && source.startsWith("${", at)) at = endOfHole(source, at) - 1;
    else if (source.charAt(at) === quote) return at + 1;
  }
  return source.length;
}

/** The word in lower case; "" for anything else and beyond the ends. */
export function wordAt(tokens: Token[], index: number): string {
  const token = tokens[index];
  return token?.kind === "word" ? token.text.toLowerCase() : "";
}
