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

/** An email as it was typed → as it is stored; a domain with other letters gets its name in the DNS. May be none. */
export function readEmail(value: unknown): string {
  const typed = plainCode(value).replaceAll("’", "'");
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

const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address means, by which uses and limits are counted: capitals, what follows a plus, and the dots that
 * Gmail does not read make no other person.
 */
export function emailKey(email: string): string {
  const address = email.trim().toLowerCase();
  const { local, domain } = partsOf(address);
  if (local === "") return address;
  const name = local.replace(/(?<=.)\+.*$/, "");
  if (!DOTLESS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf("@");
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}
