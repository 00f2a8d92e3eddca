import { expect, test } from "vitest";
import type { Cursor } from "#domain/text/cursor.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sellAndAsk } from "#test/sales/reviews.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { loadProductPage } from "../../catalog/load-product-page.ts";
import { keepRetention } from "../../customers/retention/keep-retention.ts";
import { orderAccessToken } from "../../mail/links/order-token.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { decideReview, listReviews } from "./decide-review.ts";
import { findReviewPage } from "./find-review-page.ts";
import { REVIEWS_PER_CLIENT_MAX, removeReview, writeReview } from "./write-review.ts";

const DAY_MS = 24 * 60 * 60_000;
const ip = "192.0.2.7";
const words = { stars: "5", fit: "true", text: "Stays on in wind.", name: "Pat E." };

const store = freshShop();

type Asked = { token: string; itemId: string };
const write = (
  { token, itemId }: Asked,
  change: Partial<typeof words & { version: string }> = {},
  from = ip,
) => writeReview(store.shop, { token, sent: { ...words, version: "0", itemId, ...change }, ip: from });

const lineOf = async ({ token, itemId }: Asked) =>
  (await findReviewPage(store.shop, { token }))?.lines.find((line) => line.itemId === itemId);

/** Shows or hides what waits, or was shown. */
async function decide(to: "shown" | "hidden", show: "pending" | "shown" = "pending") {
  const { reviews } = await listReviews(store.shop, { show, after: null });
  for (const { id, version } of reviews) await decideReview(store.shop, { id, version, to, actor });
}
const shownOf = async (id: string, after: Cursor | null = null) =>
  (await loadProductPage(store.shop, { id, relatedMax: 0, after }))?.reviews ?? null;

test("[CH-7] a buyer's words are shown after the owner's look, with size and fit, and counted", async () => {
  const productId = await addProduct(store.shop, { stock: { M: 5, L: 5 } });
  const asked = await sellAndAsk(store, {
    change: { items: [{ productId, variation: "M", quantity: 1 }], amountSeen: 3799 },
  });
  expect(await lineOf(asked)).toMatchObject({ size: "M", asksFit: true, review: null });
  expect((await findReviewPage(store.shop, asked))?.suggestedName).toBe("Pat E.");
  expect(await write(asked)).toEqual({ ok: true, is: "saved" });
  expect(await shownOf(productId)).toBeNull();
  await decide("shown");
  expect(await shownOf(productId)).toMatchObject({
    stars: [0, 0, 0, 0, 1],
    average: "5.0",
    count: 1,
    fit: null,
    reviews: [{ stars: 5, fit: "true", size: "M", name: "Pat E.", text: "Stays on in wind." }],
    next: null,
  });
  await decide("hidden", "shown");
  expect(await shownOf(productId)).toBeNull();
  const audit = await store.shop.db.selectFrom("admin_audit").select("action").orderBy("id").execute();
  expect(audit.map(({ action }) => action).slice(-2)).toEqual(["review.shown", "review.hidden"]);
});

test("[CH-7] each number of stars is counted as what it is", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 20 } });
  for (const stars of ["1", "2", "3", "4", "5"]) {
    await write(await sellAndAsk(store, { productId }), { stars });
    await decide("shown");
  }
  expect(await shownOf(productId)).toMatchObject({ stars: [1, 1, 1, 1, 1] });
});

test("[CH-7] a review counts for its own product alone", async () => {
  const [first, second] = [await sellAndAsk(store), await sellAndAsk(store)];
  await write(first, { stars: "5" });
  await write(second, { stars: "4" });
  await decide("shown");
  expect(await shownOf(first.productId)).toMatchObject({ stars: [0, 0, 0, 0, 1] });
  expect(await shownOf(second.productId)).toMatchObject({ stars: [0, 0, 0, 1, 0] });
});

test("[CH-7] what buyers say of the fit is counted, and no longer what is hidden", async () => {
  const productId = await addProduct(store.shop, { stock: { M: 5 } });
  const change = { items: [{ productId, variation: "M", quantity: 1 }], amountSeen: 3799 };
  for (const fit of ["small", "large", "large", "large"])
    await write(await sellAndAsk(store, { change }), { fit });
  await decide("shown");
  expect(await shownOf(productId)).toMatchObject({ count: 4, fit: "3 of 4 say it runs large" });
  const { reviews } = await listReviews(store.shop, { show: "shown", after: null });
  const small = reviews.find(({ fit }) => fit === "small");
  await decideReview(store.shop, { id: small?.id ?? "", version: small?.version ?? 0, to: "hidden", actor });
  expect(await shownOf(productId)).toMatchObject({ count: 3, fit: "3 of 3 say it runs large" });
});

test("[CH-7] a changed review goes back to the owner's look, and a post sent twice is one review that stays as it is", async () => {
  const asked = await sellAndAsk(store);
  expect([await write(asked), await write(asked)]).toEqual([
    { ok: true, is: "saved" },
    { ok: true, is: "saved" },
  ]);
  await decide("shown");
  expect(await write(asked)).toEqual({ ok: true, is: "saved" });
  expect((await lineOf(asked))?.review).toMatchObject({ state: "shown", version: 1, fit: null });
  expect(await write(asked, { stars: "2", version: "1" })).toEqual({ ok: true, is: "saved" });
  expect((await lineOf(asked))?.review).toMatchObject({ state: "pending", version: 2, stars: 2 });
  expect(await shownOf(asked.productId)).toBeNull();
  // A tab that was opened before.
  expect(await write(asked, { stars: "3", version: "1" })).toEqual({ ok: false, reason: "changed" });
  expect((await lineOf(asked))?.review).toMatchObject({ stars: 2 });
});

test("[CH-7] the owner publishes the text that they read, not one that came in since", async () => {
  const asked = await sellAndAsk(store);
  await write(asked);
  const [read] = (await listReviews(store.shop, { show: "pending", after: null })).reviews;
  const look = { id: read?.id, version: read?.version ?? 0, to: "shown", actor } as const;
  await write(asked, { text: "Something else.", version: "1" });
  expect(await decideReview(store.shop, look)).toEqual({ ok: false, reason: "changed" });
  await removeReview(store.shop, { ...asked, ip });
  expect(await decideReview(store.shop, look)).toEqual({ ok: false, reason: "not_found" });
  expect(await decideReview(store.shop, { ...look, id: "nonsense" })).toEqual({
    ok: false,
    reason: "not_found",
  });
});

test("[CH-7] only buyers write, and only of what they bought and kept", async () => {
  const asked = await sellAndAsk(store);
  const other = await sellAndAsk(store);
  const orderToken = orderAccessToken(store.shop.keys.orderLinks.current, asked.orderId);
  for (const token of ["x".repeat(43), orderToken, "", "' or 1=1"])
    expect(await write({ ...asked, token })).toEqual({ ok: false, reason: "not_found" });
  expect(await write({ ...asked, itemId: other.itemId })).toEqual({ ok: false, reason: "not_bought" });
  expect(await write({ ...asked, itemId: "1 or 1=1" })).toEqual({ ok: false, reason: "not_bought" });
  const { orderId } = asked;
  await refundOrder(store.shop, { orderId, amount: "rest", reason: "x", restock: false, actor });
  expect(await write(asked)).toEqual({ ok: false, reason: "not_bought" });
  expect((await listReviews(store.shop, { show: "pending", after: null })).reviews).toEqual([]);
});

test("[CH-7] a review stays when what it is about is refunded later, and when its product is archived it is not shown", async () => {
  const asked = await sellAndAsk(store);
  await write(asked);
  await decide("shown");
  const { orderId, productId } = asked;
  await refundOrder(store.shop, { orderId, amount: "rest", reason: "x", restock: true, actor });
  expect(await shownOf(productId)).not.toBeNull();
  expect(await write(asked, { text: "Came apart.", version: "1" })).toEqual({ ok: true, is: "saved" });
  await store.shop.db
    .updateTable("products")
    .set({ status: "archived" })
    .where("id", "=", productId)
    .execute();
  await decide("shown");
});

test("[CH-7] HTML is text, 50,000 characters are refused with a sentence, and a client that goes on and on is slowed", async () => {
  const asked = await sellAndAsk(store);
  const html = `<script>alert(1)</script> <b>bold</b> & "quotes"`;
  expect(await write(asked, { text: html })).toMatchObject({ ok: true });
  expect((await lineOf(asked))?.review?.text).toBe(html);
  expect(await write(asked, { text: "x".repeat(50_000), version: "1" })).toEqual({
    ok: false,
    reason: "invalid",
    errors: { text: "Use at most 2,000 characters" },
  });
  for (let post = 0; post < REVIEWS_PER_CLIENT_MAX; post += 1)
    await write({ ...asked, token: "x".repeat(43) });
  expect(await write(asked, { version: "1" })).toEqual({ ok: false, reason: "rate_limited" });
  expect(await write(asked, { version: "1" }, "198.51.100.1")).toMatchObject({ ok: true });
});

test("[CH-7] after ninety days reviews are closed, and a customer's own can still be deleted", async () => {
  const asked = await sellAndAsk(store);
  await write(asked);
  await decide("shown");
  store.clock.advance(90 * DAY_MS);
  expect(await write(asked, { stars: "1", version: "1" })).toEqual({ ok: false, reason: "over" });
  expect(await removeReview(store.shop, { ...asked, ip })).toEqual({ ok: true, is: "removed" });
  expect(await removeReview(store.shop, { ...asked, ip })).toEqual({ ok: true, is: "removed" });
  expect(await shownOf(asked.productId)).toBeNull();
});

test("[CH-7] a hidden review is deleted after a year, one that is shown stays", async () => {
  const one = await sellAndAsk(store);
  const other = await sellAndAsk(store);
  await write(one);
  await decide("hidden");
  await write(other);
  await decide("shown");
  store.clock.advance(366 * DAY_MS);
  await keepRetention(store.shop);
  const left = await store.shop.db.selectFrom("reviews").select("state").execute();
  expect(left).toEqual([{ state: "shown" }]);
});

test("[CH-7] reviews come ten at a time, newest first, each once", async () => {
  // Of another product.
  await write(await sellAndAsk(store), { name: "Kim" }, "198.51.100.1");
  const productId = await addProduct(store.shop, { stock: { "": 50 } });
  for (let buyer = 0; buyer < 12; buyer += 1) {
    const asked = await sellAndAsk(store, { productId });
    await write(asked, { name: `Buyer ${buyer}` }, `192.0.2.${buyer}`);
    await decide("shown");
  }
  const first = await shownOf(productId);
  expect(first?.reviews.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Buyer ${11 - at}`),
  );
  const second = await shownOf(productId, first?.next);
  expect(second?.reviews.map(({ name }) => name)).toEqual(["Buyer 1", "Buyer 0"]);
  expect(second?.next).toBeNull();
});
