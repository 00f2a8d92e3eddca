// Email addresses. Valid is what the HTML standard takes, less what RFC 5321 and the payment provider refuse: a first part
// of more than 64 characters, dots at its ends or in a row, and a top-level domain of one letter or of digits.
import { plainCode } from "./plain-text.ts";

const LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;

/** One plain email that can be handed to an email client unchanged (no name, no list, no line break). */
export function isEmail(text: string): boolean {
  const { local, domain } = partsOf(text);
  return (
    text.length <= LENGTH_MAX &&
    local.length <= LOCAL_LENGTH_MAX &&
    LOCAL.test(local) &&
    !/[\r\n]/.test(text) &&
    DOMAIN.test(domain)
  );
}

/** What comes along from a link, an email program, or the end of a sentence: "Pat <pat@example.com>", "pat@example.com." */
const BEFORE = /^(?:(?:mailto:|[^<>@]*<)\s*)+/i;
const BEHIND = /(?<![>.,;\s])[>.,;\s]+$/;

/** An email as it was typed → as it is stored; a domain with other letters gets its name in the DNS. May be none. */
export function readEmail(value: unknown): string {
  const typed = plainCode(value).replaceAll("’", "'").replace(BEFORE, "").replace(BEHIND, "");
  const { local, domain } = partsOf(typed);
  const isOfOtherLetters = /^[\p{L}\p{M}\d.-]+$/u.test(domain) && !/^[\x21-\x7e]*$/.test(domain);
  return isOfOtherLetters && local !== "" ? `${local}@${dnsName(domain)}` : typed;
}

function dnsName(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** At its last @. */
export function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf("@");
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}
