// The tools of a demo: the mailbox under /dev and the payment sandbox under /sandbox. They show every shopper's emails and
// payments, so live mode has none of them, and a demo says who may look. On a private machine that is the person at
// it: a connection from the machine itself, under one of its own names, because a page on the internet can point a
// name of its own at 127.0.0.1. A demo that others may reach asks for the owner. What a shopper's browser needs in
// order to pay stays open there.
import type { Context, Hono } from "hono";
import { findAdminSession, isAdmin } from "../auth/admin-session.ts";
import { clientIpOf, isLoopback } from "../core/client-ip.ts";
import { isLoopbackName } from "../core/loopback-name.ts";
import type { Shop } from "../core/shop.ts";
import { handleMailbox } from "../mail/handle-mailbox.ts";
import { refuseMethod } from "./responses.ts";

export type DemoTools = {
  /** The payment sandbox: its pages, and the paths of them that shoppers need; null with a real provider. */
  sandbox: {
    fetch: (request: Request) => Promise<Response>;
    isForShoppers: (path: string) => boolean;
  } | null;
  /** Folder of the dev mailbox; null with a real mail server. */
  mailboxFolder: string | null;
};

const PRIVATE = { "Cache-Control": "no-store" };
const SIGN_IN = "/admin/login";

export function addDemoTools(app: Hono, shop: Shop, { sandbox, mailboxFolder }: DemoTools): void {
  if (shop.env.mode !== "demo") return;
  if (sandbox) {
    const answer = async (c: Context) =>
      (shop.env.isPublicDemo && sandbox.isForShoppers(c.req.path) ? null : await refuseStranger(shop, c)) ??
      sandbox.fetch(c.req.raw);
    const paths = ["/sandbox", "/sandbox/*"];
    app.on(["GET", "POST"], paths, answer);
    for (const path of paths)
      app.all(path, (c) => refuseMethod(c, "GET, HEAD, POST", "The sandbox does not support this method."));
  }
  if (mailboxFolder === null) return;
  app.on("GET", ["/dev/mailbox", "/dev/mailbox.css", "/dev/mailbox/*"], async (c) => {
    const refusal = await refuseStranger(shop, c);
    return refusal ?? (await handleMailbox(c.req.raw, { folder: mailboxFolder })) ?? c.text("Not found", 404);
  });
}

/** The response for visitors without access, or null. */
async function refuseStranger(shop: Shop, c: Context): Promise<Response | null> {
  return shop.env.isPublicDemo ? askForOwner(shop, c) : keepOnMachine(shop, c);
}

async function askForOwner(shop: Shop, c: Context): Promise<Response | null> {
  const session = await findAdminSession(shop, c.req.raw);
  if (isAdmin(session)) return null;
  if (c.req.method !== "GET" && c.req.method !== "HEAD")
    return c.text("Sign in as the owner first, at /admin.", 403, PRIVATE);
  const { pathname, search } = new URL(c.req.url);
  const from = encodeURIComponent(`${pathname}${search}`);
  return new Response(null, { status: 302, headers: { ...PRIVATE, Location: `${SIGN_IN}?from=${from}` } });
}

function keepOnMachine(shop: Shop, c: Context): Response | null {
  if (isLoopback(clientIpOf(c.req.raw)) && isLoopbackName(new URL(c.req.url).hostname)) return null;
  const why = `This page of the demo opens on its own machine only, at ${shop.env.publicUrl}. PUBLIC_DEMO=on shows it to the signed-in owner from elsewhere, too.`;
  return c.text(why, 403, PRIVATE);
}
