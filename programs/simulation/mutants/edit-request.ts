import type { Ask } from "../world/shop-process.ts";

/** What a function was posted, or null for another address. */
export async function postedTo(path: string, request: Request): Promise<Record<string, unknown> | null> {
  if (new URL(request.url).pathname !== `/functions/v1/${path}`) return null;
  return (await request.clone().json()) as Record<string, unknown>;
}

/** The same request with another body. */
export function withBody(request: Request, body: unknown): Request {
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** Edits what is posted to a function before the shop sees it. */
export function editPosts(
  ask: Ask,
  path: string,
  edit: (body: Record<string, unknown>) => Record<string, unknown>,
): Ask {
  return async (request, peer) => {
    const body = await postedTo(path, request);
    return ask(body ? withBody(request, edit(body)) : request, peer);
  };
}
