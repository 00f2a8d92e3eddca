import { html } from "hono/html";
import type { ContactMessage } from "#domain/messages/contact-message.ts";
import { type Block, button, paragraph, writeLetter } from "./frame.ts";
import { type Letter, pageUrl, type Sender } from "./letter.ts";

/** To the store: a message from the contact form or an order page. A reply goes to the sender of the message. */
export function contactMessage(
  sender: Sender,
  message: ContactMessage,
  orderId: string | null = null,
): Letter {
  const lines = message.message.split(/\r\n|\r|\n/);
  const where = orderId === null ? "through the contact form" : "from an order page";
  const page = orderId === null ? null : pageUrl(sender, `/admin/orders/${orderId}`);
  return writeLetter(sender, {
    subject: orderId === null ? `Contact form: ${message.subject}` : message.subject,
    title: message.subject,
    preheader: `${message.name} wrote ${where}.`,
    blocks: [
      quiet(`${message.name} (${message.email}) wrote ${where}:`),
      { text: message.subject },
      {
        text: lines.join("\n"),
        html: paragraph(html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`),
      },
      page && { text: `View the order: ${page}`, html: button(page, "View the order") },
      quiet(`Replies go to ${message.email}.`),
    ],
  });
}

function quiet(text: string): Block {
  return { text, html: paragraph(html`<span class="muted" style="color:#47534c">${text}</span>`) };
}
