// Sends the requests of a seed to every address, as a stranger and as the owner, and judges each answer: none is 5xx,
// none takes longer than two seconds, and a refusal (4xx) has written nothing.
import { seededRandom } from "../simulation/random.ts";
import type { Address } from "./addresses.ts";
import { chooseAddresses } from "./choose-addresses.ts";
import { type Answer, Connection } from "./connection.ts";
import { type Aim, type Form, type FuzzRequest, makeRequest } from "./requests.ts";
import type { World } from "./world.ts";

export type Finding = {
  what: string;
  pattern: string;
  who: Who;
  /** `--address` and `--seed` make the same request again; `number` counts those of its address. */
  seed: number;
  number: number;
  request: string;
  answer: string;
};

export type Tally = {
  requests: number;
  statuses: Map<number, number>;
  slowestMs: number;
  findings: Finding[];
};

type Who = "stranger" | "owner";

export type FuzzOptions = {
  runs: number;
  seed: number;
  /** Only addresses that contain this. */
  address?: string;
  progress?: (done: string) => void;
};

const ANSWER_MS_MAX = 2_000;
/** Behind the guard a request costs ten times as much. */
const OWNER_SHARE = 0.3;
const SHOWN = 2_000;
/** So many requests later the session is made good again, in case one of them ended it. */
const SESSION_REQUESTS = 20;

export async function fuzz(world: World, options: FuzzOptions): Promise<Tally> {
  const tally: Tally = { requests: 0, statuses: new Map(), slowestMs: 0, findings: [] };
  const wanted = chooseAddresses(world.addresses, options.address);
  for (const who of ["stranger", "owner"] as const) {
    for (const address of wanted) {
      await fuzzAddress(world, address, who, options, tally);
      options.progress?.(`${who} ${address.pattern}`);
    }
  }
  return tally;
}

async function fuzzAddress(
  world: World,
  address: Address,
  who: Who,
  { runs, seed }: FuzzOptions,
  tally: Tally,
): Promise<void> {
  const random = seededRandom(hash(`${seed} ${who} ${address.pattern}`));
  const connection = new Connection(world.port);
  const form = await formOf(world, connection, address);
  const { host, origin, sign, known } = world;
  let cookie: string | null = null;
  const ofOwner = Math.ceil(runs * OWNER_SHARE);
  const count = who === "owner" ? ofOwner : runs - ofOwner;
  for (let number = 0; number < count; number += 1) {
    if (who === "owner" && number % SESSION_REQUESTS === 0) cookie = await world.ownerCookie();
    const aim: Aim = { address, host, origin, cookie, form, sign, known };
    const request = makeRequest(random, aim);
    const answer = await connection.send(request.method, request.bytes);
    note(tally, answer);
    for (const what of await judge(world, connection, request, answer)) {
      tally.findings.push({
        what,
        pattern: address.pattern,
        who,
        seed,
        number,
        request: request.bytes.toString("utf8").slice(0, SHOWN),
        answer: `${answer.head}\n\n${answer.body}`.slice(0, SHOWN),
      });
    }
  }
  connection.close();
}

function note(tally: Tally, { status, ms }: Answer): void {
  tally.requests += 1;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.slowestMs = Math.max(tally.slowestMs, ms);
}

/** Before it answers, it asks the provider how the payment stands, and records the result in any case. */
const ASKS_PROVIDER = "/functions/v1/extend-hold";
const LEARNED = ["checkouts", "payment_debug_logs", "payment_outcomes"];

async function judge(
  { watch }: World,
  connection: Connection,
  request: FuzzRequest,
  answer: Answer,
): Promise<string[]> {
  const isAsking = request.target.startsWith(ASKS_PROVIDER);
  const written = (await watch.written()).filter((table) => !isAsking || !LEARNED.includes(table));
  const found: string[] = [];
  if (answer.status === 0) found.push("no answer");
  if (answer.status >= 500) found.push(`answered ${answer.status}`);
  if (answer.status >= 400 && answer.status < 500 && written.length > 0)
    found.push(`refused, but wrote ${written.join(", ")}`);
  if (answer.ms > ANSWER_MS_MAX) {
    // Once may be a busy machine.
    const again = await connection.send(request.method, request.bytes);
    if (again.ms > ANSWER_MS_MAX) found.push(`took ${(again.ms / 1_000).toFixed(1)} s`);
    await watch.written();
  }
  return found;
}

/** The fields of all forms that a page draws for the owner, with their values. */
async function formOf(world: World, connection: Connection, { kind, pattern }: Address): Promise<Form> {
  const form: Form = new Map();
  if (kind !== "page") return form;
  const isOrder = /orders?\/:/.test(pattern);
  const id = (isOrder ? world.known.orders[0] : world.known.products[0]?.id) ?? "1";
  const target = pattern.replace(/:\w+/g, id);
  const isOpen = pattern.startsWith("/admin/login");
  const cookie = isOpen ? "" : `Cookie: ${await world.ownerCookie()}\r\n`;
  const head = `GET ${target} HTTP/1.1\r\nHost: ${world.host}\r\n${cookie}\r\n`;
  const { body } = await connection.send("GET", Buffer.from(head));
  for (const [tag] of body.matchAll(/<(?:input|select|textarea|button|option)\b[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1];
    if (!name) continue;
    const value = /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "18 Fairway Drive";
    form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
