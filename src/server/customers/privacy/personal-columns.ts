// Which columns can say who a customer is. Every column of every table that holds words has its place here, or a test fails:
// a change that adds one says whether it is personal, and if it is, customers/erase-queries.ts (or db/functions/customers/erased-history.sql)
// takes it out; the same test fills all that are personal, forgets the person, and looks for them in the whole database.
//
// Not personal are words of the shop, the owner, the catalog and the provider, ids, and hashes of networks, which are swept
// within a day. The text of a review stays, as the page that forgets says.
import type { Schema } from "../../db/schema.ts";

type Columns<Table> = { personal?: readonly (keyof Table & string)[]; other?: string };

export const textColumns: { [Table in keyof Schema]: Columns<Schema[Table]> } = {
  account: { other: "accessToken accountId id idToken password providerId refreshToken scope userId" },
  admin_audit: { personal: ["before", "after"], other: "action actor object request_id" },
  backup_rules: { other: "recovery_key" },
  backups: {
    other: "error file_name host kind requested_by rows state step store_error store_state",
  },
  brand_icons: { other: "id name" },
  brand_versions: { other: "actor document" },
  bulk_undos: { other: "actor products" },
  categories: { other: "former_slugs google_category id image_alt image_url name slug text" },
  checkout_items: { other: "image_alt image_url name variation" },
  checkouts: {
    personal: ["shipping_address", "discount_email", "access_token_hash", "request_hash", "visitor"],
    other:
      "checkout_session_id declined_charges discount_name idempotency_key intent_status last_charge_id payment_intent_id state tax_state",
  },
  checkout_reminders: { personal: ["email_hash"], other: "state" },
  collections: { other: "description image_alt image_url name product_ids rule slug" },
  contact_messages: { personal: ["email", "message", "name", "subject"] },
  discount_uses: { personal: ["email"] },
  discounts: { personal: ["for_email"], other: "categories code kind name product_ids" },
  disputes: { other: "id payment_intent_id reason status" },
  dropped_photos: { other: "hash url" },
  email_opt_outs: { personal: ["email_hash"], other: "kind" },
  fulfillment_events: { personal: ["tracking_number", "reason"], other: "actor carrier to_status" },
  function_files: { other: "hash name" },
  inventory: { other: "gtin mpn sku variation" },
  jobs: { other: "key kind last_error progress" },
  limit_uses: { other: "key" },
  message_replies: { personal: ["body"] },
  missing_pages: { other: "path" },
  reconciliation: { other: "account error" },
  differences: {
    personal: ["note"],
    other: "detail books_status currency explained_by intent_id item_id key kind problem provider_status",
  },
  order_changes: { personal: ["before", "after"], other: "actor end_reason kind state units" },
  order_events: { other: "from_status note source to_status" },
  order_items: { other: "image_alt image_url name variation" },
  order_links: { personal: ["token_hash"] },
  order_notes: { personal: ["note"], other: "author" },
  order_transitions: { other: "from_status to_status" },
  order_units: { other: "state stock" },
  orders: {
    personal: ["shipping_address"],
    other: "attention attention_resolved discount_name fulfillment payment_intent_id source status tax_state",
  },
  outbox: { personal: ["recipient", "payload", "last_error"], other: "kind unique_key" },
  shipments: { personal: ["tracking_number"], other: "carrier way" },
  payment_alerts: { personal: ["detail"], other: "checkout_id intent_id key reason resolved_by" },
  payment_debug_logs: { other: "payment_intent_id payment_intent_status source" },
  payment_events: { other: "id last_error object_id type" },
  payment_operations: { personal: ["params", "last_error"], other: "key kind result_id state" },
  payment_outcomes: { other: "id kind visitor" },
  product_images: { other: "alt image_url" },
  product_imports: { other: "actor csv seen" },
  products: {
    other:
      "age_group care category color description design fit gender image_alt image_url material name option_name sale_ends_at sale_starts_at status swatch tags type variations",
  },
  provider_money: { other: "account currency id intent_id kind status" },
  proxy_notes: { other: "kind" },
  recovery_codes: { other: "code_hash user_id" },
  refunds: {
    personal: ["reason"],
    other: "actor payment_intent_id provider_refund_id source status",
  },
  restock_requests: { personal: ["email"] },
  restore_test: { other: "error state step" },
  retention_log: { other: "what" },
  return_lines: { other: "wanted" },
  return_requests: { personal: ["note", "answer"], other: "reason state wish" },
  review_asks: { personal: ["token_hash"], other: "state" },
  reviews: { personal: ["name"], other: "body fit size state" },
  saved_answers: { other: "body name" },
  second_factors: { other: "secret user_id" },
  session: { other: "device id ipAddress token userAgent userId" },
  shop_facts: { other: "name value" },
  sign_in_challenges: { other: "token_hash user_id" },
  sign_in_devices: { other: "id_hash user_id" },
  sign_in_failures: { other: "account network" },
  size_charts: {
    other: "advice caption categories image_alt image_url measures name product_ids rows types",
  },
  spare_images: { other: "url" },
  stock_movements: { other: "kind source" },
  store_settings: { other: "business_info holds icons legal_texts profile shipping synonyms tax" },
  unit_transitions: { other: "from_state to_state" },
  user: { other: "email id image name" },
  verification: { other: "id identifier value" },
  privacy_rules: {},
  redirects: { other: "path source target" },
  refund_units: {},
  review_rules: {},
  session_rules: {},
};
