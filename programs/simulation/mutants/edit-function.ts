import type { Engine } from "../world/engine.ts";

/** Replaces text in the source of an SQL function. Throws if the text is missing; returns the undo. */
export async function editFunction(
  engine: Engine,
  name: string,
  from: string | RegExp,
  to: string,
): Promise<() => Promise<void>> {
  const { rows } = await engine.pool.query<{ source: string }>(
    "select pg_get_functiondef(oid) as source from pg_proc where proname = $1",
    [name],
  );
  const source = rows[0]?.source ?? "";
  const edited = source.replace(from, to);
  if (edited === source) throw new Error(`nothing to edit in ${name}`);
  await engine.pool.query(edited);
  return async () => void (await engine.pool.query(source));
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
