// `npm run admin -- attention …`: the owner's decisions on what the shop could not finish automatically.
import { type Alert, formatRefusal } from "#domain/alerts/alert.ts";
import { handleDueEvents } from "#server/checkout/provider-events/receive-event.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import type { Shop } from "#server/core/shop.ts";
import { closeAlert, retryAlert } from "#server/operations/alerts/decide-alert.ts";
import { listAlerts } from "#server/operations/alerts/list-alerts.ts";
import { findPending } from "#server/operations/alerts/queries.ts";
import type { Terminal } from "./terminal.ts";

const ACTOR = "command line";

export type AttentionCommand =
  | { does: "list" }
  | { does: "retry"; id: string }
  | { does: "close"; id: string; note: string };

/** `attention`, `attention retry <id>`, `attention close <id> <why …>`; null for anything else. */
export function parseAttention([does, id, ...words]: string[]): AttentionCommand | null {
  if (does === undefined) return { does: "list" };
  const note = words.join(" ").trim();
  if (does === "retry" && id && note === "") return { does, id };
  return does === "close" && id && note !== "" ? { does, id, note } : null;
}

/** Answers the exit code: 0 when it is done or nothing waits, 1 when something waits or it could not be done. */
export async function attend(shop: Shop, command: AttentionCommand, terminal: Terminal): Promise<number> {
  if (command.does === "list") {
    const stuck = await listAlerts(shop);
    terminal.say(alertsText(stuck));
    return stuck.length === 0 ? 0 : 1;
  }
  const { id } = command;
  const decision =
    command.does === "retry"
      ? await retryAlert(shop, { id, actor: ACTOR })
      : await closeAlert(shop, { id, actor: ACTOR, note: command.note });
  if (!decision.ok) {
    terminal.note(formatRefusal(decision));
    return 1;
  }
  if (command.does === "close") {
    terminal.say(`The ${decision.what} ${id} is closed.`);
    return 0;
  }
  // A running shop's worker may be faster; either way it is done once.
  if (decision.what === "operation") await runDueOperations(shop);
  else await handleDueEvents(shop);
  const pending = decision.what === "operation" ? await findPending(shop.db, id) : null;
  if (pending !== null) {
    terminal.note(`${id} was retried and isn't done yet: ${pending}. The shop keeps trying.`);
    return 1;
  }
  return formatRetried(id, await listAlerts(shop), terminal);
}

function formatRetried(id: string, left: Alert[], terminal: Terminal): number {
  const same = left.find((item) => item.id === id);
  if (!same) {
    terminal.say(`${id} was retried.`);
    return 0;
  }
  terminal.note(`${id} was retried and is still waiting: ${same.reason}`);
  return 1;
}

function alertsText(items: Alert[]): string {
  if (items.length === 0) return "Nothing needs your attention.";
  return [
    ...items.map(({ id, title, orderId, reason, since }) =>
      [id, `    ${title}${orderId ? `, order ${orderId}` : ""}`, `    since ${since}: ${reason}`].join("\n"),
    ),
    "",
    "Retry one:       npm run admin -- attention retry <name>",
    "Close it:        npm run admin -- attention close <name> <why>",
  ].join("\n");
}
