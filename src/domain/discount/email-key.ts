const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * The email address as its uses of a discount are counted: capitals, what follows a plus, and the dots that Gmail does
 * not read make no other person.
 */
export function emailKey(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, "");
  if (!DOTLESS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}
