// Leases, tokens, counters and the tasks of one process, against a sequential model. Every call of these functions is one
// statement that commits by itself, and the conductor sees the statements end one after the other. So the order of the
// answers is the order of the commits, and the model takes one answer after the other.
import { Violation } from "../problems.ts";

export type Heard = { text: string; values: unknown[] | undefined; rows: unknown[] };

type Lease = { token: string; until: number; isOver: boolean };

const CLAIMS = { claim_mails: "mail", claim_job: "job" } as const;
/** Names of functions that end a try, and what of. */
const ENDS = {
  finish_mail: "mail",
  fail_mail: "mail",
  finish_job_step: "job",
  fail_job_step: "job",
} as const;

export class WorkHistory {
  readonly #leases = new Map<string, Lease>();
  readonly #uses = new Map<string, number>();
  readonly #holders = new Map<string, string>();
  readonly #dead = new Set<string>();

  heard(statement: Heard): void {
    for (const [name, what] of Object.entries(CLAIMS)) this.#claimed(statement, name, what);
    for (const [name, what] of Object.entries(ENDS)) this.#ended(statement, name, what);
  }

  #claimed({ text, values, rows }: Heard, name: string, what: string): void {
    if (!new RegExp(`\\bfrom ${name}\\(`).test(text)) return;
    const token = uuidIn(values);
    const now = timeIn(values);
    const seconds = Number(/make_interval\(secs => \$(\d+)\)/.exec(text)?.[1] ?? 0);
    const until = now + Number(values?.[seconds - 1] ?? 0) * 1000;
    const limit =
      what === "mail" && !/claim_mails\(\$/.test(text)
        ? Number(/claim_mails\((\d+)/.exec(text)?.[1] ?? 1)
        : null;
    if (limit !== null && rows.length > limit)
      throw new Violation("L2", `${name} was asked for ${limit} and leased ${rows.length}`);
    for (const row of rows) {
      const key = `${what} ${idOf(row)}`;
      const known = this.#leases.get(key);
      if (known?.isOver) throw new Violation("L2", `${key} was done and was leased again`);
      if (known && known.until >= now) throw new Violation("L2", `${key} was leased to two workers`);
      this.#leases.set(key, { token, until, isOver: false });
    }
  }

  #ended({ text, values, rows }: Heard, name: string, what: string): void {
    if (!new RegExp(`\\b${name}\\(`).test(text)) return;
    const key = `${what} ${String(values?.[0])}`;
    const lease = this.#leases.get(key);
    if (!lease) throw new Violation("L3", `${name} of ${key}, which nobody has leased`);
    const token = String(values?.[1]);
    const stood = Object(rows[0]).stood === true;
    if (stood && token !== lease.token)
      throw new Violation("L3", `${name} of ${key} counted, though another worker has the lease`);
    if (!stood) return;
    // A step of a job, or a try that failed, is followed by another.
    this.#leases.set(key, { ...lease, until: Number.NEGATIVE_INFINITY, isOver: name === "finish_mail" });
  }

  /** A use was counted: every number comes once. */
  counted(key: string, count: number): void {
    const before = this.#uses.get(`${key} ${count}`) ?? 0;
    if (before > 0) throw new Violation("L4", `use ${count} of ${key} was counted twice`);
    this.#uses.set(`${key} ${count}`, 1);
  }

  /** A process asked whether it runs a task for all. */
  took(task: string, holder: string, isMine: boolean): void {
    const known = this.#holders.get(task);
    const isHeld = known !== undefined && known !== holder && !this.#dead.has(known);
    if (isMine && isHeld) throw new Violation("L5", `${task} belongs to two living processes`);
    if (isMine) this.#holders.set(task, holder);
  }

  died(holder: string): void {
    this.#dead.add(holder);
  }
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function uuidIn(values: unknown[] | undefined): string {
  const found = values?.find((value) => typeof value === "string" && UUID.test(value));
  return String(found);
}

/** The time by the clock of the worker that asks. */
function timeIn(values: unknown[] | undefined): number {
  const found = values?.find((value) => value instanceof Date);
  return found instanceof Date ? found.getTime() : Number.NaN;
}

function idOf(row: unknown): string {
  return String(Object(row).id);
}
