// How a command of the owner speaks and listens: its answer goes to standard output, everything else to
// standard error, and a password is never shown while it is typed.
import type { Readable } from "node:stream";
import type { Environment } from "#server/core/env.ts";
import { OperatorError } from "#server/core/operator-error.ts";

export type Terminal = {
  /** The answer of a command; may be piped into a file. */
  say: (text: string) => void;
  /** Progress, warnings and refusals. */
  note: (text: string) => void;
  clock: () => number;
  input: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
};

export type AdminVerb = {
  parameters: string;
  says: string;
  /** For a verb without parameters: what to say when some are given. */
  surplus?: string;
  /** Resolves with the exit code. */
  run: (env: Environment, parameters: string[], terminal: Terminal) => Promise<number>;
};

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const BACKSPACES = ["\u007f", "\b"];

/** Asks twice at a keyboard (null: the two differ); from a pipe the first line is the password. */
export async function readPassword(terminal: Terminal): Promise<string | null> {
  const { input } = terminal;
  if (!input.isTTY) return readFirstLine(input);
  const first = await readHidden(terminal, "New password (hidden): ");
  return (await readHidden(terminal, "Repeat it: ")) === first ? first : null;
}

/** Asks once at a keyboard, without showing it; from a pipe it is the first line. */
export function readSecret(terminal: Terminal, question: string): Promise<string> {
  return terminal.input.isTTY ? readHidden(terminal, question) : readFirstLine(terminal.input);
}

async function readFirstLine(input: Readable): Promise<string> {
  let text = "";
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text.replace(/\r?\n[\s\S]*$/, "");
}

/** One line of keys, without the terminal showing them. Ctrl-C ends it with an error. */
function readHidden({ input, note }: Terminal, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = "";
    // Before the question: an answer typed right away must not be shown either.
    input.setRawMode?.(true);
    note(question);
    const stop = () => {
      input.off("data", onKeys);
      input.setRawMode?.(false);
      input.pause();
    };
    const onKeys = (keys: Buffer | string) => {
      for (const key of String(keys)) {
        if (key === "\r" || key === "\n" || key === CTRL_D) {
          stop();
          resolve(typed);
          return;
        }
        if (key === CTRL_C) {
          stop();
          reject(new OperatorError("Canceled. Nothing was changed."));
          return;
        }
        typed = BACKSPACES.includes(key) ? typed.slice(0, -1) : typed + key;
      }
    };
    input.on("data", onKeys);
    input.resume();
  });
}

/** The exit code of a command that could not do what it was asked to. */
export function fail(terminal: Terminal, message: string): number {
  terminal.note(message);
  return 1;
}

/** A verb was given what it does not take. */
export class Misused extends Error {}
