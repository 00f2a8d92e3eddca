// Whatever happens to one order, its customer, or its products, all others keep their rows, get none, and their pages
// stay the same. A statement with a missing condition is correct as long as there is one shopper.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { loadProductPage } from "#server/catalog/load-product-page.ts";
import { handleDueEvents } from "#server/checkout/provider-events/receive-event.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import { findCustomer, findCustomerByEmail } from "#server/customers/find-customer.ts";
import { askForReviews } from "#server/inbox/reviews/ask-for-reviews.ts";
import { findReviewPage } from "#server/inbox/reviews/find-review-page.ts";
import { reviewAccessToken } from "#server/mail/links/order-token.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { lookAtExtraPayment } from "#server/orders/extra-payments/pay-extra-payment.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { findOrderPage } from "#server/orders/links/find-order-page.ts";
import { loadPackingSlips } from "#server/orders/list-orders.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { ASKED_AFTER_MS } from "#test/sales/reviews.ts";
import { connectWebhooks } from "#test/sales/sales.ts";
import { expectBooksRight } from "./books.ts";
import { rowsOfShoppers } from "./bystanders.ts";
import { createTestShop, type TestShop } from "./shop.ts";
import { newPerson, type Person, type Story, stories } from "./stories.ts";

let store: TestShop;
/** One for each path of a story to one of its steps, and what the shop showed about them then. */
const pages = new Map<Person, string>();
/** One for each story: the person who will go through it. */
const heroes = new Map<string, Person>();
let before: Set<string>;

beforeAll(async () => {
  store = await createTestShop();
  connectWebhooks(store);
  const early = async (person: Person, { steps, early: passed = 0 }: Story) => {
    for (const step of steps.slice(0, passed)) await act(person, step);
  };
  const ways = new Set<string>();
  const standing: { person: Person; rest: Story["steps"] }[] = [];
  for (const [name, story] of Object.entries(stories)) {
    const { steps, early: passed = 0 } = story;
    for (let done = Math.max(1, passed); done <= steps.length; done += 1) {
      if (!isNew(ways, steps.slice(0, done))) continue;
      const person = await newPerson(store, `${name} ${done}`);
      await early(person, story);
      standing.push({ person, rest: steps.slice(passed, done) });
    }
    const hero = await newPerson(store, `hero of ${name}`);
    await early(hero, story);
    heroes.set(name, hero);
  }
  store.clock.advance(ASKED_AFTER_MS);
  await askForReviews(store.shop);
  for (const { person, rest } of standing) {
    for (const step of rest) await act(person, step);
    await untilQuiet();
    pages.set(person, await pageOf(person));
  }
  before = new Set(await rowsOfShoppers(store.shop.db));
}, 120_000);
afterAll(async () => {
  await expectBooksRight(store);
  await store.close();
});

/** Whether nobody has taken this path before. */
function isNew(ways: Set<string>, steps: Story["steps"]): boolean {
  const way = steps.map(({ does }) => does).join(", ");
  return ways.size < ways.add(way).size;
}

async function act(person: Person, { does, act: doIt }: Story["steps"][number]): Promise<void> {
  try {
    await doIt(person);
  } catch (error) {
    throw new Error(`${person.name} ${does}`, { cause: error });
  }
}

/** The worker's own tasks. */
async function untilQuiet(): Promise<void> {
  while ((await store.sandbox.deliverDue()) > 0 || (await handleDueEvents(store.shop)) > 0);
  await runDueOperations(store.shop);
  await sendDueMails(store.shop);
}

/** The order's neighbors in the list, and the method of the shop's last shipment, do not belong to the order alone. */
const ownOf = (order: OrderDetail | null) =>
  order && { ...order, newerId: null, olderId: null, lastSending: null };

/** Everything that the shop shows about a person. */
async function pageOf({ orderId, token, polo, jacket, email }: Person): Promise<string> {
  const { shop } = store;
  const customer = await findCustomerByEmail(shop, { email });
  const page = {
    order: ownOf(await findOrderDetail(shop, { id: orderId })),
    own: token === "" ? null : await findOrderPage(shop, { token }),
    slips: await loadPackingSlips(shop, [orderId]),
    customer: customer === null ? null : await findCustomer(shop, { id: customer }),
    extraPayment: token === "" ? null : await lookAtExtraPayment(shop, { token }),
    review: await findReviewPage(shop, { token: reviewAccessToken(shop.keys.orderLinks.current, orderId) }),
    product: await loadProductPage(shop, { id: polo, relatedMax: 0, after: null }),
    forms: [await findEditable(shop, { id: polo }), await findEditable(shop, { id: jacket })],
  };
  return JSON.stringify(page, null, 1);
}

/** Rows of others that changed, and new ones that name them. */
async function touched(): Promise<string[]> {
  const now = new Set(await rowsOfShoppers(store.shop.db));
  const lost = [...before].filter((row) => !now.has(row) && !namesOneOf([...heroes.values()], row));
  const added = [...now].filter((row) => !before.has(row) && namesOneOf([...pages.keys()], row));
  return [...lost.map((row) => `gone: ${row}`), ...added.map((row) => `new: ${row}`)];
}

const namesOneOf = (people: Person[], row: string) =>
  people.some(({ orderId, intentId, polo, jacket, soldOut, email }) =>
    [orderId, intentId, polo, jacket, soldOut, email].some((mark) => mark !== "" && row.includes(mark)),
  );

describe("[FN-1] nobody else is touched by", () => {
  test.each(Object.entries(stories))("%s", async (name, { steps, early = 0 }) => {
    const hero = heroes.get(name);
    if (!hero) throw new Error("nobody");
    for (const [index, step] of steps.entries()) {
      if (index < early) continue;
      await act(hero, step);
      await untilQuiet();
    }
    expect(await touched()).toEqual([]);
  });

  test("all that came after them, on the pages of others", async () => {
    expect(pages.size).toBeGreaterThan(50);
    for (const [person, shown] of pages) expect(await pageOf(person), person.name).toEqual(shown);
  });
});
