import { frame, paragraph, textFooter } from "./frame.ts";
import { html } from "./html.ts";
import type { Letter, Sender } from "./letter.ts";

const SENTENCE = "This is the test mail that you asked for in the settings. Mails from your shop arrive.";

/** To the owner, who pressed 'Send a test mail'. */
export function testMail(sender: Sender): Letter {
  const title = "Mail works";
  return {
    subject: `Test mail from ${sender.store.storeName}`,
    text: [SENTENCE, "", textFooter(sender)].join("\n"),
    html: frame(sender, { title, preheader: SENTENCE, body: html`${paragraph(SENTENCE)}` }),
  };
}
