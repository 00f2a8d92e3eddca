// A collection as the owner types it. Times are on the store's clocks.
import * as z from "zod";
import { choicesField, labeled, switchField, textField } from "../form/form-fields.ts";
import { reservedSlugs, slugOf } from "../redirects/slug.ts";
import { oneLine, withoutControls } from "../text/one-line.ts";
import { isUuid } from "../text/uuid.ts";
import { localTimeOf, momentOfLocal } from "../text/zone-time.ts";
import { type Collection, type CollectionRule, emptyRule } from "./collection.ts";

export const COLLECTION_PRODUCTS_MAX = 500;
const NAME_MAX = 100;
const DESCRIPTION_MAX = 2_000;
const VALUES_MAX = 50;

const lengthMessage = (name: string, most: number) => `${name} must be at most ${most} characters long`;
const line = (name: string, most: number) =>
  textField(z.string().max(most, lengthMessage(name, most))).transform((text) => oneLine(text));
/** "Polo, Rope cap" → each once. */
const listed = (name: string) =>
  line(name, 500).transform((text) => [
    ...new Set(
      text
        .split(",")
        .map((each) => oneLine(each))
        .filter(Boolean),
    ),
  ]);
const LOCAL = /^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/;
const time = () => textField(z.string().trim().regex(LOCAL, "Enter a date and a time, or leave it blank"));

const fields = z.object({
  name: labeled(
    "Name",
    line("Name", NAME_MAX).refine((name) => name.length >= 2, "Name must be at least 2 characters long"),
  ),
  slug: labeled("Address", line("Address", 200)),
  description: labeled(
    "Text",
    textField(z.string().max(DESCRIPTION_MAX, lengthMessage("Text", DESCRIPTION_MAX))).transform((text) =>
      withoutControls(text, { keepsLines: true }).trim(),
    ),
  ),
  isOn: labeled("Show in the shop", switchField()),
  startsAt: labeled("From", time()),
  endsAt: labeled("Until", time()),
  way: labeled("Products", z.enum(["rule", "hand"]).catch("rule")),
  // Their order counts, so they are one text.
  productIds: labeled(
    "Chosen products",
    textField().transform((text) => text.split(",").filter(Boolean)),
  ),
  categories: choicesField("Categories"),
  types: labeled("Types", listed("Types")),
  colors: labeled("Colors", listed("Colors")),
  tags: labeled("Tags", listed("Tags")),
  isOnSale: labeled("On sale", switchField()),
  isNew: labeled("New in the last 30 days", switchField()),
  feedLabel: labeled("Label in the product feed", textField(z.string().regex(/^[0-4]?$/, "Choose a label"))),
});

export const collectionForm = fields.superRefine((form, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const slug = slugOfForm(form);
  if (slug === "") refuse("slug", "Use letters, numbers, and hyphens, such as summer-sale");
  if (reservedSlugs.includes(slug)) refuse("slug", "A page already has this address. Enter another one");
  if (form.startsAt !== "" && form.endsAt !== "" && form.endsAt <= form.startsAt)
    refuse("endsAt", "The end must come after the start");
  const { productIds } = form;
  if (form.way === "hand" && (productIds.length > COLLECTION_PRODUCTS_MAX || !productIds.every(isUuid)))
    refuse("productIds", `Choose at most ${COLLECTION_PRODUCTS_MAX} products, or use a rule`);
  if (form.way === "rule" && !asksSomething(ruleOf(form))) refuse("categories", "Choose at least one rule");
  for (const name of ["types", "colors", "tags"] as const)
    if (form[name].length > VALUES_MAX) refuse(name, `Enter at most ${VALUES_MAX}`);
});

export type CollectionFormValues = z.output<typeof collectionForm>;
/** What is stored of it. */
export type CollectionValues = Omit<Collection, "id" | "image">;

/** The address that was typed, or else that of the name. */
const slugOfForm = ({ name, slug }: { name: string; slug: string }) => slugOf(slug || name);

function ruleOf({ categories, types, colors, tags, isOnSale, isNew }: CollectionRule): CollectionRule {
  return { categories, types, colors, tags, isOnSale, isNew };
}

const asksSomething = ({ isOnSale, isNew, ...lists }: CollectionRule) =>
  isOnSale || isNew || Object.values(lists).some(({ length }) => length > 0);

/** A valid form → what is stored. */
export function collectionValuesOf(form: CollectionFormValues, timeZone: string): CollectionValues {
  const at = (text: string) => momentOfLocal(text, timeZone)?.toISOString() ?? null;
  const isByHand = form.way === "hand";
  return {
    name: form.name,
    slug: slugOfForm(form),
    description: form.description,
    isOn: form.isOn,
    startsAt: at(form.startsAt),
    endsAt: at(form.endsAt),
    productIds: isByHand ? [...new Set(form.productIds)] : null,
    rule: isByHand ? null : ruleOf(form),
    feedLabel: form.feedLabel === "" ? null : Number(form.feedLabel),
  };
}

/** A stored collection as its form shows it. */
export function collectionFormOf(values: CollectionValues, timeZone: string) {
  const time = (at: string | null) => (at === null ? "" : localTimeOf(new Date(at), timeZone));
  const { categories, types, colors, tags, isOnSale, isNew } = values.rule ?? emptyRule;
  const { name, slug, description, isOn, productIds, feedLabel } = values;
  return {
    ...{ name, slug, description, isOn },
    startsAt: time(values.startsAt),
    endsAt: time(values.endsAt),
    way: productIds === null ? "rule" : "hand",
    productIds: productIds?.join() ?? "",
    categories,
    types: types.join(", "),
    colors: colors.join(", "),
    tags: tags.join(", "),
    ...{ isOnSale, isNew },
    feedLabel: feedLabel === null ? "" : String(feedLabel),
  };
}

export const emptyCollection: CollectionValues = {
  ...{ name: "", slug: "", description: "", isOn: true, startsAt: null, endsAt: null },
  ...{ productIds: null, rule: emptyRule, feedLabel: null },
};
