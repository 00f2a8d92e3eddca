// Draws the icons and the link preview of a look before it is published: never in a transaction, and with all of them or none.
import { createHash } from "node:crypto";
import { hasShippedIcons } from "#domain/brand/icons.ts";
import type { Look } from "#domain/brand/look.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { errorText } from "../../../core/log.ts";
import type { Shop } from "../../../core/shop.ts";
import { pictureKey } from "../../../files/pictures/make-avif.ts";
import { composeIcons } from "./compose-icons.ts";
import { drawIconFiles, type IconFile } from "./draw-icon-files.ts";
import { hasIcons } from "./icon-queries.ts";
import { type Logo, readLogo } from "./read-logo.ts";

/** What they are drawn from. */
export type IconSubject = { look: Look; storeName: string };

/** `id`: by what is drawn; null: the shop came with them. `files`: empty when they are stored already. */
export type DrawnIcons = IconSubject & { id: string | null; files: IconFile[] };

const ID_LENGTH = 16;

/** Null: the logo can't be read, or nothing of it can be seen. */
export async function drawIcons(shop: Shop, subject: IconSubject): Promise<DrawnIcons | null> {
  if (hasShippedIcons(subject.look)) return { ...subject, id: null, files: [] };
  try {
    const drawings = composeIcons(subject, await loadLogo(shop, subject.look));
    const id = createHash("sha256").update(JSON.stringify(drawings)).digest("hex").slice(0, ID_LENGTH);
    return { ...subject, id, files: (await hasIcons(shop.db, id)) ? [] : await drawIconFiles(drawings) };
  } catch (error) {
    shop.log.error("storefront.icons_failed", { error: errorText(error) });
    return null;
  }
}

/** Whether nothing has changed since they were drawn. */
export function areIconsOf(drawn: DrawnIcons, { look, storeName }: IconSubject): boolean {
  return sameValues(drawn.look, look) && drawn.storeName === storeName;
}

/** A logo at an address elsewhere is not fetched: the name stands for it. */
async function loadLogo({ files }: Shop, { logo, colors }: Look): Promise<Logo | null> {
  const key = logo && pictureKey(files, logo.url);
  if (!key) return null;
  const webp = await files.get(key);
  if (!webp) throw new Error("the logo is not in the file store");
  const read = await readLogo(webp, colors);
  if (!read) throw new Error("nothing of the logo can be seen");
  return read;
}
