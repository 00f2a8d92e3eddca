// The guard of the back office. It runs before every page, loader, action and data request of the admin
// layout and decides on the server, from the session in the database; nothing that the browser claims
// counts. A visitor without a session goes to the sign-in page, which remembers where they came from;
// anyone but the administrator goes to the shop. Loaders and actions call `adminOf`, which throws where the
// guard did not run, so a route that is moved out of the layout by mistake fails closed. No cache may store
// an answer from behind the guard.
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import {
  type AdminSession,
  findAdminSession,
  isAdmin,
  type NonAdminSession,
} from "#server/auth/admin-session.ts";
import { errorText } from "#server/core/log.ts";
import { currentRequest, noteAccount } from "#server/core/request-context.ts";
import type { Shop } from "#server/core/shop.ts";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { noticeCookie } from "../admin/frame/notices.ts";
import { loginPath } from "../admin/sign-in/return-path.ts";
import { privatePage } from "../page/page-headers.ts";
import { shopOf } from "./shop-context.ts";

/** `isPasswordFresh`: what needs the password need not ask for it. */
export type Admin = { email: string; isPasswordFresh: boolean };

/** "away": the database can't be asked who this is. */
const adminContext = createContext<Admin | "away">();

/**
 * The administrator who is asking, and the shop. Throws where requireAdmin did not run, and a 503 while the database
 * can't say who is asking: then nothing is read and nothing done.
 */
export function adminOf(context: Readonly<RouterContextProvider>): Admin & { shop: Shop } {
  const admin = context.get(adminContext);
  if (admin === "away") throw data(null, { status: 503 });
  return { ...admin, shop: shopOf(context) };
}

/** Whether the frame of the back office must do without what it shows of the shop. */
export function isFrameBare(context: Readonly<RouterContextProvider>): boolean {
  return context.get(adminContext) === "away";
}

const guard: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const shop = shopOf(context);
  const session = await sessionOf(shop, request);
  if (session === "away") {
    // The page itself says that it could not be loaded, and the frame around it stays. Only a browser with a signed
    // session gets here; without one there is nothing to look up.
    context.set(adminContext, "away");
    return sealed(await next(), []);
  }
  const refuse = (reason: "unreadable" | "signed_out" | "not_owner") => {
    const { route } = currentRequest() ?? {};
    shop.log.warn("auth.access_refused", { reason, route, method: request.method });
  };
  if (session === "unknown") {
    refuse("unreadable");
    throw away(loginPath(`${url.pathname}${url.search}`), [noticeCookie("authentication-error")]);
  }
  if (session === null) {
    refuse("signed_out");
    throw away(loginPath(`${url.pathname}${url.search}`), []);
  }
  if (!isAdmin(session)) {
    refuse("not_owner");
    throw away("/", []);
  }
  noteAccount(shop.hashClient(session.email));
  context.set(adminContext, session);
  const response = await next();
  return sealed(response, []);
};

/** The mark tells the listener that no other upload reaches a page behind it. */
export const requireAdmin = Object.assign(guard, { isGuard: true as const });

async function sessionOf(
  shop: Shop,
  request: Request,
): Promise<AdminSession | NonAdminSession | null | "unknown" | "away"> {
  try {
    return await findAdminSession(shop, request);
  } catch (error) {
    shop.log.error("auth.session_unreadable", { error: errorText(error) });
    return (await isAway(shop)) ? "away" : "unknown";
  }
}

/** The library that reads sessions doesn't say why it could not: so the database is asked. */
async function isAway(shop: Shop): Promise<boolean> {
  try {
    await shop.pool.query("select 1");
    return false;
  } catch (error) {
    return isDatabaseUnavailable(error);
  }
}

function away(path: string, setCookies: string[]): Response {
  return sealed(redirect(path), setCookies);
}

function sealed(response: Response, setCookies: string[]): Response {
  for (const [name, value] of Object.entries(privatePage())) response.headers.set(name, value);
  for (const cookie of setCookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
