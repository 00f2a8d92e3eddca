// The shop's emails, as a test waits for them in the dev mailbox.
import { eventually } from "./browser.ts";
import { emailsTo } from "./journey.ts";
import type { RunningShop } from "./shop-process.ts";

/** The text of the newest email to this address whose subject or text contains these words. */
export function emailTo(shop: RunningShop, address: string, words: string): Promise<string> {
  return eventually(async () => {
    const emails = await emailsTo(shop, address);
    const found = emails.filter(({ subject, text }) => subject.includes(words) || text.includes(words));
    const newest = found.at(-1);
    if (!newest) throw new Error(`No email to ${address} says “${words}” yet`);
    return newest.text;
  });
}

/** The path of the order's page, from the confirmation email. */
export async function orderPathOf(shop: RunningShop, address: string): Promise<string> {
  const text = await emailTo(shop, address, "/orders/");
  return /\/orders\/[\w-]{43}/.exec(text)?.[0] ?? "";
}
