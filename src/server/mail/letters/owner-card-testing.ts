import { button, say, writeLetter } from "./frame.ts";
import { type Letter, pageUrl, type Sender } from "./letter.ts";

/** To the owner: payments are closed to unknown shoppers. `detail`: how payments ended lately. */
export function ownerCardTesting(sender: Sender, detail: string): Letter {
  const page = pageUrl(sender, "/admin/attention");
  const sentences = [
    `Somebody is trying out stolen cards in your shop: ${detail}.`,
    "So shoppers who have not bought from you before can't pay for now. Those who have can go on, and nothing that was paid is lost. Payments open again by themselves once it is quiet, usually within half an hour.",
    "You need not do anything. If it goes on for hours, turn on stricter fraud rules in Stripe's dashboard, under Radar, and look there for payments to refund.",
  ];
  return writeLetter(sender, {
    subject: "Payments are closed to new shoppers: somebody is trying out stolen cards",
    title: "Somebody is trying out stolen cards",
    preheader: "Shoppers who have not bought here before can't pay for now.",
    blocks: [
      ...sentences.map(say),
      { html: button(page, "See what waits for you") },
      { text: `See what waits for you: ${page}` },
    ],
  });
}
