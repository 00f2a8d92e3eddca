// Every email as Outlook, Gmail, and Apple Mail can show it, by the tables of caniemail.com. EXCEPTIONS lists what one
// of them can't show, with what its readers see instead; an unused exception is a failure.

import { type CanIEmailOptions, caniemail } from "caniemail";
import { expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import type { Shipment } from "#domain/order/shipments.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import { extraPaymentAsked } from "#server/mail/corrections/extra-payment-asked.ts";
import { orderChanged } from "#server/mail/corrections/order-changed.ts";
import { contactMessage } from "#server/mail/letters/contact-message.ts";
import type { Letter, OrderLetter } from "#server/mail/letters/letter.ts";
import { messagesHeld } from "#server/mail/letters/messages-held.ts";
import { orderCanceled } from "#server/mail/letters/order-canceled.ts";
import { orderConfirmation } from "#server/mail/letters/order-confirmation.ts";
import { orderLink } from "#server/mail/letters/order-link.ts";
import { orderRefunded } from "#server/mail/letters/order-refunded.ts";
import { orderShipped } from "#server/mail/letters/order-shipped.ts";
import { ownerNewOrder } from "#server/mail/letters/owner-new-order.ts";
import { ownerCardTesting, ownerFraudWarning } from "#server/mail/letters/owner-warnings.ts";
import { paymentFailed } from "#server/mail/letters/payment-failed.ts";
import { paymentProcessing } from "#server/mail/letters/payment-processing.ts";
import { testEmail } from "#server/mail/letters/test-email.ts";
import { messageReply } from "#server/mail/messages/message-reply.ts";
import { emailKinds, type MailKind } from "#server/mail/queue-mail.ts";
import { checkoutReminder } from "#server/mail/reminders/write-reminder-email.ts";
import { type RestockLetter, restockAsked, restockBack } from "#server/mail/restock/restock-letters.ts";
import {
  returnApproved,
  returnAsked,
  returnDeclined,
  returnLetGo,
} from "#server/mail/returns/return-letters.ts";
import { reviewRequest } from "#server/mail/reviews/review-request.ts";

const PROGRAMS: CanIEmailOptions["clients"] = ["outlook.*", "gmail.*", "apple-mail.*"];

const cap = {
  productId: "5f0c52a4-6f7c-4f62-9d7e-0b8d6c9b7a11",
  name: "Fairway Cap",
  image: { url: "/storage/product-images/cap_1.webp", alt: "Green cap" },
  variation: "L",
  quantity: 2,
  price: 2_450,
  ...{ id: "caps", refunded: 0, canceled: 0, sent: 1 },
};

const shipment: Shipment = {
  ...{ id: "first", number: 1, way: "carrier", carrier: "UPS", trackingNumber: "1Z 999", isCorrected: false },
  at: "2026-11-23T18:00:00.000Z",
  lines: [{ itemId: "caps", name: cap.name, variation: cap.variation, quantity: 1 }],
};

const order: OrderLetter = {
  publicUrl: "https://shop.example",
  look: defaultBrand.look,
  orderPage: `https://shop.example/orders/${"t".repeat(43)}`,
  returnDays: 30,
  store: {
    storeName: "Golf Pro Shop",
    email: "store@shop.example",
    phone: "555-0100",
    address: "1 Links Road\nTucson, AZ",
    logoUrl: "/storage/logos/logo.png",
  },
  order: {
    id: "3b6f5a0e-58f0-4a54-9e0c-0d9f6b1f2c33",
    number: 1,
    status: "paid",
    items: [cap, { ...cap, id: "polos", name: "Links Polo", image: null }],
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
    subtotal: 9_800,
    shipping: 599,
    tax: 936,
    total: 11_335,
    attention: ["out_of_stock"],
    createdAt: "2026-11-22T18:00:00.000Z",
    arrival: { from: "2026-11-25", to: "2026-11-30" },
    linkHash: "hash",
    linkTurns: 0,
    shipments: [shipment],
  },
};
const message = { name: "Pat", email: "pat@example.com", subject: "Sizes", message: "First line\nSecond" };

const restock: RestockLetter = {
  ...{ publicUrl: order.publicUrl, store: order.store, look: order.look, image: cap.image },
  item: cap,
  requestPage: `https://shop.example/restock/${"t".repeat(80)}`,
  productPage: `https://shop.example/product/${cap.productId}?option=L`,
};

const request: ReturnRequest = {
  ...{ id: "return", wish: "exchange", reason: "too-small", state: "approved", at: order.order.createdAt },
  note: "One size up, please.\nThank you!",
  answer: "Please send it to:\n\n1 Links Road\nTucson, AZ",
  keptUntil: "2026-12-08",
  isPaidBack: false,
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

/** One of each kind, with everything that its template can hold. A kind without one is an error of the types. */
const mails: Record<MailKind, () => Letter> = {
  order_confirmation: () => orderConfirmation(order),
  owner_new_order: () => ownerNewOrder(order),
  payment_processing: () => paymentProcessing(order),
  payment_failed: () => paymentFailed(order),
  order_link: () => orderLink(order),
  order_shipped: () => orderShipped({ ...order, shipment }),
  order_refunded: () =>
    orderRefunded({ ...order, amount: 2_450, refundedInAll: 4_900, quantities: { caps: 1 } }),
  order_canceled: () => orderCanceled({ ...order, refund: { amount: 11_335, stands: true } }),
  extra_payment_asked: () =>
    extraPaymentAsked({
      ...order,
      extraPayment: {
        amount: 1200,
        before: "1 × Polo (M)",
        after: "1 × Jacket (L)",
        until: "2026-06-04T12:00:00.000Z",
      },
      until: "Jun 4, 2026, 5:00 AM",
      payPage: "https://shop.example/orders/abc/pay",
    }),
  order_changed: () =>
    orderChanged({ ...order, change: { what: "swap", before: "1 × Polo (M)", after: "1 × Polo (L)" } }),
  return_asked: () => returnAsked({ ...order, request }),
  return_approved: () => returnApproved({ ...order, request }),
  return_declined: () => returnDeclined({ ...order, request }),
  return_let_go: () => returnLetGo({ ...order, request: { ...request, keptUntil: null } }),
  review_request: () => {
    const page = `https://shop.example/reviews/${"t".repeat(43)}`;
    return reviewRequest({ ...order, names: "Fairway Cap, Links Polo", page, unsubscribe: `${page}/stop` });
  },
  contact_message: () => contactMessage(order, message, order.order.id),
  message_reply: () => messageReply(order, { ...message, body: "Take M.\nIt is cut wide." }),
  messages_held: () => messagesHeld(order),
  owner_card_testing: () => ownerCardTesting(order, "41 of 43 cards were refused."),
  owner_fraud_warning: () => ownerFraudWarning(order),
  test_mail: () => testEmail(order),
  checkout_reminder: () => {
    const page = `https://shop.example/back/${"t".repeat(80)}`;
    return checkoutReminder({ ...order, email: "pat@example.com", names: ["1 × Fairway Cap"], page });
  },
  restock_asked: () => restockAsked(restock),
  restock: () => restockBack(restock),
};

/** By caniemail's title of the feature. */
const EXCEPTIONS: Record<string, string> = {
  "<body> element": "Outlook on macOS makes it a <div>; the table within has the ground, too",
  "<style> element": "Gmail's page for phones drops it; everything an email needs is on its elements",
  "@media": "where it is dropped the email stays light and keeps its wide margins",
  "border-radius": "Outlook on Windows draws square corners",
  "color-scheme CSS property": "it asks for no recoloring; who doesn't know it recolors as it likes",
  "color-scheme meta tag": "the same, for programs that read no styles",
  "display:none": "Gmail's page for phones shows the line under the subject, without any height",
  "max-height property": "Outlook on Windows hides the line under the subject by display:none and mso-hide",
  overflow: "the same line; and a frame with square corners has nothing to cut off",
  "role attribute": "Windows Mail reads the tables of the layout as tables",
  "target attribute": "webmail opens every link in a new tab automatically; the mailbox of the demo needs it",
  "word-break": "Windows Mail widens the email for a word that is longer than a line",
};

const needed = new Set<string>();

test.each(emailKinds)("%s uses nothing that Outlook, Gmail or Apple Mail lacks", (kind) => {
  const { issues } = caniemail({ clients: PROGRAMS, html: mails[kind]().html });
  const lacking = new Map<string, string[]>();
  for (const [client, found] of issues.errors) {
    for (const { title } of found) {
      if (title in EXCEPTIONS) needed.add(title);
      else lacking.set(title, [...(lacking.get(title) ?? []), client]);
    }
  }
  expect([...lacking].map(([title, clients]) => `${title}: ${clients.join(", ")}`)).toEqual([]);
});

test("every exception is still needed", () => {
  expect(Object.keys(EXCEPTIONS).sort()).toEqual([...needed].sort());
});
