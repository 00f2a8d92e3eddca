// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 can't carry is what is removed here.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const SIGNS: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Any text as the content of an XML element or attribute; what XML can't carry at all is left out. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** `<name>text</name>`, or nothing for a text that is absent. */
export function element(name: string, text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? "" : `<${name}>${escapeXml(text)}</${name}>`;
}

export const XML_START = '<?xml version="1.0" encoding="UTF-8"?>\n';
