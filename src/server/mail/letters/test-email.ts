import { say, writeLetter } from "./frame.ts";
import type { Letter, Sender } from "./letter.ts";

const SENTENCE = "This is the test email you sent from your settings. Your shop's emails are arriving.";

/** To the owner, who pressed 'Send a test email'. */
export function testEmail(sender: Sender): Letter {
  return writeLetter(sender, {
    subject: `Test email from ${sender.store.storeName}`,
    title: "Email works",
    preheader: SENTENCE,
    blocks: [say(SENTENCE)],
  });
}
