// Emails that are valid and most likely misspelled: who mistypes the provider never gets the confirmation.
import { typoOf } from "./typos.ts";

/** With many customers, and with names long enough that one wrong letter is no other company. */
const PROVIDERS = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "bellsouth.net",
] as const;
/** One letter from a provider above, and providers themselves. */
const OTHERS = new Set(["mail.com", "email.com", "ymail.com", "hotmail.co", "yahoo.ca", "yahoo.co"]);
const ENDINGS: readonly [RegExp, string][] = [
  [/\.(?:con|cmo|ocm|comm|vom|xom|cim|coom|c0m|cpm)$/, ".com"],
  [/\.(?:nte|ner|met|ent)$/, ".net"],
  [/\.(?:ogr|orgg|rog)$/, ".org"],
];

/** "pat@gmial.com" → "pat@gmail.com"; null where nothing looks misspelled. */
export function emailHint(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || PROVIDERS.some((name) => name === domain) || OTHERS.has(domain)) return null;
  const meant =
    PROVIDERS.find((name) => typoOf(domain, name) !== null) ??
    ENDINGS.map(([wrong, ending]) => domain.replace(wrong, ending)).find((fixed) => fixed !== domain);
  return meant === undefined ? null : `${email.slice(0, at)}@${meant}`;
}
