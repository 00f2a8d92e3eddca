// What a shopper must be able to do in every browser. That the pages say the right things is proven in Chromium
// (e2e); here it counts that layers, history, forms and payment work in other engines, too.
import type { Shopper } from "./shopper.ts";

/** `isTranslated`: the browser translates each page. */
export type Journey = { name: string; isTranslated?: true; run: (shopper: Shopper) => Promise<void> };

export const SHIRT = { name: "First Tee Polo", size: "L" };
const CARDS = { good: "4242424242424242", declined: "4000000000000002", authenticates: "4000002760003184" };

const ADDRESS = [
  ["Email", "pat@example.com"],
  ["Full name", "Pat Example"],
  ["Address", "18 Fairway Drive"],
  ["ZIP code", "85001"],
] as const;

const HEADING = "h1, h2, h3";
const DRAWER = { selector: "dialog[open] h2", name: /^Your Cart/ };
const CART_BUTTON = { selector: "header button", name: /^Open cart/ };
const SEARCH_BUTTON = { selector: "header button", name: "Search" };
const SEARCH_FIELD = { selector: "dialog[open] [role=combobox]" };

export const journeys: Journey[] = [
  {
    name: "a shirt is chosen, put into the cart and paid; the cart is empty afterward",
    run: async (shopper) => {
      await shirtIntoCart(shopper);
      await toPayment(shopper);
      await pay(shopper, CARDS.good);
      await confirmed(shopper);
    },
  },
  {
    name: "a declined card says so, and a card that asks for authentication then pays",
    run: async (shopper) => {
      await shirtIntoCart(shopper);
      await toPayment(shopper);
      await pay(shopper, CARDS.declined);
      await shopper.sees({ selector: "[role=alert]", name: /Your card was declined\./ });
      await pay(shopper, CARDS.authenticates);
      await shopper.click({ selector: "button", name: "Complete authentication" });
      await confirmed(shopper);
    },
  },
  {
    name: "on pages that the browser translates, a card is declined and another one pays",
    isTranslated: true,
    run: async (shopper) => {
      await shirtIntoCart(shopper);
      await toPayment(shopper);
      await pay(shopper, CARDS.declined);
      await shopper.sees({ selector: "[role=alert]", name: /declined/ });
      await pay(shopper, CARDS.good);
      await confirmed(shopper);
      if ((await shopper.count("main font")) === 0) throw new Error("The page was not translated");
    },
  },
  {
    name: "the size that is chosen before the scripts arrive is the one in the cart",
    run: async (shopper) => {
      await shopper.open("/shop?category=SHIRTS");
      const path = await shopper.run<string>(
        "return [...document.querySelectorAll('.card-link')].find((link) => link.textContent === arguments[0])?.pathname",
        SHIRT.name,
      );
      const line = await shopper.openBeforeScripts(path);
      try {
        await shopper.click({ selector: "label.option-chip", name: SHIRT.size });
        await shopper.click({ selector: ".purchase-controls button", name: /^Add to Cart/ });
        line.release();
        await shopper.ready();
        await shopper.sees(DRAWER);
        await shopper.sees({ selector: "dialog[open] a", name: `${SHIRT.name} (${SHIRT.size})` });
      } finally {
        line.stop();
      }
    },
  },
  {
    name: "from the payment, Back leads to the address, with what was typed, and forward again",
    run: async (shopper) => {
      await shirtIntoCart(shopper);
      await toPayment(shopper);
      await shopper.back();
      await shopper.sees({ selector: HEADING, name: "Shipping Information" });
      const typed = await shopper.run<string>(
        "return document.querySelector('input[autocomplete~=\"email\"]')?.value",
      );
      if (typed !== "pat@example.com") throw new Error(`The address was forgotten: ${typed}`);
      await shopper.click({ selector: "button", name: "Continue to Payment" });
      await shopper.sees({ selector: "input", name: /^Card number/ });
    },
  },
  {
    name: "a search shows products while one types, leads to the list, and Back leads out again",
    run: async (shopper) => {
      await shopper.open("/about");
      await shopper.click(SEARCH_BUTTON);
      await shopper.type(SEARCH_FIELD, "polo");
      await shopper.sees({ selector: "[role=option]", name: new RegExp(SHIRT.name) });
      await shopper.click({ selector: "[role=option]", name: /^See all/ });
      await shopper.isAt("/shop?q=polo");
      await shopper.sees({ selector: ".card-link", name: SHIRT.name });
      await shopper.back();
      await shopper.isAt("/about");
    },
  },
  {
    name: "filters narrow the list and stand in the address; Back takes them back",
    run: async (shopper) => {
      await shopper.open("/shop?category=SHIRTS");
      const all = await shopper.count(".product-card");
      if (await isNarrow(shopper)) {
        await shopper.click({ selector: "button", name: /^Filters/ });
        await shopper.click({ selector: "dialog[open] label", name: /^On sale/i });
        await shopper.click({ selector: "dialog[open] button", name: /^Apply Filters/ });
      } else {
        await shopper.click({ selector: "main label", name: /^On sale/i });
      }
      await shopper.isAt("/shop?category=SHIRTS&sale=true");
      await shopper.until("fewer products", async () => (await shopper.count(".product-card")) < all);
      await shopper.back();
      await shopper.isAt("/shop?category=SHIRTS");
      await shopper.until("all products", async () => (await shopper.count(".product-card")) === all);
    },
  },
  {
    name: "Back closes the cart, the search, the zoom and, on a phone, menu and filters, and stays on the page",
    run: async (shopper) => {
      await shopper.open("/shop");
      const layers = [CART_BUTTON, SEARCH_BUTTON];
      if (await isNarrow(shopper)) {
        layers.push({ selector: "header button", name: "Open menu" });
        layers.push({ selector: "main button", name: /^Filters/ });
      }
      for (const layer of layers) await closesByBack(shopper, layer);
      await shopper.click({ selector: ".card-link", name: SHIRT.name });
      await shopper.sees({ selector: "h1", name: SHIRT.name });
      await closesByBack(shopper, { selector: "main a", name: "Zoom picture" });
      await shopper.back();
      await shopper.isAt("/shop");
    },
  },
];

const isNarrow = (shopper: Shopper) => shopper.run<boolean>("return innerWidth < 768");

async function closesByBack(
  shopper: Shopper,
  opener: { selector: string; name: string | RegExp },
): Promise<void> {
  const before = await shopper.address();
  await shopper.click(opener);
  await shopper.sees({ selector: "dialog[open] button" });
  await shopper.back();
  await shopper.until("a closed layer", async () => (await shopper.count("dialog[open]")) === 0);
  if ((await shopper.address()) !== before) throw new Error(`Back from ${opener.name} left ${before}`);
}

async function shirtIntoCart(shopper: Shopper): Promise<void> {
  await shopper.open("/shop?category=SHIRTS");
  await shopper.click({ selector: ".card-link", name: SHIRT.name });
  await shopper.sees({ selector: "h1", name: SHIRT.name });
  await shopper.click({ selector: "label.option-chip", name: SHIRT.size });
  await shopper.click({ selector: ".purchase-controls button", name: `Add to Cart · ${SHIRT.size}` });
  await shopper.sees(DRAWER);
  await shopper.sees({ selector: "dialog[open] a", name: new RegExp(`^${SHIRT.name}`) });
}

async function toPayment(shopper: Shopper): Promise<void> {
  await shopper.click({ selector: "dialog[open] a", name: "Proceed to Checkout" });
  await shopper.isAt("/checkout");
  for (const [label, text] of ADDRESS) await shopper.type({ selector: "form input", name: label }, text);
  // The ZIP code fills in city and state.
  await shopper.until("city and state", () =>
    shopper.run<boolean>(
      "return [...document.querySelectorAll('form input, form select')].some((field) => field.value === 'Phoenix') && document.querySelector('form select').value === 'AZ'",
    ),
  );
  await shopper.click({ selector: "button", name: "Continue to Payment" });
  await shopper.sees({ selector: "input", name: /^Card number/ });
}

async function pay(shopper: Shopper, card: string): Promise<void> {
  for (const [label, text] of [
    [/^Card number/, card],
    [/^Expiration date/, "1234"],
    [/^Security code/, "123"],
    [/^ZIP code/, "85001"],
  ] as const) {
    await shopper.type({ selector: "input", name: label }, text);
  }
  await shopper.click({ selector: "button", name: /^Pay Now/ });
}

async function confirmed(shopper: Shopper): Promise<void> {
  await shopper.isAt(/^\/checkout\/confirmation\?/);
  await shopper.sees({ selector: "main", name: /ORD-\d+/ });
  await shopper.until("an empty cart", async () => (await shopper.count("[data-testid=cart-count]")) === 0);
}
