import { html } from "hono/html";
import { expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import type { OrderItem } from "#domain/order/order.ts";
import type { Sending } from "#domain/order/shipments.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import { orderChanged } from "../corrections/order-changed.ts";
import { returnApproved, returnDeclined, returnLetGo } from "../returns/return-letters.ts";
import { contactMessage } from "./contact-message.ts";
import type { OrderLetter } from "./letter.ts";
import { orderConfirmation } from "./order-confirmation.ts";
import { orderLink } from "./order-link.ts";
import { orderRefunded } from "./order-refunded.ts";
import { orderShipped } from "./order-shipped.ts";
import { ownerNewOrder } from "./owner-new-order.ts";
import { paymentFailed } from "./payment-failed.ts";
import { paymentProcessing } from "./payment-processing.ts";

const HTML_BYTES_MAX = 100_000;

const ORDER_PAGE = `https://shop.example/orders/${"t".repeat(43)}`;

const cap: OrderItem = {
  productId: "5f0c52a4-6f7c-4f62-9d7e-0b8d6c9b7a11",
  name: "Fairway Cap",
  image: { url: "/storage/product-images/cap_1.webp", alt: "Green cap" },
  variation: null,
  quantity: 2,
  price: 2_450,
  ...{ id: "caps", refunded: 0, canceled: 0, sent: 0 },
};
const sentCap = { ...cap, sent: 2 };
const ups = { way: "carrier", carrier: "UPS", trackingNumber: "1Z 999" } as const;
const polo: OrderItem = {
  ...cap,
  name: "Links Polo",
  variation: "XL",
  quantity: 1,
  price: 6_800,
  ...{ id: "polo", refunded: 1, canceled: 1, sent: 0 },
  image: null,
};

function letterOf(
  changes: Partial<OrderLetter["order"]> = {},
  store: Partial<OrderLetter["store"]> = {},
): OrderLetter {
  return {
    publicUrl: "https://shop.example",
    look: defaultBrand.look,
    orderPage: ORDER_PAGE,
    returnDays: 30,
    store: {
      storeName: "Golf Pro Shop",
      email: "store@shop.example",
      phone: "",
      address: "1 Links Road\nTucson, AZ",
      logoUrl: "",
      ...store,
    },
    order: {
      id: "3b6f5a0e-58f0-4a54-9e0c-0d9f6b1f2c33",
      number: 1,
      status: "paid",
      items: [cap, polo],
      address: {
        customer_name: "Pat Golfer",
        customer_email: "pat@example.com",
        line1: "9 Green Lane",
        line2: "Unit 4",
        city: "Phoenix",
        state: "AZ",
        postal_code: "85001",
        country: "US",
      },
      subtotal: 11_700,
      shipping: 599,
      tax: 936,
      total: 13_235,
      attention: [],
      createdAt: "2026-11-22T18:00:00.000Z",
      arrival: { from: "2026-11-25", to: "2026-11-30" },
      linkHash: "hash",
      linkTurns: 0,
      shipments: [],
      ...changes,
    },
  };
}

test.each([
  ["Pat Fairway", "Thank you, Pat."],
  ["José Fairway", "Thank you, José."],
  ["Dr. Pat Fairway", "Thank you."],
  ["Fairway, Pat", "Thank you."],
  ["J. R. Fairway", "Thank you."],
  ["c/o Smith", "Thank you."],
])("[kind: greeting] %s is greeted by first name or without a name: %s", (customer_name, thanks) => {
  const letter = orderConfirmation(letterOf({ address: { ...letterOf().order.address, customer_name } }));
  expect(letter.text).toContain(`${thanks} Your payment`);
});

test("[PA-1] a resent confirmation makes no promise about items that have shipped or won't ship", () => {
  const shipment = { ...ups, id: "ups", number: 1, isCorrected: false, at: "", lines: [] };
  for (const changes of [
    { shipments: [shipment] },
    { status: "refunded" as const },
    // Canceled, and its refund has failed.
    { items: [polo] },
  ]) {
    const { text, html: page } = orderConfirmation(letterOf(changes));
    expect(text).toContain("Thank you, Pat. Your payment of $132.35 went through.\n");
    expect(text + page).not.toMatch(/Arrives|getting your order ready/);
    expect(page).toContain("Order ORD-001, $132.35.");
  }
});

test("[PA-1] the confirmation says when the order arrives and how to start a return, in both parts", () => {
  for (const orderPage of [ORDER_PAGE, null]) {
    const { text, html: page } = orderConfirmation({ ...letterOf(), orderPage });
    expect(text).toContain("Arrives Wed, Nov 25 – Mon, Nov 30");
    expect(page).toContain("Arrives Wed, Nov 25 – Mon, Nov 30");
    const where = orderPage
      ? `on your order page:\n${ORDER_PAGE}`
      : "through our contact form:\nhttps://shop.example/contact";
    expect(text).toContain(`Something wrong? Request a return or exchange ${where}`);
  }
});

test("[RF-7] the confirmation of a shop without returns doesn't mention them", () => {
  const { text, html: page } = orderConfirmation({ ...letterOf(), returnDays: 0 });
  expect(text).toContain(`Something wrong? Tell us on your order page:\n${ORDER_PAGE}`);
  expect(text + page).not.toMatch(/ return | exchange/);
});

test("an order without tax has no tax line, as in the cart", () => {
  expect(orderConfirmation(letterOf()).text).toContain("Tax: $9.36");
  const { text, html: page } = orderConfirmation(letterOf({ tax: 0 }));
  expect(text + page).not.toContain("Tax");
});

test("[AS-2] a message from an order page says so and links to the order", () => {
  const message = { name: "Pat", email: "pat@example.com", subject: "Return: ORD-001", message: "Too small" };
  const sender = letterOf();
  expect(contactMessage(sender, message, sender.order.id)).toMatchObject({
    subject: "Return: ORD-001",
    text: expect.stringContaining(`View the order: https://shop.example/admin/orders/${sender.order.id}`),
  });
  expect(contactMessage(sender, message).text).not.toContain("/admin/orders");
});

test("[CF-7] the confirmation names every item with option, quantity, and line total, the totals, the order number, and the address", () => {
  const letter = orderConfirmation(letterOf());
  expect(letter.subject).toBe("Your Golf Pro Shop order ORD-001");
  const said = ["ORD-001", "Fairway Cap", "2 × ", "$24.50", "$49.00", "Links Polo", "XL", "$68.00"];
  const sums = ["$117.00", "$5.99", "$9.36", "$132.35"];
  const address = ["Pat Golfer", "9 Green Lane", "Unit 4", "Phoenix, AZ 85001", "United States"];
  for (const part of [letter.text, letter.html]) {
    for (const word of [...said, ...sums, ...address]) expect(part).toContain(word);
  }
  // Its product calls it Size or Length.
  expect(letter.html).not.toContain("Option:");
  expect(letter.text).toContain("Subtotal: $117.00\nShipping: $5.99\nTax: $9.36\nTotal: $132.35");
  expect(letter.html).toMatch(/Subtotal.*\$117\.00.*Shipping.*\$5\.99.*Tax.*\$9\.36.*Total.*\$132\.35/s);
});

test("the cells of the scorecard are separated by lines, with none before the first", () => {
  const { html: page } = orderConfirmation(letterOf());
  const cells = [...page.matchAll(/<td class="rule" width="\d+%" style="([^"]*)"/g)];
  expect(cells.map(([, style]) => style?.includes("border-left"))).toEqual([false, true, true]);
});

function shippedLetter(items: OrderItem[], sending: Sending = ups, isCorrected = false) {
  const lines = items.filter(({ sent }) => sent > 0);
  const shipment = {
    ...{ id: "first", number: 1, isCorrected, at: "2026-11-23T18:00:00.000Z", ...sending },
    lines: lines.map(({ id, name, variation, sent }) => ({ itemId: id, name, variation, quantity: sent })),
  };
  return orderShipped({ ...letterOf({ items, shipments: [shipment] }), shipment });
}

test("[RF-4] the email about a partial shipment lists its items and those still to come", () => {
  const part = shippedLetter([
    { ...cap, sent: 1 },
    { ...polo, canceled: 0, refunded: 0 },
  ]);
  expect(part.subject).toBe("Part of your Golf Pro Shop order ORD-001 is on its way");
  expect(part.text).toContain("In this shipment:\n1 × Fairway Cap");
  expect(part.text).toContain("Still to come:\n1 × Fairway Cap\n1 × Links Polo (XL)");
  expect(part.text).toContain("Tracking number: 1Z 999");
});

test("[RF-4] the email names the delivery method, with or without a carrier", () => {
  const none = { carrier: "", trackingNumber: "" };
  const texts = (["letter", "pickup", "hand"] as const).map((way) =>
    shippedLetter([sentCap], { way, ...none }),
  );
  expect(texts.map(({ subject }) => subject)).toEqual([
    "Your Golf Pro Shop order ORD-001 is on its way",
    "Your Golf Pro Shop order ORD-001 was picked up",
    "Your Golf Pro Shop order ORD-001 is on its way",
  ]);
  for (const { text, html: page } of texts) {
    expect(text).not.toMatch(/Tracking number|with ,|undefined/);
    expect(page).not.toMatch(/with ,|undefined/);
  }
  expect(shippedLetter([sentCap]).html).toContain("Order ORD-001 with UPS, 1Z 999");
  const unnumbered = shippedLetter([sentCap], { ...ups, trackingNumber: "" });
  expect(unnumbered.text).toContain("on its way to you with UPS.");
  expect(unnumbered.html).toContain("Order ORD-001 with UPS<");
});

test("[RF-4] a correction promises a tracking number only when there is one", () => {
  const renumbered = shippedLetter([sentCap], ups, true);
  expect(renumbered.subject).toBe("New tracking number for your Golf Pro Shop order ORD-001");
  expect(renumbered.text).toContain("with UPS. Please use this tracking number from now on.");
  const removed = shippedLetter([sentCap], { ...ups, trackingNumber: "" }, true);
  expect(removed.subject).toBe("Updated delivery details for your Golf Pro Shop order ORD-001");
  expect(removed.text).toContain("with UPS. There is no tracking number.");
  expect(removed.text).not.toMatch(/use this|Tracking number:/);
});

test("[RF-2] a shipping email lists the shipped items, and a refund email the refunded ones", () => {
  const { text } = shippedLetter([sentCap, polo]);
  expect(text).toContain("In this shipment:\n2 × Fairway Cap");
  expect(text).not.toContain("Links Polo");
  const refund = orderRefunded({
    ...letterOf(),
    amount: 2_450,
    refundedInAll: 4_900,
    quantities: { caps: 1 },
  });
  expect(refund.text).toContain("Refunded items:\n1 × Fairway Cap");
  const amount = orderRefunded({ ...letterOf(), amount: 500, refundedInAll: 500, quantities: {} });
  expect(amount.text).not.toContain("Refunded items");
});

test("[RF-5] where one amount stands for an order, it includes the extra payment for a change", () => {
  const changed = letterOf({ extraPaid: 1_200 });
  const confirmation = orderConfirmation(changed);
  const refund = orderRefunded({ ...changed, amount: 500, refundedInAll: 500, quantities: {} });
  expect(confirmation.text).toContain("Your payment of $144.35 went through");
  for (const { html } of [confirmation, refund])
    expect(html).toMatch(/Paid<\/span><br><span[^>]+>\$144\.35</);
});

test("[RF-5] the email about a swap lists the current items of the order, without refunded ones", () => {
  const items = [{ ...cap, quantity: 3, refunded: 1, canceled: 1, sent: 0 }, polo];
  const change = { what: "swap", before: "3 × Fairway Cap", after: "3 × Links Cap" } as const;
  const { text, html: page } = orderChanged({ ...letterOf({ items }), change });
  expect(text).toContain("Your order now\n2 × Fairway Cap\n\n");
  expect(text + page).not.toContain("Links Polo");
});

test("[OD-2] a refund email states the amount, the share of the order, and when the bank shows it", () => {
  const part = orderRefunded({ ...letterOf(), amount: 2_450, refundedInAll: 4_900, quantities: { caps: 1 } });
  expect(part.subject).toBe("Your refund of $24.50 from Golf Pro Shop, order ORD-001");
  const whole = orderRefunded({ ...letterOf(), amount: 8_335, refundedInAll: 13_235, quantities: {} });
  for (const body of [part.text, part.html]) {
    for (const word of [
      "We refunded $24.50 for your order ORD-001",
      "$49.00 of $132.35",
      "5 to 10 business days",
      ORDER_PAGE,
    ])
      expect(body).toContain(word);
  }
  for (const body of [whole.text, whole.html]) expect(body).toContain("Your order is now fully refunded.");
});

test("the shop's own pictures load from its origin as JPEG, others from their own URL", () => {
  const elsewhere = { ...cap, image: { url: "https://images.example/cap_2.webp", alt: "" } };
  const broken = { ...cap, image: { url: "javascript:alert(1)", alt: "" } };
  const { html: page } = orderConfirmation(letterOf({ items: [cap, elsewhere, broken] }));
  expect([...page.matchAll(/<img src="([^"]*)"/g)].map((match) => match[1])).toEqual([
    "https://shop.example/storage/product-images/cap_1-small.jpg",
    "https://images.example/cap_2-320.webp",
  ]);
  expect(page).toContain('alt="Green cap"');
  expect(page).not.toContain("javascript:");
  const local = orderConfirmation({ ...letterOf(), publicUrl: "http://localhost:3000" });
  expect(local.html).toContain('src="http://localhost:3000/storage/product-images/cap_1-small.jpg"');
});

test("a name, a variant, and a store name with HTML in them are shown as text", () => {
  const attack = `<img src=x onerror=alert(1)>"'&`;
  const order = letterOf({
    items: [{ ...cap, name: attack, variation: attack, image: { url: '/a.webp" onload="x', alt: attack } }],
    address: { ...letterOf().order.address, customer_name: attack, line1: attack },
    attention: [attack],
  });
  const letter = { ...order, store: { ...order.store, storeName: attack, phone: attack } };
  for (const write of [orderConfirmation, ownerNewOrder, paymentFailed, paymentProcessing]) {
    const page = write(letter).html;
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain('" onload="');
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
  }
});

test("a contact message is shown line by line and never as HTML", () => {
  const sender = letterOf();
  const letter = contactMessage(sender, {
    name: "<b>Pat</b>",
    email: "pat@example.com",
    subject: "Sizes & fit",
    message: "First line\n<script>alert(1)</script>",
  });
  expect(letter.subject).toBe("Contact form: Sizes & fit");
  expect(letter.text).toContain("First line\n<script>alert(1)</script>");
  expect(letter.html).toMatch(/<p[^>]*>First line<br>&lt;script&gt;/);
  expect(letter.html).toContain("&lt;b&gt;Pat&lt;/b&gt;");
});

test("the answer to a return keeps its line breaks, with no blank line before the first", () => {
  const request: ReturnRequest = {
    ...{ id: "return", wish: "return", reason: "too-small", isPaidBack: false, state: "declined", lines: [] },
    ...{ at: "2026-11-24T18:00:00.000Z", note: "", answer: "It was worn.\nWe are sorry.", keptUntil: null },
  };
  const { text, html: page } = returnDeclined({ ...letterOf(), request });
  expect(text).toContain("It was worn.\nWe are sorry.");
  expect(page).toMatch(/<p[^>]*>It was worn\.<br>We are sorry\.<\/p>/);
});

test("the owner's email links to the order and says what needs attention", () => {
  const plain = ownerNewOrder(letterOf());
  expect(plain.subject).toBe("New order ORD-001, $132.35");
  const page = "https://shop.example/admin/orders/3b6f5a0e-58f0-4a54-9e0c-0d9f6b1f2c33";
  expect(plain.text).toContain(page);
  expect(plain.html).toContain(`href="${page}"`);
  expect(plain.text).not.toContain("attention");
  const flagged = ownerNewOrder(letterOf({ attention: ["out_of_stock"] }));
  expect(flagged.subject).toBe("Needs attention: new order ORD-001, $132.35");
  expect(flagged.html).toContain("Needs your attention before it ships: out of stock.");
});

test("the emails about an unfinished payment say whether anything was charged, and what to do", () => {
  const failed = paymentFailed(letterOf({ status: "failed" }));
  expect(failed.subject).toContain("You were not charged");
  expect(failed.text).toContain("You were not charged, and nothing will ship.");
  expect(failed.html).toContain('href="https://shop.example/shop"');
  const waiting = paymentProcessing(letterOf({ status: "processing" }));
  expect(waiting.text).toContain("no need to order again");
  for (const letter of [failed, waiting]) expect(letter.html).toContain("Links Polo");
});

test("the text part of an email has every block except those that are HTML only", () => {
  const { text } = paymentProcessing(letterOf({ status: "processing" }));
  const blocks = ["Hi Pat,", "your bank is still processing", "no need to order again", ORDER_PAGE];
  const said = [...blocks, /^2 × Fairway Cap, /, "Subtotal: $117.00", "-- \nGolf Pro Shop"];
  expect(text.split("\n\n")).toEqual(
    said.map((block) =>
      typeof block === "string" ? expect.stringContaining(block) : expect.stringMatching(block),
    ),
  );
});

test("every email to the customer links to the order's page, unless the order has none", () => {
  const request: ReturnRequest = {
    ...{ id: "return", wish: "exchange", reason: "too-small", isPaidBack: false, state: "approved" },
    ...{ at: "2026-11-24T18:00:00.000Z", note: "", answer: "Please send it to us.", keptUntil: "2026-12-08" },
    lines: [
      {
        itemId: "caps",
        name: "Fairway Cap",
        variation: "L",
        quantity: 1,
        received: 0,
        settled: 0,
        wanted: "XL",
      },
    ],
  };
  const changed = (change: Parameters<typeof orderChanged>[0]["change"]) => (letter: OrderLetter) =>
    orderChanged({ ...letter, change });
  for (const write of [
    ...[orderConfirmation, paymentFailed, paymentProcessing, orderLink],
    ...[returnApproved, returnDeclined, returnLetGo].map(
      (answer) => (letter: OrderLetter) => answer({ ...letter, request }),
    ),
    changed({ what: "swap", before: "1 × Polo (M)", after: "1 × Polo (L)" }),
    changed({ what: "exchange", before: "1 × Polo (M)", after: "1 × Polo (L)" }),
    changed({ what: "address" }),
  ]) {
    const { text, html: page } = write(letterOf());
    expect(text).toContain(ORDER_PAGE);
    expect(page).toContain(`href="${ORDER_PAGE}"`);
    const without = write({ ...letterOf(), orderPage: null });
    expect(without.text + without.html).not.toContain("/orders/");
  }
  expect(ownerNewOrder(letterOf()).html).not.toContain(ORDER_PAGE);
});

test("an order with fifty long lines stays below the size at which email clients clip an email", () => {
  const line = {
    ...cap,
    name: "W".repeat(120),
    variation: "X".repeat(40),
    image: { ...cap.image!, alt: "A".repeat(120) },
  };
  const { html: page } = orderConfirmation(letterOf({ items: Array.from({ length: 50 }, () => line) }));
  expect(page.split("W".repeat(120)).length - 1).toBe(50);
  expect(Buffer.byteLength(page)).toBeLessThan(HTML_BYTES_MAX);
});

test("the template escapes texts, nests its own HTML, and renders nothing for null and false", () => {
  const inner = html`<b>${"<"}</b>`;
  expect(html`${inner}${[inner, "&"]}${null}${false}${undefined}${0}`.toString()).toBe(
    "<b>&lt;</b><b>&lt;</b>&amp;0",
  );
});
