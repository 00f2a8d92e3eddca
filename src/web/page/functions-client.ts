/** An answer of one of the shop's functions. Status 0: no answer came. */
export type FunctionAnswer = { status: number; body: unknown; answeredAt: string | null };

const FUNCTION_TIMEOUT_MS = 30_000;

/** POSTs JSON to `/functions/v1/{name}`. Never throws: a lost request is an answer with status 0. */
export async function callFunction(
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<FunctionAnswer> {
  try {
    const response = await fetch(`/functions/v1/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(FUNCTION_TIMEOUT_MS),
    });
    const answeredAt = response.headers.get("Date");
    return { status: response.status, body: await response.json().catch(() => null), answeredAt };
  } catch {
    return { status: 0, body: null, answeredAt: null };
  }
}

/** The body of a whole answer (status 200); throws when there is none. */
export async function askFunction(name: string, body: unknown): Promise<unknown> {
  const answer = await callFunction(name, body);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
  return answer.body;
}
