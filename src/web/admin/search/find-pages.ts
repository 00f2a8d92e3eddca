// The pages and settings of the back office that a search means. They are few, so a plain loop over the tree does.
import { type SettingsField, settingsFields } from "#domain/settings/settings-form.ts";
import { type Page, places, sectionPath } from "../frame/nav/places.ts";

/** `place`: where in the navigation it is. */
export type FoundPage = { to: string; label: string; place: string };

const FOUND_PAGES_MAX = 6;
const WORD_MIN = 2;

type Entry = FoundPage & { text: string };

const entries: Entry[] = [
  ...places.flatMap((place) =>
    [...place.pages, ...(place.others ?? [])].map((page) => entryOf(page, place.label)),
  ),
  ...(Object.keys(settingsFields) as SettingsField[]).map((field) => {
    const { label, section } = settingsFields[field];
    return entryOf({ to: sectionPath(section), label }, "Settings");
  }),
];

function entryOf({ to, label, words = "" }: Page, place: string): Entry {
  return { to, label, place, text: `${label} ${place} ${words}`.toLowerCase() };
}

/** Pages of which each typed word begins a word; those that are named so come first. */
export function findPages(query: string): FoundPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.some((word) => word.length >= WORD_MIN)) return [];
  const begins = (text: string) => words.every((word) => ` ${text}`.includes(` ${word}`));
  const found = entries.filter(({ text }) => begins(text));
  const named = found.filter(({ label }) => begins(label.toLowerCase()));
  return [...new Set([...named, ...found])]
    .slice(0, FOUND_PAGES_MAX)
    .map(({ to, label, place }) => ({ to, label, place }));
}
