import type { Look } from "./look.ts";
import { presets } from "./look.ts";

/** The shop came with icons for this look: the flag. A look of the owner's gets its own when it is published. */
export function hasShippedIcons({ logo, logoOnDark, hasDrawings, colors }: Look): boolean {
  const golf = presets.clubhouse.colors;
  const isGolf = colors.brand === golf.brand && colors.accent === golf.accent && colors.paper === golf.paper;
  return logo === null && logoOnDark === null && hasDrawings && isGolf;
}

/** For emails: many clients show no WebP, and a logo on a dark background must stay transparent. Twice as high as it is shown. */
export const EMAIL_LOGO = { name: "email-logo.png", widthPx: 320, heightPx: 80 };

/** The path of one of the shop's icons, such as "favicon.svg". `icons`: the id of the owner's; null: those that the shop came with. */
export function iconPath(icons: string | null | undefined, name: string): string {
  return icons ? `/brand/${icons}/${name}` : `/${name}`;
}
