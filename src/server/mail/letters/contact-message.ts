import { html } from "hono/html";
import type { ContactMessage } from "#domain/messages/contact-message.ts";
import { paragraph, writeLetter } from "./frame.ts";
import type { Letter, Sender } from "./letter.ts";

/** To the store: what somebody wrote in the contact form. A reply goes to the writer. */
export function contactMessage(sender: Sender, message: ContactMessage): Letter {
  const from = `${message.name} (${message.email})`;
  const lines = message.message.split(/\r\n|\r|\n/);
  return writeLetter(sender, {
    subject: `Contact form: ${message.subject}`,
    title: message.subject,
    preheader: `${message.name} wrote through the contact form.`,
    text: [
      `${from} wrote through the contact form:`,
      message.subject,
      lines.join("\n"),
      `Your reply goes to ${message.email}.`,
    ],
    body: [
      paragraph(muted(`${from} wrote through the contact form:`)),
      paragraph(html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`),
      paragraph(muted(`Your reply goes to ${message.email}.`)),
    ],
  });
}

const muted = (text: string) => html`<span class="muted" style="color:#47534c">${text}</span>`;
