// The provider's payment page as a shopper uses it: requested when the card form does not load (or by a shopper who
// then uses the form after all), paid with good and bad cards, left through its back link, or left open.

import * as z from "zod/mini";
import { post } from "../world/browser.ts";
import { deliverWebhooks } from "../world/surroundings.ts";
import type { PaymentPage, Shopper, World } from "../world/world.ts";
import { beginAnew, hearRefusal, isHeard, requestOf, seeTotal, start, told, walkAway } from "./attempt.ts";
import { ASKING_CARDS, BAD_CARDS, delayPayment, GOOD_CARDS, moneyUnderWay } from "./paying.ts";

const PAGE_OVER_MS = 45 * 60_000;
const hostedBody = z.object({ sessionId: z.string(), url: z.string() });

/** 'Pay on the payment page instead': a new checkout that closes the card form's, or the same request repeated. */
export function askForPage(world: World, shopper: Shopper): Promise<void> {
  if (shopper.pageOrder !== shopper.orderId) {
    beginAnew(world, shopper);
    seeTotal(world, shopper);
    shopper.pageOrder = shopper.orderId;
  }
  return world.scheduler.start(`${shopper.name} asks for the payment page`, async () => {
    const question = { generation: shopper.generation, amountSeen: shopper.amountSeen };
    const { orderId, browser } = shopper;
    const before = moneyUnderWay(world, shopper);
    const answer = await post(world, "/functions/v1/create-checkout-session", {
      browser,
      body: requestOf(shopper),
    });
    const hosted = answer?.status === 200 ? hostedBody.parse(answer.body) : null;
    world.say(`  ${shopper.name} hears ${told(answer, hosted?.sessionId)}`);
    if (!answer || !isHeard(world, shopper, question)) return;
    if (hosted) {
      const { sessionId, url } = hosted;
      if (shopper.page?.sessionId === sessionId) world.count("same page requested again");
      shopper.page = { orderId, sessionId, url };
    } else hearRefusal(world, shopper, { refusal: answer, before });
  });
}

export async function usePage(world: World, shopper: Shopper): Promise<void> {
  const { random } = world;
  const page = shopper.page!;
  const move = random.weighted<() => unknown>([
    [6, () => payOnPage(world, shopper, pickCard(world))],
    [3, () => cancelOnPage(world, shopper, page)],
    [2, () => walkAway(world, shopper)],
    [2, () => askForPage(world, shopper)],
    [world.scheduler.waiting.length === 0 ? 4 : 0, () => payTooLate(world, shopper)],
  ]);
  await move();
}

function pickCard(world: World): string {
  const { random } = world;
  if (random.chance(0.15)) delayPayment(world);
  return random.weighted([
    [6, random.pick(GOOD_CARDS)],
    [2, random.pick(BAD_CARDS)],
    [1, random.pick(ASKING_CARDS)],
  ]);
}

/** Fills in the page's own form. */
export async function payOnPage(world: World, shopper: Shopper, card: string): Promise<void> {
  const { sessionId, url } = shopper.page!;
  world.isDirty = true;
  const answer = await world.sandbox.fetch(
    new Request(url, {
      method: "POST",
      headers: { origin: new URL(url).origin },
      body: new URLSearchParams({ number: card, expiry: "12 / 30", cvc: "123", zip: "85001" }),
      redirect: "manual",
    }),
  );
  const { status } = world.sandbox.controls.sessions().find(({ id }) => id === sessionId)!;
  world.say(`${shopper.name} pays on page ${sessionId.slice(-6)} with ${card.slice(-4)} → ${answer.status}`);
  if (answer.status === 410) {
    world.count("hosted page had expired");
    shopper.page = null;
  }
  if (status !== "complete") return;
  world.count("hosted paid");
  shopper.page = null;
}

/** The page expires after forty minutes. */
async function payTooLate(world: World, shopper: Shopper): Promise<void> {
  world.now += PAGE_OVER_MS;
  world.say("the page is left open for three quarters of an hour");
  await deliverWebhooks(world);
  await payOnPage(world, shopper, GOOD_CARDS[0]);
}

/** 'Cancel and go back': the payment step starts over. */
async function cancelOnPage(world: World, shopper: Shopper, { sessionId }: PaymentPage): Promise<void> {
  world.count("hosted canceled");
  world.say(`${shopper.name} goes back from page ${sessionId.slice(-6)}`);
  shopper.page = null;
  await start(world, shopper);
}
