import { parseSocialUrl } from "#domain/settings/store-profile.ts";
import type { Shop } from "../core/shop.ts";
import { changeConfiguration } from "./change-configuration.ts";

/** Stores the link of the footer, or none for "". Answers whether the text is one. */
export async function saveSocialLink(
  shop: Shop,
  { actor, text }: { actor: string; text: string },
): Promise<{ ok: boolean }> {
  const socialUrl = parseSocialUrl(text);
  if (socialUrl === null) return { ok: false };
  await changeConfiguration(shop, { actor, action: "settings.saved" }, ({ profile }) => ({
    result: undefined,
    next: { profile: { ...profile, socialUrl } },
  }));
  return { ok: true };
}
