// Opens and ends the preview of the storefront's draft.
import { type Context, Hono } from "hono";
import type { Shop } from "../../core/shop.ts";
import { opensPreview, PREVIEW_COOKIE } from "../../settings/brand/preview-link.ts";

const COOKIE_SECONDS = 24 * 60 * 60;

export function previewRoutes(shop: Shop): Hono {
  const routes = new Hono();
  const answer = (c: Context, value: string, seconds: number) => {
    const isSecure = shop.env.publicUrl.startsWith("https:") ? "; Secure" : "";
    c.header(
      "Set-Cookie",
      `${PREVIEW_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure}`,
    );
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
    return c.redirect("/", 302);
  };
  routes.get("/end", (c) => answer(c, "", 0));
  routes.get("/:token", (c) => {
    const token = c.req.param("token");
    if (!opensPreview(shop, token))
      return c.text("This preview has expired. Open it again in the back office.", 404);
    return answer(c, token, COOKIE_SECONDS);
  });
  return routes;
}
