import type { DB } from "./schema.gen.ts";

/** The tables of the migrated database; schema.gen.ts is generated from it by `npm run schema`. */
export type Schema = DB;
