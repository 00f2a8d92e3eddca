import { sql } from "kysely";
import type { Brand } from "#domain/brand/brand.ts";
import { readBrand } from "#domain/brand/brand-schema.ts";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { ABOUT_ID } from "#domain/brand/own-page.ts";
import {
  type FirstRun,
  type FirstRunFacts,
  type FirstRunStep,
  firstRunOf,
  parseFirstRunMemory,
} from "#domain/first-run/first-run.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { findFact, saveFact } from "../../db/facts.ts";
import { inTransaction } from "../../db/transaction.ts";
import { smtpHostOf } from "../../mail/mail-setup.ts";
import { takesRealMoney } from "../../payments/payment-provider.ts";
import { publishedDocument } from "../../settings/brand/queries.ts";

/** What the shop came with, as a published document of it is read. */
const shipped = readBrand(defaultBrand);

const FACT = "first_run";
const REHEARSALS_COUNTED_MAX = 100;

type Decided =
  | "takesRealMoney"
  | "hasMailServer"
  | "hasOwnShipping"
  | "hasOwnLook"
  | "hasOwnHome"
  | "hasOwnAbout";

export type FoundFirstRun = Omit<FirstRunFacts, Decided> & {
  memory: string | null;
  shipping: object | null;
  /** The published document of the brand; null: the one that the shop came with. */
  brand: unknown;
};

/** A FoundFirstRun, as a fragment of a larger statement. */
export const firstRunColumn = sql`(
  select to_jsonb(f) from (
    select coalesce(s.business_info ->> 'storeName', '') as "storeName",
      coalesce(s.business_info ->> 'address', '') as address, coalesce(s.business_info ->> 'email', '') as email,
      ${publishedDocument} as brand,
      exists (select from size_charts where not is_sample) as "hasOwnSizes",
      coalesce((s.tax ->> 'enableTax')::boolean, false) as "isTaxOn", s.shipping,
      exists (select from products where status = 'active' and not is_sample) as "hasOwnProduct",
      (select count(*)::integer from products where is_sample and status = 'active') as "samplesOnSale",
      exists (select from orders where status in ('paid', 'partially_refunded', 'refunded', 'disputed')) as "hasSold",
      (select count(*)::integer from (select 1 from orders where is_rehearsal and cleared_at is null
        limit ${sql.lit(REHEARSALS_COUNTED_MAX)}) r) as rehearsals,
      (select value from shop_facts where name = ${sql.lit(FACT)}) as memory
    from (select 1) one left join store_settings s on s.id = 1) f)`;

/** The list with the state of each step. */
export function firstRunFrom(
  { payments, env }: Pick<Shop, "payments" | "env">,
  { memory, shipping, brand: document, ...found }: FoundFirstRun,
): FirstRun {
  const stored: Record<string, unknown> = { ...shipping };
  const hasOwnShipping = Object.entries(defaultStoreSettings.shipping).some(
    ([name, value]) => name in stored && !sameValues(stored[name], value),
  );
  const brand = readBrand(document ?? defaultBrand);
  const aboutOf = ({ pages }: Brand) => pages.find(({ id }) => id === ABOUT_ID);
  const facts = {
    ...found,
    hasOwnShipping,
    hasOwnLook: !sameValues(brand.look, shipped.look),
    hasOwnHome: !sameValues(brand.home, shipped.home),
    hasOwnAbout: !sameValues(aboutOf(brand), aboutOf(shipped)),
    hasMailServer: smtpHostOf(env) !== null,
    takesRealMoney: takesRealMoney(payments),
  };
  return firstRunOf(facts, parseFirstRunMemory(memory));
}

/** One statement. */
export async function loadFirstRun(shop: Shop): Promise<FirstRun> {
  const { rows } = await sql<{ found: FoundFirstRun }>`select ${firstRunColumn} as found`.execute(shop.db);
  return firstRunFrom(shop, (rows[0] as { found: FoundFirstRun }).found);
}

/** Skips a step, or puts it back on the list. */
export function skipStep(
  shop: Shop,
  { step, isSkipped }: { step: FirstRunStep; isSkipped: boolean },
): Promise<void> {
  return remember(shop, (memory) => ({
    ...memory,
    skipped: [...memory.skipped.filter((one) => one !== step), ...(isSkipped ? [step] : [])],
  }));
}

/** Hides the list from the dashboard, or shows it again. */
export function dismissFirstRun(shop: Shop, { isDismissed }: { isDismissed: boolean }): Promise<void> {
  return remember(shop, (memory) => ({ ...memory, isDismissed }));
}

/** Concurrent changes of two tabs are both kept. */
async function remember(
  shop: Shop,
  change: (memory: ReturnType<typeof parseFirstRunMemory>) => ReturnType<typeof parseFirstRunMemory>,
): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${FACT}, 0))`.execute(tx);
    const value = JSON.stringify(change(parseFirstRunMemory(await findFact(tx, FACT))));
    await saveFact(tx, { name: FACT, value, now: nowOf(shop) });
  });
}
