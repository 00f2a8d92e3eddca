// The form of a category: what the owner types, and the rules that turn it into one.
import * as z from "zod";
import { EVERY_CATEGORY } from "../category/category-path.ts";
import { labeled, switchField, textField } from "../form/form-fields.ts";
import { SLUG_LENGTH_MAX, slugOf } from "../redirects/slug.ts";
import { collectErrors, type FieldParse } from "../text/fields.ts";
import { oneLine } from "../text/one-line.ts";
import {
  CATEGORY_NAME_LENGTH_MAX,
  CATEGORY_TEXT_LENGTH_MAX,
  type Category,
  isCategorySlug,
} from "./category.ts";

export type CategoryForm = {
  name: string;
  /** "" takes the one that the name makes. */
  slug: string;
  text: string;
  /** Of its picture. */
  alt: string;
  googleCategory: string;
  isHidden: boolean;
};

export type CategoryField = keyof CategoryForm | "picture";
export type CategoryValues = CategoryForm;

export const emptyCategory: CategoryForm = {
  name: "",
  slug: "",
  text: "",
  alt: "",
  googleCategory: "",
  isHidden: false,
};

const CATEGORY_ALT_LENGTH_MAX = 250;

/** A category as its form shows it. */
export function categoryFormOf({
  name,
  slug,
  text,
  picture,
  googleCategory,
  isHidden,
}: Omit<CategoryForm, "alt"> & Pick<Category, "picture">): CategoryForm {
  return { name, slug, text, alt: picture?.alt ?? "", googleCategory, isHidden };
}

const hasText = (label: string) => labeled(label, textField());

/** The fields with what parseCategory has against them; what other categories have, only the server knows. */
export const categoryForm = z
  .object({
    name: hasText("Name"),
    slug: hasText("Address"),
    text: hasText("Description"),
    picture: labeled("Picture", z.unknown().optional()),
    removesPicture: labeled("Remove this picture", switchField()),
    alt: hasText("Picture description"),
    googleCategory: hasText("Google product category"),
    isHidden: labeled("Hide this category", switchField()),
  })
  .superRefine((form, context) => {
    const parsed = parseCategory(form, [], { hasPicture: false });
    if (parsed.ok) return;
    for (const [field, message] of Object.entries(parsed.errors))
      context.addIssue({ code: "custom", path: [field], message });
  });

/** A form → what to store. `others`: without the category itself. */
export function parseCategory(
  form: CategoryForm,
  others: readonly Category[],
  { hasPicture }: { hasPicture: boolean },
): FieldParse<CategoryValues, CategoryField> {
  const { errors, say, hasErrors } = collectErrors<CategoryField>();
  const [name, text, alt] = [form.name, form.text, form.alt].map((typed) => oneLine(typed)) as [
    string,
    string,
    string,
  ];
  const isTaken = (slug: string) => others.some((other) => other.slug === slug);
  say("name", name === "", "Enter a name");
  say(
    "name",
    [...name].length > CATEGORY_NAME_LENGTH_MAX,
    `Name must be at most ${CATEGORY_NAME_LENGTH_MAX} characters long`,
  );
  say(
    "name",
    others.some((other) => other.name.toLowerCase() === name.toLowerCase()),
    "Another category has this name",
  );
  const typedSlug = oneLine(form.slug).toUpperCase();
  const slug =
    typedSlug === "" ? freeSlug(slugOf(name).toUpperCase(), isTaken) : typedSlug.replaceAll(" ", "-");
  const noSlug = name === "" ? false : !isCategorySlug(slug);
  say("slug", noSlug, `Use up to ${SLUG_LENGTH_MAX} letters A to Z, digits, and hyphens, such as GOLF-BAGS`);
  say("slug", slug === EVERY_CATEGORY, `${EVERY_CATEGORY} means the whole shop. Choose another address`);
  say("slug", isTaken(slug), "Another category has this address");
  say(
    "text",
    [...text].length > CATEGORY_TEXT_LENGTH_MAX,
    `Description must be at most ${CATEGORY_TEXT_LENGTH_MAX} characters long`,
  );
  say("alt", hasPicture && alt === "", "Describe the picture for shoppers who can't see it");
  say(
    "alt",
    [...alt].length > CATEGORY_ALT_LENGTH_MAX,
    `Picture description must be at most ${CATEGORY_ALT_LENGTH_MAX} characters long`,
  );
  const googleCategory = form.googleCategory.trim();
  say("googleCategory", !/^\d{0,7}$/.test(googleCategory), "Enter a number from Google's list, such as 173");
  if (hasErrors()) return { ok: false, errors };
  return { ok: true, value: { name, slug, text, alt, googleCategory, isHidden: form.isHidden } };
}

/** "BAGS", "BAGS-2" */
function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  const room = slug.slice(0, SLUG_LENGTH_MAX - 3).replace(/-$/, "");
  for (let number = 2; ; number += 1) if (!isTaken(`${room}-${number}`)) return `${room}-${number}`;
}
