import type { Shop } from "../core/shop.ts";
import { type ImageRefusal, storeProductImage } from "../files/pictures/picture-sizes.ts";
import { changeConfiguration } from "./change-configuration.ts";

export type LogoSaved = { ok: true; url: string } | { ok: false; reason: ImageRefusal };

/** Re-encodes an uploaded logo, like every picture of the shop, and uses it from now on. */
export async function saveLogo(
  shop: Shop,
  { actor, bytes }: { actor: string; bytes: Uint8Array },
): Promise<LogoSaved> {
  const stored = await storeProductImage(shop, bytes);
  if (!stored.ok) return stored;
  await setLogo(shop, actor, stored.url);
  return { ok: true, url: stored.url };
}

/** The wordmark stands alone again. The file stays: emails that were sent show it. */
export async function removeLogo(shop: Shop, { actor }: { actor: string }): Promise<void> {
  await setLogo(shop, actor, "");
}

function setLogo(shop: Shop, actor: string, logoUrl: string): Promise<void> {
  return changeConfiguration(shop, { actor, action: "settings.logo_changed" }, ({ settings }) => {
    const businessInfo = { ...settings.businessInfo, logoUrl };
    return { result: undefined, next: { settings: { ...settings, businessInfo } } };
  });
}
