// Photos that are dropped on the list of products become drafts: which of them are of one product, in which order, and
// what it is called, all from the names of their files.
import { NAME_LENGTH_MAX } from "../product-fields.ts";

/** Of one drop. More of them would keep a browser busy for an hour, and failures would be hard to see. */
const PHOTOS_PER_DROP_MAX = 200;

/** Longer file names are cut. */
export const FILE_NAME_LENGTH_MAX = 200;

/** Why so many files are not taken; null: they are. */
export function dropRefusal(count: number): string | null {
  if (count <= PHOTOS_PER_DROP_MAX) return null;
  const [all, most] = [count, PHOTOS_PER_DROP_MAX].map((number) => number.toLocaleString("en-US"));
  return `${all} files are too many at one time. Drop up to ${most}; none of these were added.`;
}

export const heicMessage =
  "is a HEIC photo, which few programs can open. Export it as JPEG on your phone or computer, then drop it again";

/** "Pine-Polo_2.JPG" → of "pine-polo" the second one, of a product "Pine polo". */
export type PhotoName = { key: string; name: string; place: number };

/** A number behind the name of a product; cameras count with four digits, which name no product. */
const COUNTED = /^(.*[^\d\s_(-])[\s_-]*(?:\((\d{1,2})\)|[\s_-](\d{1,2}))$/u;

/** Any file name is fine. `key` is the same for all photos of a product; without a number it is the first one. */
export function photoName(fileName: string): PhotoName {
  const base = fileName
    .slice(0, FILE_NAME_LENGTH_MAX)
    .normalize("NFC")
    .replace(/^.*[/\\]/, "")
    .replace(/\.[^.]{1,5}$/, "")
    .trim();
  const [, before, inBrackets, behind] = COUNTED.exec(base) ?? [];
  const title = before ?? base;
  const words = title.replace(/[\s_-]+/g, " ").trim();
  return { key: photoKey(title), name: titleOf(words), place: Number(inBrackets ?? behind ?? 1) };
}

/** The names of a product and of its photos meet in this: "Pine Polo" and "pine-polo" → "pine-polo". */
export function photoKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** "pine polo" → "Pine polo"; a name that can't be read becomes "New product". */
function titleOf(words: string): string {
  const text = [...words].slice(0, NAME_LENGTH_MAX).join("");
  if ([...text].length < 2) return "New product";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export type PhotoGroup<Photo> = { key: string; name: string; photos: Photo[] };

/** Photos by product, in the order in which products were named first; of each by its number. */
export function groupPhotos<Photo extends { name: string }>(photos: readonly Photo[]): PhotoGroup<Photo>[] {
  const groups = new Map<string, { name: string; photos: { photo: Photo; place: number }[] }>();
  for (const [index, photo] of photos.entries()) {
    const { key, name, place } = photoName(photo.name);
    // A name without letters and digits brings nothing together.
    const group = groups.get(key || `#${index}`) ?? { name, photos: [] };
    group.photos.push({ photo, place });
    groups.set(key || `#${index}`, group);
  }
  return [...groups].map(([key, group]) => ({
    key,
    name: group.name,
    photos: group.photos.sort((a, b) => a.place - b.place).map(({ photo }) => photo),
  }));
}
