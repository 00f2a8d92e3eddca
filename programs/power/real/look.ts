// `node look.ts`, with JSON on its input: looks into the embedded database of a shop that does not run, and prints JSON. In a process of
// its own, because a disk can't be unmounted while a process has files open on it, and the engine leaves some open.
import { readFileSync } from "node:fs";
import { audit } from "../../simulation/real/books.ts";
import { prepareGoods, withDatabase } from "../../simulation/real/kill-run.ts";
import type { Look, LookAsked } from "./ask.ts";

const asked: LookAsked = JSON.parse(readFileSync(0, "utf8"));
const settings = { port: 0, dataDir: asked.dataDir, databaseUrl: null };
const goods = asked.stocks ? await prepareGoods(settings) : null;
const look = await withDatabase(settings, async (pool): Promise<Look> => {
  const ids = async (text: string) => (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  return {
    goods,
    paid: await ids("select id from orders where status = 'paid'"),
    begun: await ids("select order_id as id from checkouts"),
    books: await audit(pool, asked.payments),
  };
});
console.log(JSON.stringify(look));
