import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { keepRetention } from "../../customers/retention/keep-retention.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { setStock } from "../../products/inventory/set-stock.ts";
import { confirmRestock } from "./answer-request.ts";
import { askForRestock } from "./ask-for-restock.ts";
import { notifyRestocked } from "./notify-restocked.ts";

const DAY_MS = 24 * 60 * 60_000;
const store = freshShop();

test("[CH-5] who asked again keeps their place, as the email says", async () => {
  const productId = await addProduct(store.shop, { name: "Harbor Polo", stock: { S: 3, M: 0 } });
  const ask = () =>
    askForRestock(store.shop, { productId, option: "M", email: "pat@example.com", ip: "198.51.1.7" });
  const mails = async () => {
    store.mailbox.length = 0;
    await sendDueMails(store.shop);
    return store.mailbox.map(({ subject }) => subject);
  };
  await ask();
  await mails();
  const token = /\/restock\/([\w-]{80})(?![\w-])/.exec(store.mailbox[0]?.text ?? "")?.[1] ?? "";
  await confirmRestock(store.shop, { token });
  store.clock.advance(364 * DAY_MS);
  await ask();
  expect(await mails()).toEqual(["You're on the list for Harbor Polo (M)"]);
  const page = `http://localhost:3000/restock/${token}`;
  expect(store.mailbox[0]).toMatchObject({
    text: expect.stringContaining("keep your place"),
    unsubscribe: page,
  });
  expect(store.mailbox[0]?.text).toContain(page);
  await confirmRestock(store.shop, { token });
  store.clock.advance(2 * DAY_MS);
  await keepRetention(store.shop);
  await setStock(store.shop, { id: productId, changes: [{ variation: "M", was: 0, onHand: 5 }], actor });
  await notifyRestocked(store.shop);
  expect(await mails()).toEqual(["It's back: Harbor Polo (M)"]);
});
