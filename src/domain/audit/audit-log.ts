// The audit log as the owner reads it: every action that is logged, by kind, and the values of an entry in
// words. An action is named `room.happened`; one that is missing here can't be logged.
import { formatMoney } from "../money/money.ts";
import { attributes, moneyAttributes } from "../product/product-fields.ts";
import { settingsFields } from "../settings/settings-form.ts";
import { formatMoment } from "../text/dates.ts";
import { queryText } from "../text/query-text.ts";
import { isUuid } from "../text/uuid.ts";

export const auditKinds = {
  products: "Products and discounts",
  orders: "Orders",
  settings: "Settings",
  messages: "Messages and emails",
  account: "Account",
} as const;

export type AuditKind = keyof typeof auditKinds;

export const auditActions = {
  "product.created": { kind: "products", label: "Product created" },
  "product.updated": { kind: "products", label: "Product changed" },
  "product.delivery_received": { kind: "products", label: "Delivery received" },
  "product.archived": { kind: "products", label: "Product archived" },
  "product.deleted": { kind: "products", label: "Product deleted" },
  "products.imported": { kind: "products", label: "Products imported" },
  "category.created": { kind: "products", label: "Category created" },
  "category.changed": { kind: "products", label: "Category changed" },
  "categories.ordered": { kind: "products", label: "Categories reordered" },
  "size_charts.ordered": { kind: "products", label: "Size charts reordered" },
  "category.deleted": { kind: "products", label: "Category deleted" },
  "size_chart.created": { kind: "products", label: "Size chart created" },
  "size_chart.changed": { kind: "products", label: "Size chart changed" },
  "size_chart.deleted": { kind: "products", label: "Size chart deleted" },
  "review.shown": { kind: "products", label: "Review shown" },
  "review.hidden": { kind: "products", label: "Review hidden" },
  "order.shipped": { kind: "orders", label: "Order shipped" },
  "order.shipment_corrected": { kind: "orders", label: "Tracking number corrected" },
  "order.delivered": { kind: "orders", label: "Order delivered" },
  "order.returned": { kind: "orders", label: "Order returned" },
  "order.note_added": { kind: "orders", label: "Note added to an order" },
  "order.address_corrected": { kind: "orders", label: "Address of an order corrected" },
  "order.units_swapped": { kind: "orders", label: "Items of an order swapped" },
  "order.extra_payment_asked": { kind: "orders", label: "Extra payment requested" },
  "order.extra_payment_resent": { kind: "orders", label: "Extra payment requested again" },
  "order.extra_payment_withdrawn": { kind: "orders", label: "Extra payment request withdrawn" },
  "order.email_corrected": { kind: "orders", label: "Email of an order corrected" },
  "order.shipment_email_resent": { kind: "orders", label: "Shipping email resent" },
  "order.confirmation_resent": { kind: "orders", label: "Order confirmation resent" },
  "customer.exported": { kind: "orders", label: "Customer data exported" },
  "customer.forgotten": { kind: "orders", label: "Personal data erased" },
  "orders.exported": { kind: "orders", label: "Orders exported" },
  "payments.closed": { kind: "orders", label: "Payments closed to new shoppers" },
  "payments.reopened": { kind: "orders", label: "Payments reopened" },
  "orders.sync_started": { kind: "orders", label: "Sync of all orders started" },
  "orders.sync_stopped": { kind: "orders", label: "Sync of all orders stopped" },
  "order.canceled": { kind: "orders", label: "Order cancellation requested" },
  "order.refunded": { kind: "orders", label: "Order refunded" },
  "order.rehearsal_cleared": { kind: "orders", label: "Test order cleared" },
  "order.refund_assigned": { kind: "orders", label: "Refund assigned to items" },
  "return.approved": { kind: "orders", label: "Return approved" },
  "return.declined": { kind: "orders", label: "Return declined" },
  "return.received": { kind: "orders", label: "Returned items received" },
  "return.hold_expired": { kind: "orders", label: "Exchange no longer reserved" },
  "return.closed": { kind: "orders", label: "Return closed" },
  "order.attention_resolved": { kind: "orders", label: "Order no longer flagged" },
  "operation.retried": { kind: "orders", label: "Payment call retried" },
  "operation.closed": { kind: "orders", label: "Payment call closed" },
  "event.retried": { kind: "orders", label: "Payment event retried" },
  "event.closed": { kind: "orders", label: "Payment event closed" },
  "money.taken_over": { kind: "orders", label: "Refund recorded from Stripe" },
  "money.checked_again": { kind: "orders", label: "Payment checked again" },
  "money.explained": { kind: "orders", label: "Difference explained" },
  "money.counted_again": { kind: "orders", label: "Explanation of a difference removed" },
  "money.check_asked": { kind: "orders", label: "Full money check started" },
  "alert.resolved": { kind: "orders", label: "Payment alert resolved" },
  "collection.created": { kind: "products", label: "Collection created" },
  "collection.changed": { kind: "products", label: "Collection changed" },
  "collection.deleted": { kind: "products", label: "Collection deleted" },
  "discount.created": { kind: "products", label: "Discount created" },
  "discount.changed": { kind: "products", label: "Discount changed" },
  "settings.saved": { kind: "settings", label: "Settings saved" },
  "settings.legal_text_changed": { kind: "settings", label: "Legal page changed" },
  "settings.synonyms_changed": { kind: "settings", label: "Search words changed" },
  "settings.low_level_changed": { kind: "settings", label: "Low stock level changed" },
  "settings.reviews_changed": { kind: "settings", label: "Review requests changed" },
  "settings.privacy_changed": { kind: "settings", label: "Data retention changed" },
  "settings.backups_changed": { kind: "settings", label: "Backup retention changed" },
  "backups.downloaded": { kind: "account", label: "Backup downloaded" },
  "backups.key_shown": { kind: "account", label: "Recovery key shown" },
  "settings.reminders_changed": { kind: "settings", label: "Abandoned checkout reminder changed" },
  "storefront.published": { kind: "settings", label: "Storefront published" },
  "storefront.restored": { kind: "settings", label: "Earlier storefront restored" },
  "redirect.saved": { kind: "settings", label: "Redirect saved" },
  "redirect.deleted": { kind: "settings", label: "Redirect deleted" },
  "settings.hero_chosen": { kind: "settings", label: "Home page product chosen" },
  "message.marked": { kind: "messages", label: "Message marked" },
  "message.answered": { kind: "messages", label: "Message answered" },
  "saved_answer.saved": { kind: "messages", label: "Saved answer changed" },
  "saved_answer.deleted": { kind: "messages", label: "Saved answer deleted" },
  "mail.retried": { kind: "messages", label: "Failed email resent" },
  "mail.all_retried": { kind: "messages", label: "All failed emails resent" },
  "mail.dismissed": { kind: "messages", label: "Failed email dismissed" },
  "mail.test_sent": { kind: "messages", label: "Test email sent" },
  "password.changed": { kind: "account", label: "Password changed" },
  "sessions.ended": { kind: "account", label: "Sessions signed out" },
  "session_rules.changed": { kind: "account", label: "Session limits changed" },
  "second_factor.turned_on": { kind: "account", label: "Two-step sign-in turned on" },
  "second_factor.turned_off": { kind: "account", label: "Two-step sign-in turned off" },
  "recovery_codes.renewed": { kind: "account", label: "Recovery codes renewed" },
  "recovery_code.used": { kind: "account", label: "Recovery code used" },
} as const satisfies Record<string, { kind: AuditKind; label: string }>;

export type AuditAction = keyof typeof auditActions;

/** The actor of what the shop does automatically. */
export const SHOP_ITSELF = "the shop";

type Values = Record<string, unknown>;

export type AuditEntry = {
  /** Increases with every entry; text, since it may outgrow a number. */
  id: string;
  actor: string;
  action: string;
  object: string;
  /** Its current name: a product's name or an order's number ("ORD-007"); null if it has none. */
  objectName: string | null;
  before: Values | null;
  after: Values | null;
  /** ISO time. */
  at: string;
};

/** `before`: a page lists the entries that are older than this one. */
export type AuditSearch = { kind: AuditKind | null; before: string | null };

export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const [kind, before] = [params.get("kind") ?? "", params.get("before") ?? ""];
  return {
    kind: Object.hasOwn(auditKinds, kind) ? (kind as AuditKind) : null,
    before: /^[1-9]\d{0,17}$/.test(before) ? before : null,
  };
}

export function auditSearchText({ kind, before }: AuditSearch): string {
  return queryText({ kind, before });
}

export function actionsOf(kind: AuditKind): AuditAction[] {
  const actions = Object.keys(auditActions) as AuditAction[];
  return actions.filter((action) => auditActions[action].kind === kind);
}

/** An action that another version of the shop has logged is shown by its name. */
export function auditLabel(action: string): string {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction].label : action;
}

/** The page of the object that was changed, if it has one. */
export function auditTarget({ action, object }: Pick<AuditEntry, "action" | "object">) {
  const [room] = action.split(".");
  if (!isUuid(object) || action === "product.deleted") return null;
  return room === "product" || room === "order" ? ({ kind: room, id: object } as const) : null;
}

export type AuditChange = { field: string; before: string | null; after: string | null };

function labelOf(facts: Record<string, { label: string }>, name: string): string | undefined {
  return Object.hasOwn(facts, name) ? facts[name]?.label : undefined;
}

/** What has changed, field by field; null where a field did not exist before, or does not after. Times are the store's. */
export function auditChanges(
  { before, after }: Pick<AuditEntry, "before" | "after">,
  timeZone: string,
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields.map((name) => {
    const text = (values: Values | null) =>
      values && Object.hasOwn(values, name) ? valueText(name, values[name], timeZone) : null;
    return { field: fieldText(name), before: text(before), after: text(after) };
  });
  return changes.filter((change) =>
    [change.before, change.after].some((text) => (text ?? NOTHING) !== NOTHING),
  );
}

const NOTHING = "nothing";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const CENTS = new Set([
  ...moneyAttributes,
  "flatRateShippingCost",
  "freeShippingThreshold",
  "amount",
  "refunded",
  "subtotalMin",
]);

/** What the log stores in other words than the screens. */
const valueNames: Record<string, string> = { unfulfilled: "not shipped" };

function valueText(name: string, value: unknown, timeZone: string): string {
  // An id says nothing to a reader.
  if (value === null || value === undefined || value === "" || isUuid(value)) return NOTHING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && CENTS.has(name)) return formatMoney(value);
  if (name === "productIds" && Array.isArray(value))
    return value.length === 1 ? "1 product" : `${value.length} products`;
  if (Array.isArray(value)) return value.map((item) => valueText("", item, timeZone)).join("\n");
  if (typeof value === "string" && ISO_TIME.test(value))
    return formatMoment(value, timeZone, "date and time");
  if (typeof value !== "object") return valueNames[String(value)] ?? String(value);
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== "");
  return parts.map(([key, part]) => `${fieldText(key)}: ${valueText(key, part, timeZone)}`).join(", ");
}

/** What other tables do not name. */
const fieldNames: Record<string, string> = {
  amount: "Amount",
  came: "Items received",
  createdAt: "Made",
  fulfillment: "Shipping",
  heldUntil: "Reserved until",
  of: "Items in the return",
  businessHours: "Business Hours",
  endsAt: "Ends",
  collectionId: "Collection",
  hero: "Product at the top of the home page",
  idleMinutes: "Signed out when idle (minutes)",
  absoluteMinutes: "Always signed out after (minutes)",
  isForOneCustomer: "Only for one customer",
  isOn: "Switched on",
  kind: "Type",
  legalTexts: "Legal pages",
  line1: "Address",
  line2: "Apartment or suite",
  logoUrl: "Logo",
  name: "Name",
  lowLevel: "Low stock level",
  onHand: "On hand",
  productIds: "Products",
  restock: "Put back in stock",
  reminderHours: "Abandoned checkout reminder (hours)",
  storefrontTexts: "Sentences",
  startsAt: "Starts",
  stock: "Stock",
  subtotalMin: "Minimum subtotal",
  synonyms: "Search words",
  usesMax: "Total uses",
  usesPerEmailMax: "Uses per customer",
  variation: "Size",
};

/** As the form names it; otherwise in words: "refundedAt" → "Refunded at". */
function fieldText(name: string): string {
  const known = fieldNames[name] ?? labelOf(settingsFields, name) ?? labelOf(attributes, name);
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
