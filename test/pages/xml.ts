// A strict reader of XML for tests: it accepts well-formed XML only and throws at the first fault. No DTDs, and no
// entities beyond XML's own five.

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text directly inside, entities resolved. */
  text: string;
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const NAME = "[A-Za-z_][\\w:.-]*";
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, "gy");
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

export function parseXml(source: string): XmlElement {
  if (FORBIDDEN.test(source)) throw new Error("a character that XML cannot carry");
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, "").trimEnd();
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < body.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(body);
    if (!token) throw new Error(`not XML: ${body.slice(at, at + 60)}`);
    take(token, open);
  }
  const [only, another] = root.children;
  if (open.length !== 1 || !only || another) throw new Error("not one whole element");
  return only;
}

function take([, closing, name, attributes, selfClosing, text]: RegExpExecArray, open: XmlElement[]): void {
  const parent = open.at(-1) as XmlElement;
  if (text !== undefined) {
    parent.text += resolve(text);
  } else if (closing) {
    if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
    open.pop();
  } else {
    const element = {
      name: name ?? "",
      attributes: parseAttributes(attributes ?? ""),
      children: [],
      text: "",
    };
    parent.children.push(element);
    if (!selfClosing) open.push(element);
  }
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name, resolve(value ?? "")]));
}

function resolve(text: string): string {
  return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
    const sign = ENTITIES[entity.replace(/;$/, "")];
    if (sign === undefined || !entity.endsWith(";")) throw new Error(`an unknown entity: &${entity}`);
    return sign;
  });
}

/** Texts of the direct children of that name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map((child) => child.text);
}
