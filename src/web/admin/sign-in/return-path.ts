// Where to go after signing in. The path comes from the URL, so anybody may have written it: only a page of
// the back office on our own origin, or a tool of a public demo, is accepted. Otherwise a link could send the owner,
// freshly signed in, to a look-alike of the shop.
import { parseUrl } from "#domain/text/query-text.ts";

const ORIGIN = "http://shop.invalid";
const DEMO_TOOLS = ["/dev/mailbox", "/sandbox"];
const NO_RETURN = ["/admin/login", "/admin/login/code", "/admin/sign-out"];

/** What the owner alone may open. The demo's tools are no pages of the back office: the server answers them itself. */
const FOR_THE_OWNER = ["/admin", ...DEMO_TOOLS];

/** A path with its query that is for the owner alone, or null for everything else. */
export function parseReturnPath(text: unknown): string | null {
  if (typeof text !== "string" || !text.startsWith("/")) return null;
  const url = parseUrl(text, ORIGIN);
  if (url === null) return null;
  const { origin, pathname, search } = url;
  if (origin !== ORIGIN || !isWithin(FOR_THE_OWNER, pathname)) return null;
  return NO_RETURN.includes(pathname) ? null : `${pathname}${search}`;
}

/** Whether the path that `parseReturnPath` answered is one that the server draws without the router. */
export function isDemoTool(path: string): boolean {
  return isWithin(DEMO_TOOLS, new URL(path, ORIGIN).pathname);
}

function isWithin(folders: string[], pathname: string): boolean {
  return folders.some((folder) => pathname === folder || pathname.startsWith(`${folder}/`));
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
