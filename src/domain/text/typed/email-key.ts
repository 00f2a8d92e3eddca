// Whose mailbox an email address means.
import { partsOf } from "./email.ts";

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
