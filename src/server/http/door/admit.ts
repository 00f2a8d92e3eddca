// Carries out what the door decided about a body, so that the shop finds it read, checked, and small, or not at all.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isReadableForm } from "../request-body.ts";
import type { BodyBudget } from "./body-budget.ts";
import { collectBody } from "./collect-body.ts";
import { type BodyPlan, type Door, tooLarge } from "./door.ts";
import type { Refusal } from "./refusal.ts";

const tooSlow: Refusal = {
  status: 408,
  code: "too_slow",
  words: "The rest of the request did not arrive in time. Please send it again.",
};

const tooMuch: Refusal = {
  status: 503,
  code: "too_much",
  words: "The shop is busy right now. Please send it again in a minute.",
  headers: { "Retry-After": "10" },
};

const unreadable: Refusal = {
  status: 400,
  code: "malformed",
  words: "The form can't be read. Go back and send it again.",
};

/**
 * Null: the shop may see the request, and finds its body in `rawBody`, where the adapter of its router looks. `bodyMs`:
 * how long the sender may take for it. `budget`: of all bodies that the process collects.
 */
export async function admit(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, budget }: { bodyMs: number; budget: BodyBudget },
): Promise<Refusal | null> {
  const verdict = door.judge(request);
  if (verdict.kind === "refused") return verdict.refusal;
  request.url = verdict.target;
  if (!verdict.body) return null;
  // Only now does the sender of a large body get the go-ahead.
  if (request.headers.expect === "100-continue" && verdict.body.way !== "withhold") response.writeContinue();
  return takeBody(request, verdict.body, { msMax: bodyMs, budget });
}

async function takeBody(
  request: IncomingMessage,
  plan: BodyPlan,
  limits: { msMax: number; budget: BodyBudget },
): Promise<Refusal | null> {
  if (plan.way === "leave") return null;
  if (plan.way === "withhold") {
    Object.assign(request, { rawBody: Buffer.alloc(0) });
    return null;
  }
  const { bytesMax, isForm } = plan;
  const collected = await collectBody(request, { bytesMax, ...limits });
  if (!collected.ok && collected.reason === "too_large") return tooLarge(bytesMax);
  if (!collected.ok) return collected.reason === "too_much" ? tooMuch : tooSlow;
  const type = request.headers["content-type"] ?? "";
  if (isForm && !(await isReadableForm(collected.bytes, type))) return unreadable;
  Object.assign(request, { rawBody: collected.bytes });
  return null;
}
