// Sends requests like browsers and the provider: a request with its headers goes in through the door, a status and JSON
// come out. Callers see nothing else of the shop, so responses are judged here: never an error of the shop's own, "try
// again" when the database is dead, and success for a webhook only when its event is stored.
import * as z from "zod/mini";
import { ProcessDied } from "./faulty-database.ts";
import { Violation } from "./violation.ts";
import type { World } from "./world.ts";

/** The network of a visitor, and the cookies that the shop has set there. */
export type Browser = { ip: string; cookies: Map<string, string> };

/** `code` is "" unless the response is a refusal. */
export type Answer = { status: number; code: string; details: Record<string, unknown>; body: unknown };

const refusal = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z._default(z.record(z.string(), z.unknown()), {}),
  }),
});

const AGAIN = /\btry again\b|\bsend it again\b/i;
/** What the shop responds when its database is down, and only then. */
const UNAVAILABLE = "unavailable";

/** Posts JSON from one of the shop's pages; null: no response, because the process died. */
export async function post(
  world: World,
  path: string,
  { browser, body }: { browser: Browser; body: unknown },
): Promise<Answer | null> {
  const { publicUrl } = world.process.shop.env;
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request(publicUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: publicUrl,
      "sec-fetch-site": "same-origin",
      ...(cookies && { cookie: cookies }),
    },
    body: JSON.stringify(body),
  });
  const answer = await ask(world, request, browser.ip);
  if (!answer) return null;
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  return judge(world, path, answer);
}

/** The provider's servers are neither shoppers nor in their networks. */
const PROVIDER_IP = "198.51.100.7";

/** The status of a webhook's response: 200 received, 400 refused, 503 not stored. Rejects when the process dies. */
export async function postWebhook(world: World, body: string, signature: string): Promise<number> {
  const request = new Request(`${world.process.shop.env.publicUrl}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body,
  });
  const answer = await ask(world, request, PROVIDER_IP);
  if (!answer) throw new ProcessDied("the shop's process died");
  try {
    const { status } = await judge(world, "webhook", answer);
    if (status === 200) await mustBeStored(world, body);
    if (status === 503) world.count("webhook refused by a dead database");
    return status;
  } catch (error) {
    // The provider would see a broken connection.
    if (error instanceof Violation) world.error ??= error;
    throw error;
  }
}

async function ask(world: World, request: Request, ip: string): Promise<Response | null> {
  try {
    return await world.callShop((process) => process.ask(request, ip));
  } catch (error) {
    if (error instanceof ProcessDied) return null;
    throw error;
  }
}

async function judge(world: World, what: string, answer: Response): Promise<Answer> {
  const { status } = answer;
  world.plan.coverage.count("answers", `${what} ${status}`);
  const body: unknown = await answer.json().catch(() => null);
  if (status === 500) throw new Violation("H1", `${what} was answered with ${JSON.stringify(body)}`);
  if (status < 400) return { status, code: "", details: {}, body };
  const told = refusal.safeParse(body);
  if (!told.success) throw new Violation("H2", `${what}: ${status} says nothing: ${JSON.stringify(body)}`);
  const { code, message, details } = told.data.error;
  const mayAgain = status === 503 || (status === 429 && answer.headers.has("retry-after"));
  if (status === 503 && !AGAIN.test(message)) throw new Violation("H2", `${what}: 503 says "${message}"`);
  if (status === 429 && !mayAgain) throw new Violation("H2", `${what}: 429 does not say when`);
  if (code === UNAVAILABLE && !world.struck.has(world.scheduler.current))
    throw new Violation("H3", `${what} was refused, and nothing is wrong with the database`);
  if (status === 429) world.count("too many requests (429)");
  if (code === UNAVAILABLE) world.count("dead database: try again (503)");
  return { status, code, details, body };
}

/** An event answered with success must be in the inbox, since the provider never sends it again. */
async function mustBeStored(world: World, body: string): Promise<void> {
  const { id } = JSON.parse(body) as { id: string };
  const { rows } = await world.engine.pool.query("select 1 from payment_events where id = $1", [id]);
  if (rows.length === 0) throw new Violation("W1", `event ${id} was answered with 200 and is not stored`);
}
