// Draws the icons and the link preview of a look before it is published: never in a transaction, and with all of them or none.
import { createHash } from "node:crypto";
import { EMAIL_LOGO } from "#domain/brand/icons.ts";
import { type Look, presets } from "#domain/brand/look.ts";
import type { BrandPicture } from "#domain/brand/picture.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { errorText } from "../../../core/log.ts";
import type { Shop } from "../../../core/shop.ts";
import { pictureKey } from "../../../files/pictures/make-avif.ts";
import { composeIcons } from "./compose-icons.ts";
import { drawIconFiles, type IconDrawings, type IconFile } from "./draw-icon-files.ts";
import { hasIcons } from "./icon-queries.ts";
import { drawEmailLogo, readLogo } from "./read-logo.ts";

/** What they are drawn from. */
export type IconSubject = { look: Look; storeName: string };

/** `id`: by what is drawn; null: the shop came with them. `files`: empty when they are stored already. */
export type DrawnIcons = IconSubject & { id: string | null; files: IconFile[] };

const ID_LENGTH = 16;

/** Null: the logo can't be read, or nothing of it can be seen. */
export async function drawIcons(shop: Shop, subject: IconSubject): Promise<DrawnIcons | null> {
  if (hasShippedIcons(subject.look)) return { ...subject, id: null, files: [] };
  const { logo, logoOnDark, colors } = subject.look;
  try {
    const light = await loadLogo(shop, logo);
    const inEmails = await loadLogo(shop, logoOnDark ?? logo);
    const drawings = composeIcons(subject, light && (await readLogo(light, colors)));
    const files = inEmails ? [{ name: EMAIL_LOGO.name, bytes: await drawEmailLogo(inEmails) }] : [];
    const id = idOf(drawings, files);
    if (await hasIcons(shop.db, id)) return { ...subject, id, files: [] };
    return { ...subject, id, files: [...(await drawIconFiles(drawings)), ...files] };
  } catch (error) {
    shop.log.error("storefront.icons_failed", { error: errorText(error) });
    return null;
  }
}

function idOf(drawings: IconDrawings, files: IconFile[]): string {
  const hash = createHash("sha256").update(JSON.stringify(drawings));
  for (const { bytes } of files) hash.update(bytes);
  return hash.digest("hex").slice(0, ID_LENGTH);
}

/** Whether nothing has changed since they were drawn. */
export function areIconsOf(drawn: DrawnIcons, { look, storeName }: IconSubject): boolean {
  return sameValues(drawn.look, look) && drawn.storeName === storeName;
}

/** A logo at an address elsewhere is not fetched: the name stands for it. */
async function loadLogo({ files }: Shop, logo: BrandPicture | null): Promise<Uint8Array | null> {
  const key = logo && pictureKey(files, logo.url);
  if (!key) return null;
  const webp = await files.get(key);
  if (!webp) throw new Error("the logo is not in the file store");
  return webp;
}

/** The shop came with icons for this look: the flag. A look of the owner's gets its own when it is published. */
function hasShippedIcons({ logo, logoOnDark, hasDrawings, colors }: Look): boolean {
  const golf = presets.clubhouse.colors;
  const isGolf = colors.brand === golf.brand && colors.accent === golf.accent && colors.paper === golf.paper;
  return logo === null && logoOnDark === null && hasDrawings && isGolf;
}
