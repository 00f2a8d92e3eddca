import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestBench, PUBLISHABLE_KEY, type TestBench } from "../test-bench.ts";
import { TEST_CARDS } from "./test-cards.ts";

let bench: TestBench;
beforeEach(async () => {
  bench = await openTestBench();
});
afterEach(() => bench.close());

type BrowserAnswer = { status: number; body: Record<string, unknown> & { error?: Record<string, unknown> } };

/** Calls the browser's API as stripe.js does. */
async function fromBrowser(
  secret: string,
  action: string,
  fields: Record<string, string> = {},
): Promise<BrowserAnswer> {
  const id = secret.split("_secret_")[0];
  const response = await fetch(`${bench.origin}/sandbox/api/v1/payment_intents/${id}/${action}`, {
    method: "POST",
    body: new URLSearchParams({ key: PUBLISHABLE_KEY, client_secret: secret, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as BrowserAnswer["body"] };
}

const typed = (number: string, more: Record<string, string> = {}) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": "2030",
  "payment_method_data[card][cvc]": number.startsWith("37") ? "1234" : "123",
  ...more,
});

async function pay(number: string, more: Record<string, string> = {}) {
  const intent = await bench.stripe.paymentIntents.create({ amount: 5000, currency: "usd" });
  const answer = await fromBrowser(intent.client_secret!, "confirm", typed(number, more));
  return { ...answer, id: intent.id, secret: intent.client_secret! };
}

const eventTypes = () => bench.sandbox.controls.events().map(({ type }) => type);

test("a refused card leaves a failed charge, and the intent as payable as before", async () => {
  const { status, body, id } = await pay("4000000000009995");
  expect(status).toBe(402);
  expect(body.error?.payment_intent).toMatchObject({ status: "requires_payment_method" });
  const after = await bench.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  expect(after).toMatchObject({
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { code: "card_declined" },
    latest_charge: { status: "failed", paid: false, failure_code: "card_declined" },
  });
  expect(eventTypes().slice(0, 2)).toEqual(["payment_intent.payment_failed", "charge.failed"]);
});

test("any number but the test cards is refused and leaves no trace", async () => {
  for (const number of ["4242424242424241", "4111111111111111", "", "constructor"]) {
    const { status, body, id } = await pay(number);
    expect([status, body.error?.code]).toEqual([402, "incorrect_number"]);
    expect(bench.sandbox.controls.charges(id)).toEqual([]);
    expect(JSON.stringify(body)).not.toContain("4111");
  }
  expect(JSON.stringify(bench.sandbox.controls.payments())).not.toContain("4111");
});

test("a paid card is kept by brand and last four digits only", async () => {
  await pay("4242424242424242");
  const everything = JSON.stringify([
    bench.sandbox.controls.payments(),
    bench.sandbox.controls.charges(),
    bench.sandbox.controls.events(),
  ]);
  expect(everything).not.toContain("42424242");
});

test("dates that are over and impossible security codes are refused", async () => {
  const month = "payment_method_data[card][exp_month]";
  const year = "payment_method_data[card][exp_year]";
  const cvc = "payment_method_data[card][cvc]";
  const codeOf = async (more: Record<string, string>) =>
    (await pay("4242424242424242", more)).body.error?.code;
  expect(await codeOf({ [year]: "2025" })).toBe("invalid_expiry_year");
  expect(await codeOf({ [month]: "13" })).toBe("invalid_expiry_month");
  expect(await codeOf({ [cvc]: "12" })).toBe("invalid_cvc");
  expect(await codeOf({ [month]: "1", [year]: "26" })).toBeUndefined();
});

test("an authentication is answered once, and charges once", async () => {
  const { body, id, secret } = await pay("4000002760003184");
  expect(body).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
  expect(bench.sandbox.controls.charges(id)).toEqual([]);
  const done = await fromBrowser(secret, "authenticate", { outcome: "succeed" });
  expect(done.body.status).toBe("succeeded");
  const again = await fromBrowser(secret, "authenticate", { outcome: "succeed" });
  expect(again.body.error?.code).toBe("payment_intent_unexpected_state");
  expect(bench.sandbox.controls.charges(id)).toHaveLength(1);
});

test("failed authentication charges nothing and the next card can pay", async () => {
  const { id, secret } = await pay("4000002760003184");
  const failed = await fromBrowser(secret, "authenticate", { outcome: "fail" });
  expect(failed.body.error).toMatchObject({
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
  });
  expect(bench.sandbox.controls.charges(id)).toEqual([]);
  expect(eventTypes()[0]).toBe("payment_intent.payment_failed");
  const next = await fromBrowser(secret, "confirm", typed("4242424242424242"));
  expect(next.body).toMatchObject({ status: "succeeded", last_payment_error: null });
});

test("a payment canceled during authentication cannot be completed", async () => {
  const { id, secret } = await pay("4000002760003184");
  await bench.stripe.paymentIntents.cancel(id);
  const late = await fromBrowser(secret, "authenticate", { outcome: "succeed" });
  expect(late.body.error).toMatchObject({ code: "payment_intent_unexpected_state" });
  expect(bench.sandbox.controls.charges(id)).toEqual([]);
});

test("the browser sees the public fields only, and only with key and client secret", async () => {
  const intent = await bench.stripe.paymentIntents.create({
    amount: 100,
    currency: "usd",
    metadata: { note: "inner" },
  });
  const url = (key: string, secret: string) =>
    `${bench.origin}/sandbox/api/v1/payment_intents/${intent.id}?${new URLSearchParams({ key, client_secret: secret })}`;
  const seen = (await (await fetch(url(PUBLISHABLE_KEY, intent.client_secret!))).json()) as object;
  expect(Object.keys(seen)).toHaveLength(20);
  expect(JSON.stringify(seen)).not.toContain("inner");
  expect((await fetch(url(PUBLISHABLE_KEY, `${intent.id}_secret_wrong`))).status).toBe(400);
  expect((await fetch(url("pk_other", intent.client_secret!))).status).toBe(401);
});

test("the form in the browser knows the same cards as the server, groups their digits and finds them whole", async () => {
  const path = "../browser/card-rules.js";
  const rules = (await import(path)) as {
    CHECKS: { number: (text: string) => { code: string; message: string } | null };
    groupNumber: (number: string) => string;
  };
  const script = await (await fetch(`${bench.origin}/sandbox/stripe.js`)).text();
  for (const number of Object.keys(TEST_CARDS)) {
    expect(script).toContain(`"${number}"`);
    expect(rules.groupNumber(number).replaceAll(" ", "")).toBe(number);
    // Without the list, which the server puts in: all that can be wrong is that it is no test card.
    expect(rules.CHECKS.number(number)?.message).toContain("use a test card");
  }
  expect(rules.groupNumber("378282246310005")).toBe("3782 822463 10005");
});
