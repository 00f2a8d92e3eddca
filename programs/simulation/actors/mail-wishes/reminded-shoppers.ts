// Shoppers who opt in to a reminder, leave the checkout, and follow the email's link: they reopen the cart,
// unsubscribe, or buy after all. Each has a separate email here, since a reminder is sent by email address.

import { stopReminders, takeCartBack } from "#server/checkout/reminders/answer-reminder.ts";
import { reminderPath } from "#server/mail/links/email-links.ts";
import { orFailure } from "../../world/faulty-database.ts";
import { leaveCheckouts } from "../../world/history.ts";
import { runTask } from "../../world/tasks.ts";
import type { World } from "../../world/world.ts";
import { ownEmail, walkAway } from "../attempt.ts";

const AFTER_HOURS = 1;
/** By then a hold has expired and a reminder is due. */
const LATER_MS = 65 * 60_000;
const EMAILS = 4;

/** The owner has reminders turned on. Some shoppers have just left a checkout, and some have unsubscribed before. */
export async function offerReminders(world: World): Promise<void> {
  const { pool } = world.engine;
  world.reminds = true;
  await pool.query("update store_settings set reminder_hours = $1", [AFTER_HOURS]);
  const emails = Array.from({ length: EMAILS }, (_, index) => ownEmail(index + 1));
  const leavers = emails.filter(() => world.random.chance(0.6));
  await leaveCheckouts(
    world,
    leavers.map((email) => ({ email, buysAfter: world.random.chance(0.3) })),
  );
  for (const email of emails)
    if (world.random.chance(0.2))
      await pool.query(
        "insert into email_opt_outs values ('checkout_reminder', encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2)",
        [email, new Date(world.now)],
      );
}

export async function reminderMoves(world: World): Promise<void> {
  await world.random.weighted<() => Promise<void> | void>([
    [5, () => leaveCheckout(world)],
    [4, () => timePasses(world)],
    [5, () => runTask(world, "stock")],
    [5, () => runTask(world, "follow-ups")],
    [3, () => followLink(world)],
  ])();
}

function leaveCheckout(world: World): void {
  const there = world.shoppers.filter(({ form, gone, told }) => form && !gone && !told);
  if (there.length > 0) walkAway(world, world.random.pick(there));
}

/** No call takes this long. */
function timePasses(world: World): void {
  if (world.scheduler.waiting.length === 0) world.now += LATER_MS;
}

async function followLink(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select checkout_id as id from checkout_reminders where state = 'sent' order by checkout_id",
  );
  if (rows.length === 0) return;
  const [, , token = ""] = reminderPath(world.process.shop, random.pick(rows).id).split("/");
  const isOut = random.chance(0.6);
  if (random.chance(0.3)) {
    await world.scheduler.start("a cart is reopened", async () => {
      await orFailure(() => world.callShop(({ shop }) => takeCartBack(shop, { token })));
    });
    return;
  }
  await world.scheduler.start(`reminders are ${isOut ? "ended" : "wanted again"}`, async () => {
    const isOurs = await orFailure(() => world.callShop(({ shop }) => stopReminders(shop, { token, isOut })));
    if (isOurs && isOut) world.count("reminders ended");
  });
}
