// Leases, tokens, and counters, against a sequential model. The conductor sees the statements end one after the other,
// so for single-statement transactions the order of results is the order of commits. A longer transaction counts when
// it commits: it holds the locks of its rows until then, so transactions that lease or end the same work commit in the
// order in which they changed it. The model processes one after the other.

import { Violation } from "../../simulation/world/violation.ts";
import { HarnessError } from "../problems.ts";
import type { Lent } from "../turns/shop-pool.ts";
import { type Call, callsOf, type Signatures } from "./function-calls.ts";

export type Heard = { text: string; values: unknown[] | undefined; rows: unknown[] };

/** `until`: null when it was released. */
type Lease = { token: string; until: number | null; isOver: boolean };

type Work = "mail" | "job" | "call to the provider";

const CLAIMS = {
  claim_mails: "mail",
  claim_job: "job",
  claim_operations: "call to the provider",
} as const satisfies Record<string, Work>;
/** An attempt continues or ends; `isLast`: nothing is left to do then. */
const TRIES = {
  keep_mail: { what: "mail", isLast: () => false },
  finish_mail: { what: "mail", isLast: () => true },
  fail_mail: { what: "mail", isLast: (call: Call) => call.get("p_retry_at") === null },
  drop_mail: { what: "mail", isLast: () => true },
  finish_job_step: { what: "job", isLast: (call: Call) => call.get("p_run_at") === null },
  fail_job_step: { what: "job", isLast: (call: Call) => call.get("p_retry_at") === null },
} as const satisfies Record<string, { what: Work; isLast: (call: Call) => boolean }>;

const POSTPONES = /^\s*update "?payment_operations"? set [\s\S]*next_at/i;

/** Throws when a function leases something, or takes the token of a lease, and no rule here covers it. */
export function checkLeaseFunctions(signatures: Signatures): void {
  for (const [name, parameters] of signatures)
    if (
      (parameters.includes("p_token") || parameters.includes("p_lease")) !== (name in CLAIMS || name in TRIES)
    )
      throw new HarnessError(`${name} and the rules of leases do not fit: rules/work-history.ts`);
}

export class WorkHistory {
  readonly #signatures: Signatures;
  readonly #leases = new Map<string, Lease>();
  readonly #underWay = new Map<Lent, Heard[]>();
  readonly #uses = new Map<string, number>();

  constructor(signatures: Signatures) {
    this.#signatures = signatures;
  }

  /** `lent`: the transaction that it is part of; null: it committed. */
  heard(statement: Heard, lent: Lent | null): void {
    if (lent) this.#underWay.set(lent, [...(this.#underWay.get(lent) ?? []), statement]);
    else this.#committed(statement);
  }

  ended(lent: Lent, isCommitted: boolean): void {
    const statements = this.#underWay.get(lent) ?? [];
    this.#underWay.delete(lent);
    if (isCommitted) for (const statement of statements) this.#committed(statement);
  }

  #committed(statement: Heard): void {
    if (POSTPONES.test(statement.text)) this.#forgetCalls();
    for (const [name, what] of Object.entries(CLAIMS))
      for (const call of callsOf(name, statement, this.#signatures))
        this.#claimed(name, what, call, statement.rows);
    for (const [name, { what, isLast }] of Object.entries(TRIES))
      for (const call of callsOf(name, statement, this.#signatures)) {
        const key = `${what} ${textOf(call, "p_id")}`;
        const hasStood = stoodIn(name, textOf(call, "p_id"), statement.rows);
        const kept = name.startsWith("keep_") ? timeOf(call, "p_now") + numberOf(call, "p_lease") : null;
        this.#tried(name, key, { call, hasStood, until: kept, isOver: isLast(call) });
      }
  }

  #claimed(name: string, what: Work, call: Call, rows: unknown[]): void {
    const now = timeOf(call, "p_now");
    // Calls to the provider have no token: their keys make two of them count as one.
    const token = call.has("p_token") ? textOf(call, "p_token") : "";
    const limit = call.has("p_limit") ? numberOf(call, "p_limit") : 1;
    if (rows.length > limit)
      throw new Violation("L2", `${name} was asked for ${limit} and leased ${rows.length}`);
    const again = rows.filter((row) => Number(Object(row).attempts) > 1).length;
    if (call.has("p_again_max") && again > numberOf(call, "p_again_max"))
      throw new Violation("L2", `${name} leased ${again} that were tried before`);
    for (const row of rows) {
      const key = `${what} ${idOf(row)}`;
      const known = this.#leases.get(key);
      if (known?.isOver) throw new Violation("L2", `${key} was done and was leased again`);
      const isHeld = known?.until != null && (token === "" ? known.until > now : known.until >= now);
      if (isHeld) throw new Violation("L2", `${key} was leased to two workers`);
      this.#leases.set(key, { token, until: now + numberOf(call, "p_lease"), isOver: false });
    }
  }

  #tried(
    name: string,
    key: string,
    end: { call: Call; hasStood: boolean; until: number | null; isOver: boolean },
  ): void {
    const lease = this.#leases.get(key);
    if (!lease) throw new Violation("L3", `${name} of ${key}, which nobody has leased`);
    const isOwn = textOf(end.call, "p_token") === lease.token;
    if (end.hasStood && !isOwn)
      throw new Violation("L3", `${name} of ${key} counted, though another worker has the lease`);
    if (end.hasStood && lease.until === null)
      throw new Violation("L3", `${name} of ${key} counted, though the lease was released`);
    if (!end.hasStood && isOwn && lease.until !== null && lease.until >= timeOf(end.call, "p_now"))
      throw new Violation("L3", `${name} of ${key} did not count, though its worker has the lease`);
    if (end.hasStood) this.#leases.set(key, { ...lease, until: end.until, isOver: end.isOver });
  }

  /** A worker itself says when a call is due again, even if another one leases it: nothing fences that. */
  #forgetCalls(): void {
    for (const [key, lease] of this.#leases)
      if (lease.token === "") this.#leases.set(key, { ...lease, until: null });
  }

  /** A use was counted: every number occurs once. */
  counted(key: string, count: number): void {
    const before = this.#uses.get(`${key} ${count}`) ?? 0;
    if (before > 0) throw new Violation("L4", `use ${count} of ${key} was counted twice`);
    this.#uses.set(`${key} ${count}`, 1);
  }
}

/** Whether the database said that the attempt of this id counted. A batch statement says so per id. */
function stoodIn(name: string, id: string, rows: unknown[]): boolean {
  const row = rows.length === 1 ? rows[0] : rows.find((each) => idOf(each) === id);
  const { stood, id: answered = id } = Object(row);
  if (typeof stood !== "boolean" || String(answered) !== id)
    throw new HarnessError(`The answer of ${name} about ${id} can't be read: ${JSON.stringify(rows)}`);
  return stood;
}

function textOf(call: Call, parameter: string): string {
  const value = call.get(parameter);
  if (typeof value === "string" && value !== "") return value;
  throw new HarnessError(`${parameter} is ${String(value)}, which is no text`);
}

function numberOf(call: Call, parameter: string): number {
  const value = call.get(parameter);
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  throw new HarnessError(`${parameter} is ${String(value)}, which is no number`);
}

/** The time by the calling worker's clock. */
function timeOf(call: Call, parameter: string): number {
  const value = call.get(parameter);
  if (value instanceof Date) return value.getTime();
  throw new HarnessError(`${parameter} is ${String(value)}, which is no time`);
}

function idOf(row: unknown): string {
  return String(Object(row).id);
}
