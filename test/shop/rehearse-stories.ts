import { handleDueEvents } from "#server/checkout/provider-events/receive-event.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import { askForReviews } from "#server/inbox/reviews/ask-for-reviews.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { ASKED_AFTER_MS } from "#test/sales/reviews.ts";
import { connectWebhooks } from "#test/sales/sales.ts";
import type { TestShop } from "./shop.ts";
import { newPerson, type Person, type Step, stories } from "./stories.ts";

/** Everything that can happen to an order, a customer, and a product, once, so that the database has made its plans. */
export async function rehearseStories(store: TestShop): Promise<void> {
  connectWebhooks(store);
  const later: { person: Person; steps: Step[] }[] = [];
  for (const [name, { steps, early = 0 }] of Object.entries(stories)) {
    const person = await newPerson(store, `rehearsal of ${name}`);
    await act(person, steps.slice(0, early));
    later.push({ person, steps: steps.slice(early) });
  }
  store.clock.advance(ASKED_AFTER_MS);
  await askForReviews(store.shop);
  for (const { person, steps } of later) await act(person, steps);
}

async function act(person: Person, steps: Step[]): Promise<void> {
  const { shop } = person.store;
  for (const step of steps) {
    await step.act(person);
    await handleDueEvents(shop);
    await runDueOperations(shop);
    await sendDueMails(shop);
    await findOrderDetail(shop, { id: person.orderId });
  }
}
