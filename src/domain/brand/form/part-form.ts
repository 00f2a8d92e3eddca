// The forms of the online store. Each has one part of the document, as one text; its fields are named by their paths in it:
// "look.colors.brand", "home[1].picture.alt".
import * as z from "zod";
import { type FormSchema, labeled } from "../../form/form-fields.ts";
import { type FormValues, readForm } from "../../form/form-saved.ts";
import { parseJson } from "../../text/fields.ts";
import type { Brand, BrandPart } from "../brand.ts";
import { parts } from "../brand-schema.ts";
import { type LinkGround, linkTargets, type StoreLink } from "../menu.ts";
import { partInWords } from "./part-words.ts";

const partForm = (part: BrandPart): FormSchema =>
  z.object({
    [part]: labeled(part, z.preprocess(parseJson, parts[part]), (value) => partInWords(part, value)),
  });

export const partForms: Readonly<Record<BrandPart, FormSchema>> = {
  look: partForm("look"),
  home: partForm("home"),
  pages: partForm("pages"),
  menu: partForm("menu"),
  words: partForm("words"),
};

/** A part as its form shows it, with its keys in the order of the schema: equal parts are equal texts. */
export function partFormOf<P extends BrandPart>(part: P, value: Brand[P]): FormValues {
  return { [part]: JSON.stringify(parts[part].parse(value)) };
}

/** The owner's input for one part. Its links may lead to everything in `ground`, hidden or not. */
export function readPart<P extends BrandPart>(part: P, fields: FormValues, ground: LinkGround) {
  const read = readForm(partForms[part], fields);
  if (!read.ok) return read;
  const value = read.value[part] as Brand[P];
  const pages = part === "pages" ? (value as Brand["pages"]) : ground.pages;
  const errors = lostLinks(value, linkTargets({ ...ground, pages }), part);
  if (Object.keys(errors).length > 0) return { ok: false as const, reason: "invalid" as const, errors };
  return { ok: true as const, value };
}

type Targets = ReturnType<typeof linkTargets>;

/** The links and collections of a part whose target does not exist, each by the name of its field. */
function lostLinks(value: unknown, targets: Targets, name: string): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  if (isLink(value)) {
    const isLost = value.kind !== "address" && !targets[value.kind].has(value.ref);
    return isLost ? { [`${name}.ref`]: "Choose where it links to" } : {};
  }
  if ("collectionId" in value && !targets.collection.has(String(value.collectionId)))
    return { [`${name}.collectionId`]: "Choose a collection" };
  const nameOf = (key: string) => (Array.isArray(value) ? `${name}[${key}]` : `${name}.${key}`);
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, each]) => lostLinks(each, targets, nameOf(key))),
  );
}

function isLink(value: object): value is StoreLink {
  return "ref" in value && "label" in value && "kind" in value;
}
