import { say, writeLetter } from "./frame.ts";
import type { Letter, Sender } from "./letter.ts";

const SENTENCE = "This is the test mail that you asked for in the settings. Mails from your shop arrive.";

/** To the owner, who pressed 'Send a test mail'. */
export function testMail(sender: Sender): Letter {
  return writeLetter(sender, {
    subject: `Test mail from ${sender.store.storeName}`,
    title: "Mail works",
    preheader: SENTENCE,
    blocks: [say(SENTENCE)],
  });
}
