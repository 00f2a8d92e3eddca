// How a seeded bug changes the shop: in the database, or in a request on its way in.
import type { Engine } from "../world/engine.ts";
import type { Ask } from "../world/shop-process.ts";

/** Replaces text in the source of an SQL function. Throws if the text is missing; returns the undo. */
export async function editFunction(
  engine: Engine,
  name: string,
  from: string | RegExp,
  to: string,
): Promise<() => Promise<void>> {
  const source = await sourceOf(engine, name);
  const edited = source.replace(from, to);
  if (edited === source) throw new Error(`nothing to edit in ${name}`);
  return alter(engine, edited, source);
}

export async function sourceOf(engine: Engine, name: string): Promise<string> {
  const { rows } = await engine.pool.query<{ source: string }>(
    "select pg_get_functiondef(oid) as source from pg_proc where proname = $1",
    [name],
  );
  return rows[0]?.source ?? "";
}

/** Runs a statement; returns the undo. */
export async function alter(engine: Engine, statement: string, undo: string): Promise<() => Promise<void>> {
  await engine.pool.query(statement);
  return async () => void (await engine.pool.query(undo));
}

export function allOf(undos: (() => Promise<void>)[]): () => Promise<void> {
  return async () => {
    for (const undo of undos.toReversed()) await undo();
  };
}

/** The JSON that the request posts to a function; null for another address. */
export async function postedTo(path: string, request: Request): Promise<Record<string, unknown> | null> {
  if (new URL(request.url).pathname !== `/functions/v1/${path}`) return null;
  return (await request.clone().json()) as Record<string, unknown>;
}

/** The same request with another body. */
export function askWith(
  ask: Ask,
  { url, method, headers }: Request,
  { body, peer }: { body: unknown; peer: string },
) {
  return ask(new Request(url, { method, headers, body: JSON.stringify(body) }), peer);
}
