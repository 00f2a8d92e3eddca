// The signed link to the draft on the real pages: anyone who has it sees the draft for a day, and nothing else of the back
// office. It sets a cookie, so every page that is opened from there shows the draft, too.
import { createHmac, timingSafeEqual } from "node:crypto";
import { everyKey } from "../../core/secrets.ts";
import type { Shop } from "../../core/shop.ts";
import { readConfiguration } from "../load-configuration.ts";
import type { LoadedConfiguration } from "../queries.ts";
import { findDraft } from "./queries.ts";

const PREVIEW_HOURS = 24;
export const PREVIEW_COOKIE = "shop.preview";
const LABEL = "storefront-preview";

/** The path of the preview, valid for a day. */
export function previewPath({ keys, clock }: Pick<Shop, "keys" | "clock">): string {
  const until = String(clock() + PREVIEW_HOURS * 60 * 60_000);
  return `/preview/${until}.${macOf(keys.orderLinks.current, until)}`;
}

/** Whether a token opens the draft now. */
export function opensPreview({ keys, clock }: Pick<Shop, "keys" | "clock">, token: string): boolean {
  const [until = "", mac = ""] = token.split(".");
  if (!/^\d{13}$/.test(until) || Number(until) < clock()) return false;
  const given = Buffer.from(mac);
  return everyKey(keys.orderLinks).some((key) => {
    const right = Buffer.from(macOf(key, until));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

function macOf(key: string, until: string): string {
  return createHmac("sha256", key).update(`${LABEL}:${until}`).digest("base64url");
}

/** The preview's token in the cookies of a request; null: the request is for the published pages. */
export function previewTokenIn(cookies: string | null | undefined): string | null {
  if (!cookies?.includes(PREVIEW_COOKIE)) return null;
  return /(?:^|;\s*)shop\.preview=([\w.-]+)/.exec(cookies)?.[1] ?? null;
}

/** The configuration, with the draft instead of the published document. */
export async function loadDraftConfiguration(shop: Shop): Promise<LoadedConfiguration> {
  const [stored, draft] = await Promise.all([readConfiguration(shop), findDraft(shop.db)]);
  const logoUrl = draft.brand.look.logo?.url ?? "";
  const businessInfo = { ...stored.settings.businessInfo, logoUrl };
  return { ...stored, settings: { ...stored.settings, businessInfo }, brand: draft.brand };
}
