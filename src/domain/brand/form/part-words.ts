// The labels of the online store's fields, by their keys in the document, and a part as its owner's second tab is told of it.
import { parseJson } from "../../text/fields.ts";
import { type BrandPart, brandWords } from "../brand.ts";
import { blockKinds, type HomeBlock } from "../home-blocks.ts";

const wordLabels = Object.entries(brandWords).map(([key, { label }]) => [key, label]);

/** Some fields have a more precise one where they stand. */
export const partLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(wordLabels),
  // Pictures and links
  url: "Picture",
  alt: "What the picture shows (alt text)",
  focus: "Focal point",
  label: "Label",
  kind: "Links to",
  ref: "Destination",
  // Look
  logo: "Logo",
  logoOnDark: "Logo for dark backgrounds",
  logoReplacesName: "Show the logo instead of the name",
  mark: "If there is no logo",
  colors: "Color",
  brand: "Brand",
  accent: "Accent",
  paper: "Background",
  fonts: "Fonts",
  radius: "Corners",
  contactPicture: "Picture on the contact page",
  hasDrawings: "Show the golf drawings",
  // Home and pages
  isOn: "Shown",
  eyebrow: "Line above the heading",
  heading: "Heading",
  text: "Text",
  link: "Link",
  from: "First day",
  until: "Last day",
  first: "First button",
  second: "Second button",
  picture: "Picture",
  showsProduct: "Show a product",
  collectionId: "Collection",
  linkLabel: "Link to all products",
  side: "Picture side",
  reasons: "Reason",
  name: "Title",
  note: "Note on the right",
  who: "Source",
  title: "Title",
  slug: "Address",
  seoTitle: "Title for search engines",
  description: "Description for search engines",
  // Menu
  header: "Header link",
  columns: "Footer column",
  links: "Link",
  socials: "Social link",
};

/** Each field of a part in words, by its label; the text of the form is its JSON. */
export function partInWords(part: BrandPart, text: unknown): Record<string, string> {
  const value = parseJson(text);
  if (part !== "home") return Object.fromEntries(wordsOf(value, part === "pages" ? "Page" : ""));
  const blocks = value as HomeBlock[];
  const names = blocks.map(({ kind }, at) => {
    const { label, isRepeatable } = blockKinds[kind];
    const count = blocks.slice(0, at).filter((block) => block.kind === kind).length + 1;
    return isRepeatable ? `${label} ${count}` : label;
  });
  const fields = blocks.flatMap(({ kind: _, ...block }, at) => wordsOf(block, names[at] ?? ""));
  return Object.fromEntries([["Blocks", names.join(", ")], ...fields]);
}

function wordsOf(value: unknown, name: string): [label: string, words: string][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => wordsOf(each, `${name} ${at + 1}`));
  if (typeof value !== "object" || value === null)
    return [[name, typeof value === "boolean" ? (value ? "on" : "off") : String(value ?? "")]];
  return Object.entries(value).flatMap(([key, each]) => {
    const label = partLabels[key];
    return label ? wordsOf(each, name ? `${name}: ${label}` : label) : [];
  });
}
