// What a process of its own finds in the database of a shop that does not run.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Audit, SandboxPayment } from "../../simulation/real/books.ts";
import type { Goods } from "./shoppers.ts";

export type LookAsked = {
  dataDir: string;
  /** Puts goods on the shelf first. */
  stocks: boolean;
  /** The provider's books, to compare with. */
  payments: SandboxPayment[];
};

export type Look = {
  goods: Goods | null;
  /** Orders that are paid, and those of all checkouts. */
  paid: string[];
  begun: string[];
  books: Audit;
};

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Throws when the database can't be opened, with what the process said. */
export async function askDatabase(asked: LookAsked): Promise<Look> {
  const program = path.join(import.meta.dirname, "look.ts");
  const running = promisify(execFile)(process.execPath, [program], { maxBuffer: OUTPUT_BYTES_MAX });
  running.child.stdin?.end(JSON.stringify(asked));
  const { stdout } = await running;
  return JSON.parse(stdout);
}
