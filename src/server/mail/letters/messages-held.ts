import { button, say, writeLetter } from "./frame.ts";
import { type Letter, pageUrl, type Sender } from "./letter.ts";

const WHY = "You're getting more contact form messages than usual, so we're not emailing you each one.";
const WHAT =
  "Nothing is lost. You'll find them in Messages, under Possible spam. Some may be from customers.";

/** To the owner, at most once an hour: the contact form is being flooded. */
export function messagesHeld(sender: Sender): Letter {
  const page = pageUrl(sender, "/admin/messages?show=suspected");
  return writeLetter(sender, {
    subject: "Unusually many contact form messages",
    title: "Unusually many messages",
    preheader: WHY,
    blocks: [say(WHY), say(WHAT), { text: page, html: button(page, "Review messages") }],
  });
}
