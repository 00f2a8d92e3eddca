// The pages that do not depend on the products: URLs, header, footer, home, about, contact. What the
// server sends is read without a browser; what happens is done in one.

import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { shopYear } from "#domain/text/dates.ts";
import { DEFAULT_TIME_ZONE } from "#domain/text/default-time-zone.ts";
import { feedFaults } from "#test/merchant-feed.ts";
import { parseXml, textsOf } from "#test/xml.ts";
import { browserForTests, DESKTOP, eventually } from "./browser.ts";
import { CAP, cartDrawer, mailsTo, signIn } from "./journey.ts";
import { shopForTests } from "./shop-for-tests.ts";
import { BROKEN_REQUEST, cardOf, cartButton, seesToast, served, WIDTHS } from "./storefront.ts";
import { shopNow } from "./three-zones.ts";

const STORE = { email: "hello@example.com", phone: "(602) 555-0142", sms: "sms:+16025550142" };
const ORDER = "?order_id=0b8f7c1e-2f57-4b52-9d0e-6f5a0c3d2e1f&payment_intent_id=pi_unknown";

const shop = shopForTests();
let capPath: string;
const browser = browserForTests();
const [phone, desktop] = WIDTHS.map(({ viewport }) => viewport);

beforeAll(async () => {
  const { html } = await served(`${shop.url}/shop?category=HATS`);
  capPath = new RegExp(`href="(/product/[0-9a-f-]{36})"[^>]*>${CAP.name}<`).exec(html)?.[1] ?? "";
  expect(capPath).not.toBe("");
});

const serve = (path: string, init?: RequestInit) => served(shop.url + path, init);
const leadsTo = async (path: string) => {
  const { status, headers } = await serve(path, { redirect: "manual" });
  return { status, location: headers.get("location") };
};

describe("addresses", () => {
  test("[RT-1] every page comes with header, footer and its real content in the HTML", async () => {
    const pages = {
      "/": ["Shop by Category", CAP.name],
      "/shop": ["The Pro Shop", CAP.name, CAP.price],
      [capPath]: [CAP.name, CAP.price, "Add to Cart"],
      "/about": ["Quality", "Performance", "Community"],
      "/contact": ["Get in Touch with Our Team", STORE.email],
      "/checkout": ["Checkout"],
      [`/checkout/confirmation${ORDER}`]: ["Processing your order..."],
    };
    for (const [path, contents] of Object.entries(pages)) {
      const { status, html, text } = await serve(path);
      expect(status, path).toBe(200);
      expect(html, path).toMatch(/<header[\s\S]*<main[\s\S]*<footer/);
      for (const content of contents) expect(text, path).toContain(content);
    }
  });

  test("[RT-2] /checkout-confirmation leads to /checkout/confirmation with its query", async () => {
    expect(await leadsTo(`/checkout-confirmation${ORDER}`)).toEqual({
      status: 302,
      location: `/checkout/confirmation${ORDER}`,
    });
  });

  test("[RT-3] a relative link on a nested page reaches the slashed path", async () => {
    const relative = [
      "admin",
      "admin/login",
      "shop",
      "about",
      "contact",
      "checkout",
      "checkout/confirmation?order_id=1",
    ];
    for (const link of relative) {
      for (const from of [capPath, "/admin/orders/1", "/checkout/x"]) {
        const { pathname, search } = new URL(link, shop.url + from);
        if (pathname === `/${link.split("?")[0]}`) continue;
        expect(await leadsTo(pathname + search), `${link} on ${from}`).toEqual({
          status: 302,
          location: `/${link}`,
        });
      }
    }
    await browser.visit("relative link", {}, async ({ page }) => {
      await page.goto(shop.url + capPath);
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), { href: "shop?category=HATS", id: "stray" });
        link.textContent = "Hats";
        document.body.prepend(link);
      });
      await page.locator("#stray").click();
      await page.waitForURL(`${shop.url}/shop?category=HATS`);
    });
  });

  test("[RT-4] an unmatched path answers 404 and leads home", async () => {
    for (const path of ["/nowhere", "/about/us", "/a/b/c.html", "/%F0%9F%8F%8C"]) {
      const { status, text } = await serve(path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).toContain("Oops! We can't find the page you're looking for.");
    }
    await browser.visit("not found", { expected: [/status of 404/] }, async ({ page }) => {
      await page.goto(`${shop.url}/nowhere`);
      expect(await page.getByRole("banner").isVisible()).toBe(true);
      await page.getByRole("link", { name: "Return to Homepage" }).click();
      await page.waitForURL(`${shop.url}/`);
    });
  });

  test("[RT-5] privacy, terms and shipping are real pages with the store's own settings", async () => {
    for (const path of ["/privacy", "/terms", "/shipping"]) {
      const { status, text, html } = await serve(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain("Golf Pro Shop");
      expect(html, path).toContain(`mailto:${STORE.email}`);
      expect(text, path).toContain("1 Fairway Lane");
    }
    const { text } = await serve("/shipping");
    expect(text).toContain("$5.99");
    expect(text).toMatch(/3-5 business days/);
  });
});

const currentLinks = (page: Page) => page.getByRole("banner").locator("nav a[aria-current]").allInnerTexts();

describe("for whoever asks without a browser", () => {
  test("[RT-6] /favicon.ico is a picture", async () => {
    const answer = await fetch(`${shop.url}/favicon.ico`);
    expect(answer.headers.get("content-type")).toBe("image/x-icon");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    const sizes = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => bytes[6 + 16 * index]);
    expect(sizes).toEqual([16, 32, 48]);
  });

  test("[RT-6] lists of a category or the sale say where they stand, the whole shop does not", async () => {
    const crumbs = async (path: string) => {
      const { html } = await serve(path);
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
    expect(await crumbs(capPath)).toEqual(["Shop", "Hats", CAP.name]);
  });

  test("[RT-6] the feed of the whole sample catalogue is what Merchant Center accepts", async () => {
    const { html } = await serve("/feeds/google.xml");
    const items = parseXml(html).children[0]?.children.filter(({ name }) => name === "item") ?? [];
    expect(items.length).toBeGreaterThan(16);
    expect(feedFaults(items)).toEqual([]);
    expect(await sizeOfPicture(textsOf(items[0]!, "g:image_link")[0] ?? "")).toEqual(["jpeg", 1600, 2000]);
  });

  test("[RT-6] a link preview gets the picture that the page names, in the size that it says", async () => {
    for (const path of ["/", capPath]) {
      const { html } = await serve(path);
      const said = (name: string) =>
        new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1] ?? "";
      const size = ["jpeg", Number(said("image:width")), Number(said("image:height"))];
      expect(await sizeOfPicture(said("image")), path).toEqual(size);
    }
  });
});

async function sizeOfPicture(address: string) {
  const answer = await fetch(shop.url + new URL(address).pathname);
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return [format, width, height];
}

describe("the header", () => {
  test("[HD-1] the wordmark leads home; SHOP, ABOUT and CONTACT are active on and below their path", async () => {
    await browser.visit(
      "header links",
      { viewport: desktop, expected: [/status of 404/] },
      async ({ page }) => {
        await page.goto(shop.url);
        const nav = page.getByRole("banner").getByRole("navigation", { name: "Main" });
        expect(await nav.getByRole("link").allInnerTexts()).toEqual(["SHOP", "ABOUT", "CONTACT"]);
        expect(await currentLinks(page)).toEqual([]);
        for (const name of ["SHOP", "ABOUT", "CONTACT"]) {
          await nav.getByRole("link", { name }).click();
          await page.waitForURL(`${shop.url}/${name.toLowerCase()}`);
          await eventually(async () => expect(await currentLinks(page)).toEqual([name]));
          expect(await nav.getByRole("link", { name }).getAttribute("aria-current")).toBe("page");
        }
        await page.goto(`${shop.url}/about/us`);
        expect(await currentLinks(page)).toEqual(["ABOUT"]);
        await page.goto(`${shop.url}/shopping`);
        expect(await currentLinks(page)).toEqual([]);
        await page.getByRole("banner").getByRole("link", { name: "Golf Pro Shop" }).click();
        await page.waitForURL(`${shop.url}/`);
      },
    );
  });

  test("[HD-2] from 768 px on the person icon leads a visitor to the sign-in and an admin to the dashboard", async () => {
    await browser.visit("person icon", { viewport: desktop }, async ({ page, context }) => {
      await page.goto(`${shop.url}/about`);
      const icons = () =>
        page
          .getByRole("banner")
          .locator(".icon-button:visible")
          .evaluateAll((buttons) => buttons.map((icon) => icon.getAttribute("aria-label")));
      expect(await icons()).toEqual(["Search", "Open cart", "Staff sign-in"]);
      await page.setViewportSize({ width: 768, height: 900 });
      expect(await icons()).toEqual(["Search", "Open cart", "Staff sign-in"]);
      await page.setViewportSize({ width: 767, height: 900 });
      expect(await icons()).toEqual(["Search", "Open cart", "Open menu"]);
      await page.setViewportSize(desktop ?? { width: 1280, height: 900 });
      const person = page.getByRole("banner").locator('a[href^="/admin"]');
      expect(await person.getAttribute("href")).toBe("/admin/login");
      await signIn(page, shop);
      await page.goto(`${shop.url}/about`);
      await eventually(async () => expect(await person.getAttribute("href")).toBe("/admin/dashboard"));
      const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const [asAdmin, asVisitor] = await Promise.all([
        serve("/about", { headers: { cookie: cookies } }),
        serve("/about"),
      ]);
      expect(asAdmin.html).toBe(asVisitor.html);
      await person.click();
      await page.waitForURL(`${shop.url}/admin/dashboard`);
    });
  });

  test("[HD-3] the cart icon opens the drawer and counts items above 0 only", async () => {
    await browser.visit("cart icon", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/shop?category=HATS`);
      expect(await page.getByTestId("cart-count").count()).toBe(0);
      await cartButton(page).click();
      await cartDrawer(page).getByText("Your cart is empty").waitFor();
      await page.keyboard.press("Escape");
      await cartDrawer(page).waitFor({ state: "hidden" });
      await cardOf(page, CAP.name).hover();
      await page.getByRole("button", { name: `Add to Cart: ${CAP.name}` }).click();
      await cartDrawer(page).getByText(CAP.name).first().waitFor();
      expect(await page.getByTestId("cart-count").innerText()).toBe("1");
    });
  });

  test("[HD-4] [FI-5] [PA-5] below 768 px a menu leads to what shoppers look for, repeats the links plus ADMIN and closes on any route change", async () => {
    await browser.visit("mobile menu", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url);
      const header = page.getByRole("banner");
      const menu = page.getByRole("dialog", { name: "Menu" });
      const open = () => page.getByRole("button", { name: "Open menu" }).click();
      expect(await header.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
      expect(await header.locator(".crest").innerText()).toBe("GPS");
      const links = [
        ["Hats", "/shop?category=HATS"],
        ["Shirts", "/shop?category=SHIRTS"],
        ["Sale", "/shop?sale=true"],
        ["Find your order", "/orders"],
        ["Size guide", "/size-guide"],
        ["Shipping & returns", "/shipping"],
        ["SHOP", "/shop"],
        ["ABOUT", "/about"],
        ["CONTACT", "/contact"],
        ["ADMIN", "/admin/login"],
      ] as const;
      for (const [name, path] of links) {
        await open();
        const link = menu.getByRole("link", { name, exact: true });
        await link.waitFor();
        expect(await menu.getByRole("link").allInnerTexts()).toEqual(links.map(([text]) => text));
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await link.click();
        await page.waitForURL(shop.url + path);
        if (path !== "/admin/login") await menu.waitFor({ state: "hidden" });
      }
      await page.goto(`${shop.url}/about`);
      await page.getByRole("navigation", { name: "Company" }).getByRole("link", { name: "Contact" }).click();
      await page.waitForURL(`${shop.url}/contact`);
      await open();
      await menu.waitFor();
      await page.goBack();
      await menu.waitFor({ state: "hidden" });
      expect(page.url()).toBe(`${shop.url}/contact`);
      await page.goBack();
      await page.waitForURL(`${shop.url}/about`);
      await page.setViewportSize({ width: 767, height: 900 });
      expect(await page.getByRole("button", { name: "Open menu" }).isVisible()).toBe(true);
      await page.setViewportSize({ width: 768, height: 900 });
      expect(await page.getByRole("button", { name: "Open menu" }).isVisible()).toBe(false);
      expect(await header.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
    });
  });

  test("[HD-4] a menu that is open stays in sight when the phone is turned", async () => {
    await browser.visit("turned menu", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url);
      await page.getByRole("button", { name: "Open menu" }).click();
      const menu = page.getByRole("dialog", { name: "Menu" });
      await menu.waitFor();
      await page.setViewportSize({ width: 844, height: 390 });
      expect(await page.getByRole("button", { name: "Open menu" }).count()).toBe(0);
      expect(await menu.isVisible()).toBe(true);
      await menu.getByRole("button", { name: "Close" }).click();
      await menu.waitFor({ state: "hidden" });
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "ABOUT", exact: true })
        .click();
      await page.waitForURL(`${shop.url}/about`);
    });
  });

  test("[HD-5] scrolled by more than 10 px the header is blurred and compact", async () => {
    await browser.visit("compact header", { viewport: phone }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`${shop.url}/about`);
      const look = () =>
        page.locator(".site-bar").evaluate((bar) => ({
          isBlurred: getComputedStyle(bar).backdropFilter.includes("blur"),
          height: bar.getBoundingClientRect().height,
        }));
      const scrollTo = async (y: number) => {
        await page.evaluate((top) => window.scrollTo(0, top), y);
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
      };
      const tall = await look();
      expect(tall.isBlurred).toBe(false);
      await scrollTo(10);
      expect(await look()).toEqual(tall);
      await scrollTo(11);
      await eventually(async () => {
        const compact = await look();
        expect(compact.isBlurred).toBe(true);
        expect(compact.height).toBeLessThan(tall.height);
      });
      await scrollTo(0);
      await eventually(async () => expect(await look()).toEqual(tall));
    });
  });
});

test("[FT-1] [FI-5] the footer links to shop, company, legal, help and one page outside, with this year's copyright", async () => {
  const { html, text } = await serve("/");
  const footer = html.slice(html.indexOf("<footer"));
  const internal = [...footer.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1]);
  expect(internal).toEqual([
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
    "/shipping",
    "/contact",
  ]);
  expect(footer).toContain(`href="mailto:${STORE.email}"`);
  for (const heading of ["Shop", "Company", "Legal", "Help"])
    expect(footer).toMatch(new RegExp(`<h2[^>]*>${heading}<`));
  expect(text).toContain(`© ${shopYear(shopNow(), DEFAULT_TIME_ZONE)} Golf Pro Shop`);
  const outside = /<a[^>]*href="https:[^>]*>/.exec(footer)?.[0];
  expect(outside).toMatch(/rel="[^"]*\bnoopener\b/);
  await browser.visit("footer", { viewport: phone }, async ({ page }) => {
    await page.goto(shop.url);
    const heights = await page
      .getByRole("contentinfo")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights).toHaveLength(14);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect((await page.getByRole("contentinfo").boundingBox())?.height).toBeLessThanOrEqual(400);
    // The menu has it on a phone; a desk has no menu.
    await page.setViewportSize(DESKTOP);
    expect(await page.getByRole("contentinfo").getByRole("link", { name: "Sale" }).isVisible()).toBe(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "Shipping & returns" }).click();
    await page.getByRole("heading", { name: "Shipping & returns", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Sending it back" }).waitFor();
  });
});

describe("home", () => {
  test.each(WIDTHS)(
    "[HM-1] the hero leads to the shop and to the story, at $width px",
    async ({ width, viewport }) => {
      await browser.visit(`hero ${width}`, { viewport }, async ({ page }) => {
        for (const path of ["/shop", "/about"]) {
          await page.goto(shop.url);
          const button = page.locator(`.hero a.button[href="${path}"]`);
          expect((await button.boundingBox())?.y).toBeLessThan(viewport.height);
          await button.click();
          await page.waitForURL(shop.url + path);
        }
      });
    },
  );

  test("[HM-2] each category shows a random picture of one of its products", async () => {
    const lists = await Promise.all(["HATS", "SHIRTS"].map((name) => serve(`/shop?category=${name}`)));
    const shown: string[][] = [];
    for (const chance of [0, 0.999]) {
      await browser.visit(`doors ${chance}`, { viewport: desktop }, async ({ page }) => {
        await page.addInitScript((value) => {
          Math.random = () => value;
        }, chance);
        await page.goto(shop.url);
        const doors = page.locator(".door img");
        await eventually(async () => expect(await doors.count()).toBe(2));
        shown.push(
          await doors.evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? "")),
        );
      });
    }
    const [lowest, highest] = shown;
    for (const [index, { html }] of lists.entries()) {
      expect(lowest?.[index]).not.toBe(highest?.[index]);
      for (const sources of shown) expect(html).toContain(sources[index]);
    }
  });

  test("[HM-2] a picture that fails becomes the 'coming soon' placeholder, once", async () => {
    await browser.visit(
      "broken doors",
      { viewport: desktop, expected: [BROKEN_REQUEST] },
      async ({ page }) => {
        await page.route("**/storage/product-images/**", (route) => route.abort());
        await page.goto(shop.url);
        const doors = page.locator(".door");
        await eventually(async () => expect(await doors.getByText(/coming soon/i).count()).toBe(2));
        await doors.first().hover();
        await page.waitForLoadState("networkidle");
        expect(await doors.locator("img").count()).toBe(0);
        await doors.first().click();
        await page.waitForURL("**/shop?category=HATS");
      },
    );
  });

  test("[HM-3] 'Why Choose' gives three reasons", async () => {
    await browser.visit("why choose", { viewport: phone }, async ({ page }) => {
      await page.goto(shop.url);
      const why = page.getByRole("region", { name: /^Why Choose/ });
      expect(await why.getByRole("heading", { level: 3 }).count()).toBe(3);
      for (const blurb of await why.getByRole("listitem").all()) {
        expect((await blurb.innerText()).length).toBeGreaterThan(40);
      }
    });
  });
});

test("[AB-1] about tells the story, three values and where to go on", async () => {
  const { text, html } = await serve("/about");
  for (const value of ["Quality", "Performance", "Community"]) {
    expect(html).toMatch(new RegExp(`<h3[^>]*>${value}</h3>`));
  }
  expect(text).toContain("Golf Pro Shop");
  await browser.visit("about", { viewport: phone }, async ({ page }) => {
    for (const path of ["/shop", "/contact"]) {
      await page.goto(`${shop.url}/about`);
      await page.getByRole("main").locator(`a.button[href="${path}"]`).click();
      await page.waitForURL(shop.url + path);
    }
  });
});

describe("contact", () => {
  test("[CT-1] contact names every way to reach the store", async () => {
    const { html, text } = await serve("/contact");
    expect(html).toMatch(/<h1[^>]*>Get in Touch with Our Team<\/h1>/);
    for (const link of [`mailto:${STORE.email}`, STORE.sms]) expect(html).toContain(`href="${link}"`);
    for (const words of [STORE.phone, "1 Fairway Lane, Phoenix, AZ 85001, USA"])
      expect(text).toContain(words);
    expect(text).toMatch(/Monday to Friday\s+9am to 5pm MST\s+Saturday and Sunday\s+Closed/i);
    expect(html).toMatch(/<main[\s\S]*role="img"[\s\S]*<\/main>/);
  });

  const letter = {
    Name: "Pat Writer",
    Email: "pat@example.com",
    Subject: "A size",
    Message: "Do you have XL?",
  };
  const write = async (page: Page, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const written = (page: Page) =>
    Promise.all(Object.keys(letter).map((label) => page.getByLabel(label, { exact: true }).inputValue()));

  test("[CT-2] a message is sent, thanked for and reaches the store", async () => {
    await browser.visit("contact", { viewport: phone }, async ({ page }) => {
      await page.goto(`${shop.url}/contact`);
      await page.getByRole("heading", { name: "Send a Message" }).waitFor();
      expect(await page.getByLabel("Message", { exact: true }).getAttribute("rows")).toBe("5");
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route("**/contact.data*", async (route) => {
        if (route.request().method() === "POST") await held;
        await route.continue();
      });
      const subject = "A size for a phone";
      await write(page, { ...letter, Subject: subject });
      await page.getByRole("main").getByRole("button").click();
      const sending = page.getByRole("button", { name: "Sending..." });
      await sending.waitFor();
      expect(await sending.isDisabled()).toBe(true);
      letGo();
      await seesToast(page, "Message sent successfully", "We'll get back to you as soon as possible.");
      expect(await written(page)).toEqual(["", "", "", ""]);
      await eventually(async () => {
        const mails = await mailsTo(shop, STORE.email);
        expect(
          mails.filter((mail) => mail.text.includes(subject) || mail.subject.includes(subject)),
        ).toHaveLength(1);
      });
    });
  });

  test("[CT-2] all four fields are required and the address must be one; what was typed stays", async () => {
    await browser.visit(
      "contact errors",
      { viewport: phone, expected: [/status of 422/] },
      async ({ page }) => {
        await page.goto(`${shop.url}/contact`);
        const send = page.getByRole("button", { name: "Send Message" });
        for (const label of Object.keys(letter)) {
          expect(
            await page.getByLabel(label, { exact: true }).getAttribute("required"),
            label,
          ).not.toBeNull();
        }
        await send.click();
        await eventually(async () => expect(await page.locator('[aria-invalid="true"]').count()).toBe(4));
        await write(page, { ...letter, Email: "pat@nowhere" });
        await send.click();
        await page.getByText("Invalid email address").waitFor();
        expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
        expect(await written(page)).toEqual([letter.Name, "pat@nowhere", letter.Subject, letter.Message]);
        await eventually(async () => {
          expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
        });
      },
    );
  });

  test("[CT-2] without a connection the form stays as it is, and the message can be sent when it is back", async () => {
    await browser.visit("contact offline", { expected: [BROKEN_REQUEST] }, async ({ page, context }) => {
      const brought = page.waitForResponse(/\/assets\/toast-outlet/).then((response) => response.finished());
      await page.goto(`${shop.url}/contact`);
      await write(page, letter);
      // What the page fetches at the first sign of a shopper is there before anybody has written a message.
      await page.getByLabel("Name", { exact: true }).click();
      await brought;
      await context.setOffline(true);
      await page.getByRole("button", { name: "Send Message" }).click();
      await seesToast(
        page,
        "The shop can't be reached",
        "What you typed is still here. Check the connection, then try again.",
      );
      expect(await written(page)).toEqual(Object.values(letter));
      await context.setOffline(false);
      await page.getByRole("button", { name: "Send Message" }).click();
      await seesToast(page, "Message sent successfully", "We'll get back to you as soon as possible.");
    });
  });

  test("[CT-2] a message that can't be sent stays in the form, and an error says so", async () => {
    await browser.visit("contact limit", { expected: [/status of 429/] }, async ({ page }) => {
      const form = new URLSearchParams({
        name: "Robot",
        email: "r@example.com",
        subject: "Hi",
        message: "Hi",
      });
      const statuses: number[] = [];
      for (let sent = 0; sent < 12; sent += 1) {
        const answer = await fetch(`${shop.url}/contact`, {
          method: "POST",
          body: form,
          headers: { origin: shop.url },
        });
        statuses.push(answer.status);
      }
      expect(statuses.at(-1)).toBe(429);
      await page.goto(`${shop.url}/contact`);
      await write(page, letter);
      await page.getByRole("button", { name: "Send Message" }).click();
      await page
        .getByRole("alert")
        .getByText(/several messages/)
        .waitFor();
      expect(await written(page)).toEqual(Object.values(letter));
    });
  });

  test("[CT-2] a robot that fills the hidden field is thanked and nothing is sent", async () => {
    const trapped = { name: "Robot", email: "trap@example.com", subject: "Trap", message: "x", website: "x" };
    const answer = await serve("/contact", {
      method: "POST",
      body: new URLSearchParams(trapped),
      headers: { origin: shop.url },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("Message sent successfully");
    const mails = await mailsTo(shop, STORE.email);
    expect(mails.filter((mail) => JSON.stringify(mail).includes("trap@example.com"))).toEqual([]);
  });
});
