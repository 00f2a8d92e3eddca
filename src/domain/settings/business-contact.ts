// How to reach the store, from its settings. What the owner left empty is not shown; only the postal address for
// returns has a default.
import type { BusinessInfo } from "./settings.ts";

export const DEFAULT_RETURN_ADDRESS = "Phoenix, AZ, USA";

export type BusinessContact = {
  email: string | null;
  phone: { shown: string; smsHref: string } | null;
  /** One entry per printed line. */
  addressLines: string[];
};

export function businessContact(info: BusinessInfo): BusinessContact {
  const digits = info.phone.replace(/[^\d+]/g, "");
  const number = digits.startsWith("+") ? digits : digits.length === 10 ? `+1${digits}` : digits;
  const lines = info.address.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter(Boolean);
  return {
    email: info.email.trim() || null,
    phone: number ? { shown: info.phone.trim(), smsHref: `sms:${number}` } : null,
    addressLines: given.length > 0 ? given : [DEFAULT_RETURN_ADDRESS],
  };
}
