// The owner's changes to discounts. Each one writes the audit log in the same transaction. A discount is never deleted,
// since orders refer to it; it is turned off.
import {
  CHOOSE_COLLECTION,
  type DiscountErrors,
  type DiscountForm,
  type DiscountValues,
  discountFormOf,
  parseDiscount,
} from "#domain/discount/discount-form.ts";
import { isOutdated } from "#domain/form/form-saved.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { errorCode, inTransaction, type Tx } from "../../db/transaction.ts";
import { findCollectionRow } from "../../products/collections/queries.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { findDiscountRow, insertDiscount, isCodeTaken, updateDiscount } from "./queries.ts";

export type DiscountSaved =
  | { ok: true; id: string }
  | { ok: false; reason: "invalid"; errors: DiscountErrors }
  | { ok: false; reason: "not_found" }
  /** Someone else has changed it since the form was loaded. */
  | { ok: false; reason: "changed"; now: DiscountForm };

const UNIQUE_VIOLATION = "23505";

type Save = { form: DiscountForm; actor: string };

/** Refused where the collection was deleted since the form was loaded. */
async function refuseCollection(tx: Tx, { collectionId }: DiscountValues): Promise<DiscountSaved | null> {
  if (collectionId === null || (await findCollectionRow(tx, collectionId))) return null;
  return { ok: false, reason: "invalid", errors: { collectionId: CHOOSE_COLLECTION } };
}

const taken = (code: string | null): DiscountSaved => ({
  ok: false,
  reason: "invalid",
  errors: { code: `${code} is already the code of another discount. Choose a different code` },
});

/** A new discount, turned on. */
export async function createDiscount(shop: Shop, { form, actor }: Save): Promise<DiscountSaved> {
  const parsed = parseDiscount(form, await timeZoneOf(shop));
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const [id, now, values] = [shop.newId(), nowOf(shop), parsed.value];
  return inTransaction(shop, async (tx): Promise<DiscountSaved> => {
    const refused = await refuseCollection(tx, values);
    if (refused) return refused;
    if (!(await insertDiscount(tx, { id, values, isOn: true, now }))) return taken(values.code);
    const after = { ...told(values), isOn: true };
    await insertAudit(tx, { actor, action: "discount.created", object: id, before: null, after }, now);
    return { ok: true, id };
  });
}

/** `base`: what the form was opened with, as JSON. */
export async function saveDiscount(
  shop: Shop,
  { id, base, form, actor }: Save & { id: string; base: unknown },
): Promise<DiscountSaved> {
  const timeZone = await timeZoneOf(shop);
  const parsed = parseDiscount(form, timeZone);
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const [now, values] = [nowOf(shop), parsed.value];
  const saving = inTransaction(shop, async (tx): Promise<DiscountSaved> => {
    const stored = await findDiscountRow(tx, id, { lock: true });
    if (!stored) return { ok: false, reason: "not_found" };
    const opened = discountFormOf(stored, timeZone);
    if (isOutdated(base, opened)) return { ok: false, reason: "changed", now: opened };
    if (values.code !== null && (await isCodeTaken(tx, values.code, id))) return taken(values.code);
    const refused = await refuseCollection(tx, values);
    if (refused) return refused;
    await updateDiscount(tx, id, { values, now });
    const entry = {
      action: "discount.changed",
      object: id,
      before: told(stored),
      after: told(values),
    } as const;
    await insertAudit(tx, { actor, ...entry }, now);
    return { ok: true, id };
  });
  return saving.catch((error: unknown) => {
    // Another discount took the code between the check and the change.
    if (errorCode(error) === UNIQUE_VIOLATION) return taken(values.code);
    throw error;
  });
}

/** Turns it on or off; no effect if it already is. False when it does not exist. */
export async function switchDiscount(
  shop: Shop,
  { id, isOn, actor }: { id: string; isOn: boolean; actor: string },
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(shop, async (tx) => {
    const stored = await findDiscountRow(tx, id, { lock: true });
    if (!stored || stored.isOn === isOn) return stored !== null;
    const now = nowOf(shop);
    await updateDiscount(tx, id, { isOn, now });
    const values = { before: { isOn: !isOn }, after: { isOn } };
    await insertAudit(tx, { actor, action: "discount.changed", object: id, ...values }, now);
    return true;
  });
}

function timeZoneOf(shop: Shop): Promise<string> {
  return loadConfiguration(shop).then(({ profile }) => profile.timeZone);
}

/** The values for the activity log. */
function told(values: DiscountValues) {
  const { code, name, kind, value, startsAt, endsAt, usesMax, usesPerEmailMax, subtotalMin, forEmail } =
    values;
  // The log outlives the customer's data, so it leaves the email out.
  const isForOneCustomer = forEmail !== null;
  const { productIds, categories, collectionId } = values;
  return {
    ...{ code, name, kind },
    ...(kind === "amount" ? { amount: value } : { percent: value }),
    ...{ startsAt, endsAt, usesMax, usesPerEmailMax, subtotalMin },
    ...{ productIds, categories, collectionId, isForOneCustomer },
  };
}
