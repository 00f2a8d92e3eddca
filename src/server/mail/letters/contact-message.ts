import { html } from "hono/html";
import type { ContactMessage } from "#domain/messages/contact-message.ts";
import { type Block, paragraph, writeLetter } from "./frame.ts";
import type { Letter, Sender } from "./letter.ts";

/** To the store: what somebody wrote in the contact form. A reply goes to the writer. */
export function contactMessage(sender: Sender, message: ContactMessage): Letter {
  const lines = message.message.split(/\r\n|\r|\n/);
  return writeLetter(sender, {
    subject: `Contact form: ${message.subject}`,
    title: message.subject,
    preheader: `${message.name} wrote through the contact form.`,
    blocks: [
      quiet(`${message.name} (${message.email}) wrote through the contact form:`),
      { text: message.subject },
      {
        text: lines.join("\n"),
        html: paragraph(html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`),
      },
      quiet(`Your reply goes to ${message.email}.`),
    ],
  });
}

function quiet(text: string): Block {
  return { text, html: paragraph(html`<span class="muted" style="color:#47534c">${text}</span>`) };
}
