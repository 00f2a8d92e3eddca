// The owner's reply to a message, read from the database when it is sent: if the sender's data has been erased in the
// meantime, the reply is gone too, and no email goes out.
import { html } from "hono/html";
import { sql } from "kysely";
import { replySubject } from "#domain/messages/thread.ts";
import type { Db } from "../../db/transaction.ts";
import { type Html, paragraph, writeLetter } from "../letters/frame.ts";
import type { Letter, Sender } from "../letters/letter.ts";

export type MessageReply = { name: string; email: string; subject: string; message: string; body: string };

/** Null: the reply doesn't exist, or no longer does. */
export async function findMessageReply(db: Db, payload: unknown): Promise<MessageReply | null> {
  const { replyId } = (payload ?? {}) as { replyId?: unknown };
  const { rows } = await sql<MessageReply>`
    select m.name, m.email, m.subject, m.message, r.body from message_replies r join contact_messages m on m.id = r.message_id
    where r.id::text = ${typeof replyId === "string" ? replyId.toLowerCase() : ""}`.execute(db);
  return rows[0] ?? null;
}

/** To the sender of the message: the reply, with their message quoted below. */
export function messageReply(sender: Sender, { name, subject, message, body }: MessageReply): Letter {
  const quoted = message.split("\n").map((line) => `> ${line}`);
  return writeLetter(sender, {
    subject: replySubject(subject),
    title: subject,
    preheader: body.split("\n")[0] ?? "",
    blocks: [
      { text: body, html: paragraph(lines(body)) },
      {
        text: [`${name} wrote:`, ...quoted].join("\n"),
        html: paragraph(
          html`<span class="muted" style="color:#47534c">${name} wrote:<br>${lines(message)}</span>`,
        ),
      },
    ],
  });
}

function lines(text: string): Html {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;
}
