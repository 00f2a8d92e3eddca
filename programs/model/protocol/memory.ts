// What a process still needs to know at each step. The rest is forgotten, so that two processes that will do the same are
// the same. Left out: what the next steps set themselves.
import { small } from "../fields.ts";
import { blankProcess, type Checkout, type Process, type Shopper, type StepName } from "./world.ts";

type Field = Exclude<keyof Process, "step" | "root" | "at">;

const canceling = ["intent", "call", "afterCancel", "sawPage"] as const;
const settling = ["afterSettle", ...canceling] as const;
const listing = ["listed0", "listed1", "listed2"] as const;

const needs: Record<StepName, readonly Field[]> = {
  nothing: [],
  "start:open": [],
  "start:answer": ["intent"],
  "supersede:find": [],
  "supersede:mark": ["next", "afterObtain", ...canceling],
  "obtain:send": ["afterObtain"],
  "obtain:find": ["afterObtain"],
  "obtain:renew": ["afterObtain"],
  "obtain:save": ["afterObtain", "intent"],
  "obtain:abandon": ["afterObtain", "answer"],
  "settle:read": settling,
  "settle:retrieve": ["read", ...settling],
  "settle:commit": ["read", "answer", ...settling],
  "settle:alert": settling,
  "resume:retrieve": ["intent"],
  "cancel:note": canceling,
  "cancel:send": ["read", ...canceling],
  "cancel:retrieve": ["read", ...canceling],
  "cancel:finish": ["answer", ...canceling],
  "close:find": [],
  "close:again": [],
  "close:release": [],
  "replace:check": ["intent", "afterCancel", "sawPage"],
  "host:find": [],
  "host:again": [],
  "host:write": [],
  "host:reread": [],
  "page:create": ["intent"],
  "page:save": [],
  "page:finish": [],
  "page:retrieve": ["answer"],
  "page:answer": [],
  "close-page:create": [],
  "close-page:found": [],
  "close-page:none": [],
  "close-page:retrieve": [],
  "close-page:note": [],
  "close-page:expire": [],
  "close-page:retrieve-again": [],
  "close-page:closed": ["intent"],
  "close-page:end": [],
  "operation:find": ["call"],
  "operation:finish": ["call", "answer"],
  "refund:send": ["refund"],
  "refund:apply": listing,
  "refund:fail": ["refund"],
  "facts:list": [],
  "facts:apply": listing,
};

/** The processes that still run, each with what it needs. */
export function forget(shopper: Shopper): void {
  shopper.processes = shopper.processes.filter(({ step }) => step !== "nothing").map(withoutRest);
  forgetOldReads(shopper);
}

function withoutRest(process: Process): Process {
  const { step, root, at } = process;
  const kept = Object.fromEntries(needs[step].map((field) => [field, process[field]]));
  // A request and a task that are at the same step do the same.
  return { ...blankProcess, step, root: root === "worker" ? "web" : root, at, ...kept };
}

/** The numbers of reads only matter by their order, and only while somebody has one in hand. */
function forgetOldReads({ checkouts, processes }: Shopper): void {
  checkouts.forEach((row, at) => {
    const readers = processes.filter((one) => one.at === at && one.read > 0);
    if (readers.length === 0) {
      row.read = 0;
      return;
    }
    const known = [...new Set([row.read, ...readers.map((one) => one.read)])]
      .filter((read) => read > 0)
      .sort();
    const rank = (read: Checkout["read"]) => small[known.indexOf(read) + 1] ?? 0;
    row.read = rank(row.read);
    for (const one of readers) one.read = rank(one.read);
  });
}
