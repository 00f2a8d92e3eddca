import { button, say, writeLetter } from "./frame.ts";
import { type Letter, pageUrl, type Sender } from "./letter.ts";

const WHY =
  "More messages than usual are coming in through the contact form, so they are not mailed one by one.";
const WHAT =
  "Nothing is lost: they wait for you in Messages, under Possible spam. Customers may be among them.";

/** To the owner, at most once an hour: the contact form is being flooded. */
export function messagesHeld(sender: Sender): Letter {
  const page = pageUrl(sender, "/admin/messages?show=suspected");
  return writeLetter(sender, {
    subject: "Many messages from the contact form",
    title: "Many messages at once",
    preheader: WHY,
    blocks: [say(WHY), say(WHAT), { text: page, html: button(page, "Look at the messages") }],
  });
}
