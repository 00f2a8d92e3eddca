import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, refusal, START_MS, type TestBench } from "../test-bench.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench({ returnOrigin: "https://shop.example" });
});
afterEach(() => bench.close());

const open = (more: object = {}) =>
  bench.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      {
        price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Rope <hat>" } },
        quantity: 2,
      },
      { price_data: { currency: "usd", unit_amount: 995, product_data: { name: "Shipping" } }, quantity: 1 },
    ],
    payment_intent_data: {
      metadata: { checkout_id: "c-9" },
      shipping: { name: "Pat Example", address: { line1: "1 Fairway" } },
    },
    client_reference_id: "c-9",
    customer_email: "pat@example.com",
    success_url: "https://shop.example/thanks?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/cart",
    expires_at: START_MS / 1000 + 1800,
    ...more,
  });

const FORM = { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123", zip: "93940" };
const pageOf = (id: string) => `${bench.origin}/sandbox/checkout/${id}`;
const submit = (id: string, fields: Partial<typeof FORM> = {}, origin = "https://shop.example") =>
  fetch(pageOf(id), {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ ...FORM, ...fields }),
    redirect: "manual",
  });

test("a session adds up its lines and lives at the shop's own address", async () => {
  const session = await open();
  expect(session).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    amount_total: 5995,
    client_reference_id: "c-9",
    payment_intent: null,
    url: `https://shop.example/sandbox/checkout/${session.id}`,
  });
  const lines = await bench.stripe.checkout.sessions.listLineItems(session.id);
  expect(lines.data.map(({ amount_total }) => amount_total)).toEqual([5000, 995]);
  const page = await (await fetch(pageOf(session.id))).text();
  expect(page).toContain("Pay $59.95");
  expect(page).toContain("Rope &lt;hat&gt; × 2");
});

test("paying leads back to the shop and makes one payment with the session's metadata", async () => {
  const session = await open();
  const paid = await submit(session.id);
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toBe(`https://shop.example/thanks?session_id=${session.id}`);
  const complete = await bench.stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
  expect(complete).toMatchObject({
    status: "complete",
    payment_status: "paid",
    payment_intent: {
      status: "succeeded",
      amount_received: 5995,
      metadata: { checkout_id: "c-9" },
      shipping: { name: "Pat Example" },
      receipt_email: "pat@example.com",
    },
  });
  expect((await submit(session.id)).headers.get("location")).toContain("/thanks");
  expect(bench.sandbox.controls.charges()).toHaveLength(1);
  expect(bench.sandbox.controls.events()[0]?.type).toBe("checkout.session.completed");
});

test("a declined card is reported on the page, and the same payment is tried again", async () => {
  const session = await open();
  const declined = await submit(session.id, { number: "4000000000000002" });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain("Your card was declined.");
  const unknown = await submit(session.id, { number: "4111111111111111" });
  expect(await unknown.text()).not.toContain("4111");
  expect((await submit(session.id)).status).toBe(303);
  expect(bench.sandbox.controls.payments()).toHaveLength(1);
});

test("the bank's question without script: fail, then complete", async () => {
  const session = await open();
  const asked = await submit(session.id, { number: "4000002760003184" });
  const question = `${bench.origin}${asked.headers.get("location")}`;
  expect(await (await fetch(question)).text()).toContain("Complete authentication");
  const answer = (outcome: string) =>
    fetch(question, {
      method: "POST",
      headers: { origin: bench.origin },
      body: new URLSearchParams({ outcome }),
      redirect: "manual",
    });
  expect((await answer("fail")).headers.get("location")).toContain(`/sandbox/checkout/${session.id}`);
  expect(await (await fetch(pageOf(session.id))).text()).toContain("We are unable to authenticate");
  await submit(session.id, { number: "4000002760003184" });
  await answer("succeed");
  expect((await bench.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  expect((await fetch(question.replace(/secret=.*/, "secret=guess"))).status).toBe(404);
});

test("a session expires by the clock or by the server, and cannot be paid then", async () => {
  const { stripe, sandbox, clock } = bench;
  const byServer = await open();
  await submit(byServer.id, { number: "4000000000000002" });
  expect(await stripe.checkout.sessions.expire(byServer.id)).toMatchObject({ status: "expired", url: null });
  expect(sandbox.controls.payments()[0]).toMatchObject({
    status: "canceled",
    cancellation_reason: "automatic",
  });
  expect((await submit(byServer.id)).status).toBe(410);
  expect(await refusal(stripe.checkout.sessions.expire(byServer.id))).toMatchObject({ statusCode: 400 });

  const byClock = await open();
  clock.now += 1_800_000;
  await sandbox.deliverDue();
  expect((await stripe.checkout.sessions.retrieve(byClock.id)).status).toBe("expired");
  const list = await stripe.checkout.sessions.list();
  expect(list.data.map(({ id }) => id)).toEqual([byClock.id, byServer.id]);
});

test("a payment that takes its time completes the session unpaid and sends its event later", async () => {
  const { stripe, sandbox } = bench;
  const session = await open();
  sandbox.controls.arm({ kind: "payment_processing", outcome: "succeeded" });
  expect((await submit(session.id)).status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
  });
  sandbox.controls.settlePayment(sandbox.controls.payments()[0]!.id, "succeeded");
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  expect(sandbox.controls.events()[0]?.type).toBe("checkout.session.async_payment_succeeded");
});

test("a form posted from another site pays nothing", async () => {
  const session = await open();
  expect((await submit(session.id, {}, "https://evil.example")).status).toBe(403);
  expect(bench.sandbox.controls.payments()).toEqual([]);
});

test("sessions that make no sense are refused", async () => {
  expect(await refusal(open({ mode: "subscription" }))).toMatchObject({ param: "mode" });
  expect(await refusal(open({ line_items: [] }))).toMatchObject({ code: "parameter_missing" });
  expect(await refusal(open({ expires_at: START_MS / 1000 + 60 }))).toMatchObject({ param: "expires_at" });
  expect(await refusal(open({ success_url: "javascript:alert(1)" }))).toMatchObject({ param: "success_url" });
});
