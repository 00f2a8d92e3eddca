// An email about a restock request is written from its state when it is sent. One that is no longer true is dropped: the
// request ended (bought, unsubscribed), its product is not for sale now, or the variant sold out again. In the last two
// cases the shopper goes back to the same place in line.
import { sql } from "kysely";
import type { Db } from "../../db/transaction.ts";
import type { Draft, Letter } from "../letters/letter.ts";
import { restockPath } from "../links/email-links.ts";
import {
  type RestockLetter,
  restockAsked,
  restockAskedAgain,
  restockBack,
  restockPages,
} from "./restock-letters.ts";

/** `backInLine`: the request that goes back in line, or null. */
export type RestockDrop = { ok: false; reason: string; drop: { backInLine: string | null } };
/** `unsubscribe`: the URL for the headers; null before the request is confirmed. */
type WrittenEmail = { ok: true; letter: Letter; email: string; unsubscribe: string | null };

export async function writeRestockEmail(
  kind: "restock_asked" | "restock",
  { shop, claimed: { payload }, sender }: Draft,
): Promise<WrittenEmail | RestockDrop> {
  const { requestId, turn } = (payload ?? {}) as { requestId?: unknown; turn?: unknown };
  const id = typeof requestId === "string" ? requestId : "";
  const found = await findFacts(shop.db, id);
  if (!found) return drop("its restock request is over");
  const { email, isConfirmed, isSold, available, variation, name, productId, image } = found;
  if (kind === "restock" && found.turn !== turn) return drop("its restock request is waiting again");
  if (!isSold) return drop("its product is not for sale now", kind === "restock" ? id : null);
  if (kind === "restock" && available <= 0) return drop("the variant sold out again", id);
  const requestPath = restockPath(shop, id);
  const pages = restockPages(sender, { productId, name, variation, requestPath });
  const letter: RestockLetter = { ...sender, ...pages, image, item: { name, variation } };
  const write = kind === "restock" ? restockBack : isConfirmed ? restockAskedAgain : restockAsked;
  return { ok: true, letter: write(letter), email, unsubscribe: isConfirmed ? pages.requestPage : null };
}

function drop(reason: string, backInLine: string | null = null): RestockDrop {
  return { ok: false, reason, drop: { backInLine } };
}

type Facts = {
  email: string;
  isConfirmed: boolean;
  /** The turn in which the shopper was emailed; null while waiting. */
  turn: number | null;
  /** Its product is active. */
  isSold: boolean;
  available: number;
  productId: string;
  variation: string;
  name: string;
  image: { url: string; alt: string } | null;
};

async function findFacts(db: Db, requestId: string): Promise<Facts | null> {
  const { rows } = await sql<Facts>`
    select r.email, r.confirmed_at is not null as "isConfirmed", case when r.told_at is not null then r.turns end as turn,
      p.status = 'active' as "isSold", i.on_hand - i.held as available, p.id as "productId", i.variation, p.name,
      case when p.image_url is not null then jsonb_build_object('url', p.image_url, 'alt', p.image_alt) end as image
    from restock_requests r join inventory i on i.id = r.variant_id
      join products p on p.id = i.product_id
    where r.id::text = ${requestId}`.execute(db);
  return rows[0] ?? null;
}
