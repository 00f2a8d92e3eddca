// The shop's list of orders, read from outside while it runs: signed in as the owner, from the file that the back
// office exports. Reading it settles nothing, and it works on both databases, although only the shop's process
// can open the embedded one.
export type BookedOrder = { paymentIntentId: string; status: string };

export const OWNER = { email: "owner@example.com", password: "a password for the simulation" };

const ANSWER_MS_MAX = 10_000;
const NAMES = { payment: "Payment ID", status: "Status" };

/** Signs in; returns a function that reads the orders and throws while the shop can't be reached. */
export async function openOrderBook(origin: string): Promise<() => Promise<BookedOrder[]>> {
  let cookie = await signIn(origin);
  const read = () => fetch(`${origin}/admin/orders/export`, { headers: { cookie }, redirect: "manual" });
  return async () => {
    let file = await read();
    if (file.status === 302) {
      // The file wants a password that was given lately.
      cookie = await signIn(origin);
      file = await read();
    }
    if (!file.ok) throw new Error(`the list of orders answered ${file.status}`);
    return readOrderBook(await file.text());
  };
}

/** Answers the owner's cookies. */
export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/admin/login`, {
    method: "POST",
    body: new URLSearchParams({ email: OWNER.email, password: OWNER.password }),
    headers: { origin },
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (answer.status !== 302) throw new Error(`the owner could not sign in: status ${answer.status}`);
  return cookies.join("; ");
}

/** For a file whose cells hold neither commas nor quotes; the bots' names and postal addresses have none. */
export function readOrderBook(csv: string): BookedOrder[] {
  const [head = "", ...lines] = csv.replace(/^\uFEFF/, "").split("\r\n");
  const titles = head.split(",");
  const [payment, status] = [titles.indexOf(NAMES.payment), titles.indexOf(NAMES.status)];
  if (payment < 0 || status < 0) throw new Error(`the list of orders has other columns: ${head}`);
  return lines.filter(Boolean).map((line) => {
    const cells = line.split(",");
    return { paymentIntentId: cells[payment] ?? "", status: cells[status] ?? "" };
  });
}
