// Structured logs, one JSON object per line on stdout. Personal data and secrets never reach a log line: callers pass
// ids, and fields whose names suggest more are removed here as a second safeguard. Within a request,
// each line names the request and, by keyed hashes, its client and account (request-context.ts).
import type { LogLevel } from "./env.ts";
import { logLevels } from "./env.ts";
import { wordsOf } from "./operator-error.ts";
import { currentRequest } from "./request-context.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** `room.happened`: "order.moved", "mail.sent". */
export type LogEvent = `${string}.${string}`;

type Level = Exclude<LogLevel, "silent">;

export type Logger = Record<Level, (event: LogEvent, fields?: LogFields) => void>;

const PRIVATE = /e-?mail|name|address|phone|secret|token|password|card|authorization|cookie/i;

export function createLogger(
  level: LogLevel,
  clock: () => number,
  write: (line: string) => void = writeSoon,
): Logger {
  const threshold = logLevels.indexOf(level);
  const at =
    (name: Level) =>
    (event: LogEvent, fields: LogFields = {}) => {
      if (logLevels.indexOf(name) < threshold) return;
      write(
        JSON.stringify({
          ...withoutPrivate(fields),
          ...requestFields(),
          time: new Date(clock()).toISOString(),
          level: name,
          event,
        }),
      );
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

let waiting: string[] = [];

/** To stdout, whose writes block: all lines of one turn of the event loop together, and what is left at the exit. */
function writeSoon(line: string): void {
  if (waiting.length === 0) setImmediate(writeWaiting);
  waiting.push(line, "\n");
}

function writeWaiting(): void {
  if (waiting.length > 0) process.stdout.write(waiting.join(""));
  waiting = [];
}
process.once("exit", writeWaiting);
// A full disk, or a reader that is gone, costs lines and not the process.
process.stdout.on("error", () => {});

/** What every line within a request says of it. */
function requestFields(): LogFields {
  const context = currentRequest();
  if (!context) return {};
  const { id, client, account } = context;
  return { request: id, client, ...(account === undefined ? {} : { account }) };
}

function withoutPrivate(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, PRIVATE.test(name) ? "[removed]" : value]),
  );
}

/** What a log may say of an error: its class and message, never its properties. */
export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${wordsOf(error)}` : String(error);
}
