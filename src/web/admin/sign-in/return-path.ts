// Where to go after signing in. The path comes from the URL, so anybody may have written it: only a page of
// the back office on our own origin is accepted. Otherwise a link could send the owner, freshly signed in,
// to a look-alike of the shop.

const ORIGIN = "http://shop.invalid";
const NO_RETURN = ["/admin/login", "/admin/login/code", "/admin/sign-out"];

/** A path with its query inside the back office, or null for everything else. */
export function parseReturnPath(text: unknown): string | null {
  if (typeof text !== "string" || !text.startsWith("/")) return null;
  if (!URL.canParse(text, ORIGIN)) return null;
  const { origin, pathname, search } = new URL(text, ORIGIN);
  if (origin !== ORIGIN || !(pathname === "/admin" || pathname.startsWith("/admin/"))) return null;
  return NO_RETURN.includes(pathname) ? null : `${pathname}${search}`;
}

/** The sign-in page, remembering where its visitor came from. */
export function loginPath(from: string | null): string {
  return remembering("/admin/login", from);
}

/** The page that asks for the code, after the right password. */
export function secondStepPath(from: string | null): string {
  return remembering("/admin/login/code", from);
}

function remembering(page: string, from: string | null): string {
  const path = parseReturnPath(from);
  return path === null ? page : `${page}?from=${encodeURIComponent(path)}`;
}
