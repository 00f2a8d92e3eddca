import type { ContactMessage } from "#domain/contact.ts";
import { frame, paragraph, textFooter } from "./frame.ts";
import { html } from "./html.ts";
import type { Letter, Sender } from "./letter.ts";

/** To the store: what somebody wrote in the contact form. A reply goes to the writer. */
export function contactMessage(sender: Sender, message: ContactMessage): Letter {
  const from = `${message.name} (${message.email})`;
  const lines = message.message.split(/\r\n|\r|\n/);
  return {
    subject: `Contact form: ${message.subject}`,
    text: [
      `${from} wrote through the contact form:`,
      "",
      message.subject,
      "",
      ...lines,
      "",
      `Your reply goes to ${message.email}.`,
      "",
      textFooter(sender),
    ].join("\n"),
    html: frame(sender, {
      title: message.subject,
      preheader: `${message.name} wrote through the contact form.`,
      body: html`${paragraph(html`<span class="muted" style="color:#47534c">${from} wrote through the contact form:</span>`)}${paragraph(
        html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`,
      )}${paragraph(html`<span class="muted" style="color:#47534c">Your reply goes to ${message.email}.</span>`)}`,
    }),
  };
}
