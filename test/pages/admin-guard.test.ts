import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { createDiscount } from "#server/checkout/discounts/save-discount.ts";
import type { Shop } from "#server/core/shop.ts";
import { functionRoutes } from "#server/http/functions/function-routes.ts";
import { saveCollection } from "#server/products/collections/save-collection.ts";
import { OWNER, OWNER_PASSWORD } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { cookiesOf, signInOwner } from "./owner-session.ts";
import { createPageHandler, listRoutes, loadRoute, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";
const WEB = path.join(import.meta.dirname, "../../src/web");
const OPEN = ["/admin/login", "/admin/login/code", "/admin/sign-out"];

const adminRoutes = listRoutes().filter((route) => /^\/admin(\/|$)/.test(route.pattern));
const guarded = [...new Set(adminRoutes.map((route) => route.pattern))]
  .filter((pattern) => !OPEN.includes(pattern))
  .map((pattern) => pattern.replace(/:\w+/g, countedUuid(9)));

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let otherPages: PageHandler;
let cookie: string;

beforeAll(async () => {
  // The product, the discount, and the collection that the walk opens. Without them, their pages would redirect.
  const known = { ...store.shop, newId: () => countedUuid(9) };
  await addProduct(known);
  const form = { ...emptyDiscount, code: "SUMMER", value: "10" };
  await createDiscount(known, { form, actor: OWNER });
  const fields = { name: "Summer", way: "rule", isOnSale: "on" };
  await saveCollection(known, { actor: OWNER, id: null, fields });
  const isAdminRoute = (route: { id: string }) => adminRoutes.some(({ id }) => id === route.id);
  pages = await createPageHandler(store.shop, isAdminRoute);
  // The same shop after ADMIN_EMAIL was changed: a valid session, but not the owner's.
  const moved: Shop = { ...store.shop, env: { ...store.shop.env, adminEmail: "new-owner@example.com" } };
  otherPages = await createPageHandler(moved, isAdminRoute);
  cookie = await signInOwner(store.shop);
});

type Ask = { post?: Record<string, string>; cookie?: string; data?: boolean };

function ask(path: string, { post, cookie: cookies, data }: Ask = {}): Request {
  const [pathname = "", query] = path.split("?");
  const headers = new Headers({ Origin: ORIGIN, Host: new URL(ORIGIN).host });
  if (cookies) headers.set("Cookie", cookies);
  const address = `${ORIGIN}${pathname}${data ? ".data" : ""}${query ? `?${query}` : ""}`;
  return new Request(
    address,
    post ? { method: "POST", headers, body: new URLSearchParams(post) } : { headers },
  );
}

/** The four ways into a page. */
const ways: Record<string, Ask> = {
  document: {},
  data: { data: true },
  form: { post: { intent: "sync-all" } },
  "scripted form": { post: { intent: "sync-all" }, data: true },
};

async function redirectOf(answer: Response): Promise<string | null> {
  if (answer.status === 202) return /"redirect","([^"]+)"/.exec(await answer.text())?.[1] ?? null;
  return answer.headers.get("Location");
}

test("[AG-1] the walk covers every page of the back office, and only the sign-in pages are open", () => {
  expect(guarded).toEqual(expect.arrayContaining(["/admin", "/admin/dashboard", "/admin/orders"]));
  const files = new Set(listRoutes().map(({ file }) => file));
  const unrouted = readdirSync(`${WEB}/routes/admin`, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".tsx") && !files.has(`routes/admin/${name}`),
  );
  expect(unrouted).toEqual([]);
  const outside = listRoutes().filter(
    ({ file, parentId }) => file.startsWith("routes/admin/") && parentId !== "routes/admin/layout",
  );
  expect(outside.map(({ pattern }) => pattern).sort()).toEqual(["/admin", ...OPEN]);
});

test("every button of the back office that names an intent is found in a page's table of intents", async () => {
  const known = new Set<string>();
  const withoutTable: string[] = [];
  for (const { file, pattern } of adminRoutes) {
    const { action } = await loadRoute(file);
    if (!action || OPEN.includes(pattern)) continue;
    if (action.intents) for (const intent of action.intents) known.add(intent);
    else withoutTable.push(pattern);
  }
  const folder = `${WEB}/admin`;
  // The button of a form: its own, of a one-button form, of a form that closes work, and of a form of the kit.
  const named =
    /name="intent"\s+value="[a-z-]+"|\bfields=\{\{[^}]*"[a-z-]+"[^}]*\}\}|<CloseWithNote[^>]*\bintent="[a-z-]+"|\bintent: "[a-z-]+"/g;
  const buttons = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").match(named) ?? [])
    .flatMap((text) =>
      [...text.matchAll(/(?:value=|intent=|[:?] ?)"([a-z-]+)"/g)].map(([, intent]) => intent),
    );
  expect(buttons).toEqual(
    expect.arrayContaining([
      "save",
      "publish",
      "sync",
      "sign-out-one",
      "dismiss",
      "rules",
      "reminders",
      "explain",
      "skip",
      "unread",
    ]),
  );
  expect(buttons.filter((intent) => !known.has(intent ?? ""))).toEqual([]);
  // Pictures are sent as bytes.
  expect(withoutTable.sort()).toEqual(["/admin/products/images", "/admin/products/photos"]);
});

test("[AG-1] [AG-2] no form of the back office changes anything without the owner", async () => {
  const before = await everythingStored();
  for (const { file, pattern } of adminRoutes) {
    const { action } = await loadRoute(file);
    if (OPEN.includes(pattern) || !action) continue;
    const path = pattern.replace(/:\w+/g, countedUuid(9));
    for (const intent of [...(action.intents ?? []), "unknown"]) {
      const post = { intent, confirmed: "yes", id: countedUuid(9), name: "Taken over" };
      const nobody = await pages(ask(path, { post }));
      const other = await otherPages(ask(path, { post, cookie }));
      expect(await redirectOf(nobody), `${intent} at ${path}`).toMatch(/^\/admin\/login\?from=/);
      expect(await redirectOf(other), `${intent} at ${path}`).toBe("/");
    }
  }
  expect(await everythingStored()).toEqual(before);
});

/** What a form could change. */
async function everythingStored() {
  const tables = [
    "products",
    "orders",
    "store_settings",
    "outbox",
    "jobs",
    "admin_audit",
    "account",
  ] as const;
  return Promise.all(tables.map((table) => store.shop.db.selectFrom(table).selectAll().execute()));
}

test.each(guarded)(
  "[AG-1] signed out: every way into %s leads to the sign-in page and back",
  async (path) => {
    for (const [way, request] of Object.entries(ways)) {
      const answer = await pages(ask(path, request));
      expect([302, 202], way).toContain(answer.status);
      expect(answer.headers.get("Cache-Control"), way).toBe("private, no-store");
      expect(await redirectOf(answer), way).toBe(`/admin/login?from=${encodeURIComponent(path)}`);
    }
  },
);

test.each(guarded)(
  "[AG-1] [AG-2] signed in as another user: every way into %s leads to the shop",
  async (path) => {
    for (const [way, request] of Object.entries(ways)) {
      expect(await redirectOf(await otherPages(ask(path, { ...request, cookie }))), way).toBe("/");
    }
  },
);

test.each(guarded.filter((path) => path !== "/admin"))(
  "[AG-1] the owner sees %s, and no cache stores it",
  async (path) => {
    for (const data of [false, true]) {
      const answer = await pages(ask(path, { cookie, data }));
      expect([200, 404]).toContain(answer.status);
      expect(answer.headers.get("Location")).toBeNull();
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    }
  },
);

test("[AG-1] every loader and action of the back office refuses on its own where the guard is missing", async () => {
  const { RouterContextProvider } = await import("react-router");
  const { shopContext } = await import("../../src/web/middleware/shop-context.ts");
  const behind = adminRoutes.filter(
    ({ pattern, file }) => !OPEN.includes(pattern) && !file.endsWith("/index.tsx"),
  );
  for (const { file, pattern } of behind) {
    const module = await loadRoute(file);
    for (const name of ["loader", "action"].filter((part) => module[part])) {
      const context = new RouterContextProvider(new Map([[shopContext, store.shop]]));
      const request = ask(pattern, name === "action" ? { post: {} } : {});
      const parameters = { request, url: new URL(request.url), params: { id: countedUuid(9) }, context };
      await expect((async () => module[name](parameters))(), `${name} of ${file}`).rejects.toThrow(
        /context/i,
      );
    }
  }
});

test.each([
  ["/send-order-confirmation", { orderId: countedUuid(9) }],
  ["/verify-checkout-session", { payment_intent_id: "pi_1", sync_only: true }],
  ["/verify-checkout-session", { order_id: countedUuid(9), ensure_status_sync: true, sync_only: true }],
])("[AG-1] [FN-2] [FN-3] the function %s responds only to the owner: %j", async (path, body) => {
  const call = async (shop: Shop, session: string) => {
    const init = { method: "POST", headers: { Cookie: session }, body: JSON.stringify(body) };
    return (await functionRoutes(shop).request(path, init)).status;
  };
  const moved: Shop = { ...store.shop, env: { ...store.shop.env, adminEmail: "new-owner@example.com" } };
  expect(await call(store.shop, "")).toBe(401);
  expect(await call(moved, cookie)).toBe(403);
  expect(await call(store.shop, cookie)).toBe(404);
});

test("[AG-1] the redirect to sign-in keeps the query of the original page", async () => {
  const answer = await pages(ask("/admin/orders?tab=paid&q=pat"));
  expect(answer.headers.get("Location")).toBe("/admin/login?from=%2Fadmin%2Forders%3Ftab%3Dpaid%26q%3Dpat");
});

test("[AL-1] [AL-3] the sign-in form works as a plain form post and leads back to where the visitor came from", async () => {
  const post = { email: OWNER, password: OWNER_PASSWORD };
  const answer = await pages(ask("/admin/login?from=%2Fadmin%2Forders%3Ftab%3Dpaid", { post }));
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe("/admin/orders?tab=paid");
  const lines = answer.headers.getSetCookie().join("\n");
  expect(lines).toMatch(/^shop\.session_token=.*HttpOnly; SameSite=Lax$/m);
  expect(lines).toMatch(/^shop_admin=1;/m);
  expect(lines).toMatch(/^admin_notice=signed-in;/m);
  const seen = await pages(ask("/admin/orders?tab=paid", { cookie: cookiesOf(answer.headers) }));
  expect(seen.status).toBe(200);
});

test("pages of the back office make the browser send its origin with plain forms", async () => {
  for (const request of [ask("/admin/login"), ask("/admin/orders", { cookie })]) {
    expect((await pages(request)).headers.get("Referrer-Policy")).toBe("same-origin");
  }
});

test.each([
  "https://evil.example/admin",
  "//evil.example/admin",
  "/\\evil.example/admin",
  "/shop",
  "/admin/sign-out",
])("[AL-1] signing in never leads to %s", async (from) => {
  const post = { email: OWNER, password: OWNER_PASSWORD };
  const answer = await pages(ask(`/admin/login?from=${encodeURIComponent(from)}`, { post }));
  expect(answer.headers.get("Location")).toBe("/admin/dashboard");
});

test("[AL-2] the sign-in page sends a signed-in owner to the dashboard", async () => {
  expect((await pages(ask("/admin/login", { cookie }))).headers.get("Location")).toBe("/admin/dashboard");
  expect((await pages(ask("/admin/login"))).status).toBe(200);
});

test("[AL-3] a refused sign-in sets no cookie and responds with an error status", async () => {
  const wrong = await pages(ask("/admin/login", { post: { email: OWNER, password: "wrong" } }));
  expect(wrong.status).toBe(401);
  expect(wrong.headers.getSetCookie()).toEqual([]);
  const text = await (
    await pages(ask("/admin/login", { post: { email: OWNER, password: "wrong" }, data: true }))
  ).text();
  expect(text).toContain("Failed to sign in. Please check your credentials and try again.");
  expect(text).toContain("Sign in failed");
  expect((await pages(ask("/admin/login", { post: { email: "", password: "" } }))).status).toBe(422);
});

test("[TR-2] after too many guesses the page says when to try again, even without scripts", async () => {
  const post = { email: "nobody@example.com", password: "wrong" };
  const request = () => {
    const asked = ask("/admin/login", { post });
    asked.headers.set("x-shop-client-ip", "203.0.113.99");
    return asked;
  };
  for (let count = 0; count < 10; count += 1) await pages(request());
  const answer = await pages(request());
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "30"]);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
});

test("[AL-1] the sign-in form prefills the owner's email in demo mode only", async () => {
  expect(await (await pages(ask("/admin/login", { data: true }))).text()).toContain(OWNER);
  const live: Shop = { ...store.shop, env: { ...store.shop.env, mode: "live" } };
  const livePages = await createPageHandler(live, (route) => route.pattern === "/admin/login");
  expect(await (await livePages(ask("/admin/login", { data: true }))).text()).not.toContain(OWNER);
});

test("the back office refuses a form post from another origin", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
  const request = ask("/admin/login", { post: { email: OWNER, password: OWNER_PASSWORD } });
  request.headers.set("Origin", "https://evil.example");
  const answer = await pages(request);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.status).toBe(400);
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockReset();
});

test("[AL-3] signing out ends the session and closes the back office again", async () => {
  const result = await signIn(store.shop, { email: OWNER, password: OWNER_PASSWORD, ip: "10.0.0.2" });
  if (!result.ok) throw new Error(result.reason);
  const own = cookiesOf(result.headers);
  expect((await pages(ask("/admin/dashboard", { cookie: own }))).status).toBe(200);
  const plain = await pages(ask("/admin/sign-out", { cookie: own }));
  expect(plain.headers.get("Location")).toBe("/admin/dashboard");
  const answer = await pages(ask("/admin/sign-out", { cookie: own, post: { form: "sign-out" } }));
  expect(answer.headers.get("Location")).toBe("/admin/login");
  expect(answer.headers.getSetCookie().join("\n")).toMatch(/^shop_admin=; .*Max-Age=0/m);
  expect((await pages(ask("/admin/dashboard", { cookie: own }))).headers.get("Location")).toContain(
    "/admin/login",
  );
});

test("[AL-3] a session that can't be read opens nothing and says 'Authentication Error'", async () => {
  const broken = { ...store.shop, auth: { ...store.shop.auth, api: { ...store.shop.auth.api } } } as Shop;
  broken.auth.api.getSession = (() =>
    Promise.reject(new Error("no database"))) as unknown as typeof broken.auth.api.getSession;
  const brokenPages = await createPageHandler(broken, ({ id }) =>
    adminRoutes.some((route) => route.id === id),
  );
  const answer = await brokenPages(ask("/admin/dashboard", { cookie }));
  expect(answer.headers.get("Location")).toBe("/admin/login?from=%2Fadmin%2Fdashboard");
  expect(answer.headers.getSetCookie().join("\n")).toContain("admin_notice=authentication-error");
});

test("[EA-5] while the database is down, every page keeps its frame with status 503, and no form has an effect", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const refuse = () => Promise.reject(away);
  const before = await everythingStored();
  const broken = { ...store.shop, auth: { ...store.shop.auth, api: { ...store.shop.auth.api } } } as Shop;
  broken.auth.api.getSession = refuse as unknown as typeof broken.auth.api.getSession;
  broken.pool = { query: refuse } as unknown as Shop["pool"];
  const brokenPages = await createPageHandler(broken, ({ id }) =>
    adminRoutes.some((route) => route.id === id),
  );
  for (const path of guarded.filter((path) => path !== "/admin")) {
    for (const data of [false, true]) {
      const answer = await brokenPages(ask(path, { cookie, data }));
      expect(answer.headers.get("Location"), path).toBeNull();
      expect(answer.headers.get("Cache-Control"), path).toBe("private, no-store");
      // A file has no page. In a data request the frame is fine, and the page's own part has the 503.
      if (data) expect(await answer.text(), path).toContain("503");
      else expect(answer.status, path).toBe(503);
    }
  }
  for (const { file, pattern } of adminRoutes) {
    const { action } = await loadRoute(file);
    if (OPEN.includes(pattern) || !action) continue;
    for (const intent of [...(action.intents ?? []), "unknown"]) {
      const post = { intent, confirmed: "yes", id: countedUuid(9), name: "Taken over" };
      const answer = await brokenPages(ask(pattern.replace(/:\w+/g, countedUuid(9)), { post, cookie }));
      expect(answer.status, `${intent} at ${pattern}`).toBe(503);
    }
  }
  expect(await everythingStored()).toEqual(before);
});

test("[EA-5] an unknown back office address shows the 404 inside its frame, and only to the owner", async () => {
  expect((await pages(ask("/admin/nowhere", { cookie }))).status).toBe(404);
  expect(await redirectOf(await pages(ask("/admin/nowhere")))).toBe("/admin/login?from=%2Fadmin%2Fnowhere");
});
