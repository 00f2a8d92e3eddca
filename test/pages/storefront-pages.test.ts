// The storefront's pages for a visitor without scripts: over HTTP, rendered by the real components, without a browser.

import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nowOf } from "#server/core/shop.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { StaticFiles } from "#server/http/pages/static-files.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { introduceBusiness } from "#server/settings/queries.ts";
import { createPageHandler } from "#test/pages/page-handler.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { addSizeChart } from "#test/shop/size-charts.ts";
import { pageText } from "./page-text.ts";

const PUBLIC = path.join(import.meta.dirname, "../../public");
const STORE = {
  email: "hello@example.com",
  phone: "(602) 555-0142",
  sms: "sms:+16025550142",
  address: "1 Fairway Lane, Phoenix, AZ 85001, USA",
};
const ORDER = "?order_id=0b8f7c1e-2f57-4b52-9d0e-6f5a0c3d2e1f&payment_intent_id=pi_unknown";

const store = sharedShop();
let app: RunningApp;
let capPath: string;
beforeAll(async () => {
  app = await startApp(store.shop, await createPageHandler(store.shop, () => true, { isDrawn: true }));
  capPath = `/product/${await putOnShelf(store.shop, { name: "Plain Cap" })}`;
  await loadSettings(store.shop);
  const { email, phone, address } = STORE;
  await inTransaction(store.shop, (tx) =>
    introduceBusiness(tx, { email, phone, address }, nowOf(store.shop)),
  );
});
afterAll(() => app?.stop());

async function open(target: string, init: RequestInit = {}) {
  const answer = await fetch(app.origin + target, { redirect: "manual", ...init });
  const html = await answer.text();
  return { status: answer.status, location: answer.headers.get("location"), html, text: pageText(html) };
}

const post = (target: string, form: Record<string, string>) =>
  open(target, { method: "POST", body: new URLSearchParams(form), headers: { Origin: app.origin } });

describe("addresses", () => {
  test("[RT-1] every page comes with header, footer, and its content in the HTML", async () => {
    const pages = {
      "/": ["Shop by Category", "Plain Cap"],
      "/shop": ["The Pro Shop", "Plain Cap", "$30.00"],
      [capPath]: ["Plain Cap", "$30.00", "Add to Cart"],
      "/about": ["Quality", "Performance", "Community"],
      "/contact": ["Get in Touch with Our Team", STORE.email],
      "/checkout": ["Checkout"],
      [`/checkout/confirmation${ORDER}`]: ["Processing your order..."],
    };
    for (const [target, contents] of Object.entries(pages)) {
      const { status, html, text } = await open(target);
      expect(status, target).toBe(200);
      expect(html, target).toMatch(/<header[\s\S]*<main[\s\S]*<footer/);
      for (const content of contents) expect(text, target).toContain(content);
    }
  });

  test("[BR-8] a product's URL with its name is canonical; without a name it shows the same, and a former name redirects there", async () => {
    const named = `${capPath}/plain-cap`;
    for (const target of [capPath, named]) {
      const { status, html } = await open(target);
      expect(status, target).toBe(200);
      expect(html, target).toContain(`rel="canonical" href="${store.shop.env.publicUrl}${named}"`);
    }
    expect(await open(`${capPath}/former-name?option=M&utm=1`)).toMatchObject({
      status: 301,
      location: `${named}?option=M&utm=1`,
    });
    expect((await open(`${capPath}/shop`)).location).toBe("/shop");
  });

  test("[RT-2] /checkout-confirmation redirects to /checkout/confirmation with its query", async () => {
    const { status, location } = await open(`/checkout-confirmation${ORDER}`);
    expect({ status, location }).toEqual({ status: 302, location: `/checkout/confirmation${ORDER}` });
  });

  test("[RT-3] a relative link on a nested page reaches the path with its slash", async () => {
    const links = ["admin", "admin/login", "shop?category=HATS", "about", "checkout/confirmation?order_id=1"];
    for (const link of links) {
      for (const from of [capPath, "/admin/orders/1", "/checkout/x"]) {
        const { pathname, search } = new URL(link, app.origin + from);
        if (pathname === `/${link.split("?")[0]}`) continue;
        const { status, location } = await open(pathname + search);
        expect({ link, from, status, location }).toEqual({ link, from, status: 302, location: `/${link}` });
      }
    }
  });

  test("[RT-4] an unknown path responds with 404 and links home", async () => {
    for (const target of ["/nowhere", "/about/us", "/a/b/c.html", "/%F0%9F%8F%8C"]) {
      const { status, html, text } = await open(target);
      expect({ target, status }).toEqual({ target, status: 404 });
      expect(text).toContain("Oops! We can't find the page you're looking for.");
      expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Homepage</);
    }
  });

  test("[RT-5] privacy, terms, and shipping are pages with the store's own settings", async () => {
    for (const target of ["/privacy", "/terms", "/shipping"]) {
      const { status, text, html } = await open(target);
      expect(status, target).toBe(200);
      expect(text, target).toContain("Golf Pro Shop");
      expect(html, target).toContain(`mailto:${STORE.email}`);
      expect(text, target).toContain("1 Fairway Lane");
    }
    const { text } = await open("/shipping");
    expect(text).toContain("$5.99");
    expect(text).toMatch(/3-5 business days/);
  });

  test("[RT-6] lists of a category or the sale have breadcrumbs, the whole shop has none", async () => {
    const crumbs = async (target: string) => {
      const { html } = await open(target);
      const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
      return data
        .flatMap(([, text]) => JSON.parse(text ?? "[]") as { "@type": string; itemListElement: object[] }[])
        .filter((entry) => entry["@type"] === "BreadcrumbList")
        .flatMap((entry) => entry.itemListElement as { name: string }[])
        .map(({ name }) => name);
    };
    expect(await crumbs("/shop?category=HATS")).toEqual(["Shop", "Hats"]);
    expect(await crumbs("/shop?category=SHIRTS&sale=true")).toEqual(["Shop", "Shirts", "On Sale"]);
    expect(await crumbs("/shop")).toEqual([]);
    expect(await crumbs(capPath)).toEqual(["Shop", "Hats", "Plain Cap"]);
  });

  test("[RT-6] /favicon.ico is an icon of three sizes, and the home page's preview picture has the size that it states", async () => {
    const answer = new StaticFiles(PUBLIC).answer("/favicon.ico", "", undefined);
    expect(answer?.headers.get("content-type")).toBe("image/x-icon");
    const icon = readFileSync(path.join(PUBLIC, "favicon.ico"));
    expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect(Array.from({ length: icon.readUInt16LE(4) }, (_, at) => icon[6 + 16 * at])).toEqual([16, 32, 48]);
    const { html } = await open("/about");
    const said = (name: string) =>
      new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1] ?? "";
    const file = path.join(PUBLIC, new URL(said("image")).pathname);
    const { format, width, height } = await sharp(readFileSync(file)).metadata();
    expect([format, `${width}`, `${height}`]).toEqual(["jpeg", said("image:width"), said("image:height")]);
  });
});

test("[HD-1] [HD-2] the header has the same links for everyone and marks the one that the page is below", async () => {
  const header = async (target: string) => (await open(target)).html.split("</header>")[0] ?? "";
  const marked = async (target: string) =>
    [...(await header(target)).matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]+)</g)].map(
      ([, name]) => name,
    );
  expect(await marked("/")).toEqual([]);
  expect(await marked("/shop?category=HATS")).toContain("SHOP");
  expect(await marked("/about/us")).toContain("ABOUT");
  expect(await marked("/shopping")).toEqual([]);
  expect(await header("/about")).toContain('href="/admin/login"');
  const asOwner = await open("/about", { headers: { Cookie: "shop_admin=1" } });
  expect(asOwner.html).toBe((await open("/about")).html);
});

test("[FT-1] [FI-5] the footer links to shop, company, legal, help, and one page outside, with this year's copyright", async () => {
  await addSizeChart(store.shop);
  const { html, text } = await open("/");
  const footer = html.slice(html.indexOf("<footer"));
  expect([...footer.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1])).toEqual([
    "/shop?category=HATS",
    "/shop?category=SHIRTS",
    "/shop?sale=true",
    "/shop",
    "/about",
    "/contact",
    "/privacy",
    "/terms",
    "/shipping",
    "/orders",
    "/size-guide",
  ]);
  expect(footer).toContain(`href="mailto:${STORE.email}"`);
  for (const heading of ["Shop", "Company", "Legal", "Help"])
    expect(footer).toMatch(new RegExp(`<h2[^>]*>${heading}<`));
  expect(text).toContain("© 2026 Golf Pro Shop");
  expect(/<a[^>]*href="https:[^>]*>/.exec(footer)?.[0]).toMatch(/rel="[^"]*\bnoopener\b/);
});

test("[HM-1] [HM-3] the home page links to the shop and the story, and gives three reasons", async () => {
  const { html } = await open("/");
  const hero = /<section [^>]*class="hero[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  for (const target of ["/shop", "/about"]) expect(hero).toContain(`href="${target}"`);
  const reasons = /aria-labelledby="why-heading"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  expect(pageText(reasons)).toContain("Why Choose Golf Pro Shop");
  const blurbs = [...reasons.matchAll(/<h3[\s\S]*?<p[^>]*>([^<]+)/g)].map(([, blurb = ""]) => blurb);
  expect(blurbs).toHaveLength(3);
  for (const blurb of blurbs) expect(blurb.length).toBeGreaterThan(40);
});

test("[AB-1] the about page names three values and links to the shop and the contact page", async () => {
  const { html, text } = await open("/about");
  for (const value of ["Quality", "Performance", "Community"])
    expect(html).toMatch(new RegExp(`<h3[^>]*>${value}</h3>`));
  expect(text).toContain("Golf Pro Shop");
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  for (const target of ["/shop", "/contact"])
    expect(main).toMatch(new RegExp(`<a [^>]*class="[^"]*\\bbutton\\b[^"]*"[^>]*href="${target}"`));
});

describe("contact", () => {
  const letter = {
    name: "Pat Writer",
    email: "pat@example.com",
    subject: "A size",
    message: "Is there an XL?",
  };
  const mails = () => store.shop.db.selectFrom("contact_messages").select("email").execute();

  test("[CT-1] contact lists every way to reach the store", async () => {
    const { html, text } = await open("/contact");
    expect(html).toMatch(/<h1[^>]*>Get in Touch with Our Team<\/h1>/);
    for (const link of [`mailto:${STORE.email}`, STORE.sms]) expect(html).toContain(`href="${link}"`);
    for (const words of [STORE.phone, STORE.address]) expect(text).toContain(words);
    expect(text).toMatch(/Monday to Friday\s+9am to 5pm MST\s+Saturday and Sunday\s+Closed/i);
    expect(html).toMatch(/<main[\s\S]*<img [^>]*alt="The view from our door[\s\S]*<\/main>/);
  });

  test("[CT-2] the form works without scripts: all fields are required, and typed text stays until it is sent", async () => {
    const { html } = await open("/contact");
    for (const name of Object.keys(letter)) {
      expect(html).toMatch(
        new RegExp(
          `<(input|textarea)[^>]*\\brequired=""[^>]*\\bname="${name}"|<(input|textarea)[^>]*\\bname="${name}"[^>]*\\brequired=""`,
        ),
      );
    }
    expect(html).toMatch(/<textarea[^>]*rows="5"/);
    const empty = await post("/contact", { name: "", email: "", subject: "", message: "" });
    expect(empty.status).toBe(422);
    expect(empty.html.match(/aria-invalid="true"/g)).toHaveLength(4);
    const wrong = await post("/contact", { ...letter, email: "pat@nowhere" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Invalid email address");
    expect(wrong.html.match(/aria-invalid="true"/g)).toHaveLength(1);
    for (const typed of ["Pat Writer", "pat@nowhere", "A size"])
      expect(wrong.html).toContain(`value="${typed}"`);
    expect(wrong.html).toContain("Is there an XL?</textarea>");
    const sent = await post("/contact", letter);
    expect(sent.status).toBe(200);
    expect(sent.text).toContain("Message sent successfully We'll get back to you as soon as possible.");
    expect(sent.html).not.toContain("Pat Writer");
    expect(await mails()).toEqual([{ email: letter.email }]);
  });

  test("[CT-2] a bot that fills in the hidden field is thanked, and nothing is sent", async () => {
    const { status, text } = await post("/contact", { ...letter, email: "trap@example.com", website: "x" });
    expect(status).toBe(200);
    expect(text).toContain("Message sent successfully");
    expect((await mails()).filter(({ email }) => email === "trap@example.com")).toEqual([]);
  });

  test("[CT-2] a sender of too many messages is told so, and keeps the typed text", async () => {
    const answers = [];
    for (let sent = 0; sent < 12; sent += 1)
      answers.push(await post("/contact", { ...letter, subject: `No. ${sent}` }));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(last?.text).toContain("You've sent several messages.");
    expect(last?.html).toContain('value="No. 11"');
  });
});
