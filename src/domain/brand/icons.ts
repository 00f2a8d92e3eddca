/** For emails: many clients show no WebP, and a logo on a dark background must stay transparent. Twice as high as it is shown. */
export const EMAIL_LOGO = { name: "email-logo.png", widthPx: 320, heightPx: 80 };

/** The path of one of the shop's icons, such as "favicon.svg". `icons`: the id of the owner's; null: those that the shop came with. */
export function iconPath(icons: string | null | undefined, name: string): string {
  return icons ? `/brand/${icons}/${name}` : `/${name}`;
}
