/** url: the page to go to, which may say that it failed. */
export type SignOutAnswer =
  | { ok: true; url: string }
  | { ok: false; notice: "sign-out-failed" | "sign-out-error" };

/** Asks the shop to end the session. A refusal means that it has not ended; without an answer nobody knows. */
export async function sendSignOut(path: string): Promise<SignOutAnswer> {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams() }).catch(() => null);
  if (answer?.ok) return { ok: true, url: answer.url };
  const isRefused = answer !== null && answer.status < 500;
  return { ok: false, notice: isRefused ? "sign-out-failed" : "sign-out-error" };
}
