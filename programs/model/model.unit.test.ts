// A small world of the model in every run of the tests, and the model against the code that it stands for. All its
// worlds: npm run model.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkoutCalls } from "#server/payments/operation-keys.ts";
import { configurationFor, smallConfiguration } from "./configurations.ts";
import { steps } from "./protocol/steps.ts";
import { blankCheckout, stepNames } from "./protocol/world.ts";
import { search } from "./search.ts";

const root = path.join(import.meta.dirname, "../..");

describe("a small world", () => {
  test("every state keeps the rules, and from every state the shop comes to rest", () => {
    const found = search(smallConfiguration());
    expect(found.broken).toBeNull();
    expect(found.states).toBeGreaterThan(3_000);
    expect(found.atRest).toBeGreaterThan(3);
  });

  test("a hold that is released too early is found, and its shortest story is told", () => {
    const { broken } = search(smallConfiguration("release-before-cancel"));
    expect(broken).toEqual({
      rule: "I8: a checkout is paying and does not hold stock",
      story: [
        "the browser asks to start the checkout",
        "process 1 asks the provider for the payment: answered",
        "process 1 stores the payment's id",
        "the expiry sweep, the owner or too many declines close the checkout",
        "process 2 releases the hold",
      ],
    });
  });

  test.each(["no-key", "renewed-key-is-forgotten", "held-without-looking"] as const)("%s is found", (bug) => {
    expect(search(configurationFor(bug)).broken?.rule).toMatch(/^I\d+: /);
  });

  test("a shop without its sweep never comes to rest", () => {
    expect(search(smallConfiguration("no-sweep")).broken?.rule).toBe(
      "I9: at rest, a checkout stays paying and holds its pieces",
    );
  });
});

/** What the shop does besides the protocol, and the model knows nothing of. */
const LEFT_OUT: Record<string, string> = {
  recount_order_days: "moves orders between the days of reports; no money or stock",
  note_report_day: "notes a day of reports; no money or stock",
  recount_report_days: "sums for reports; no money or stock",
  recount_report_day: "the same",
  count_pieces: "a sum of refunds and parcels, under the order's lock",
  retake_pieces:
    "a failed refund's pieces leave the shelf again: one step of merge_refunds, which the simulation and the interleavings check",
  swap_pieces:
    "pieces that are to be sent leave for others, under the order's lock; the simulation and the interleavings check it",
  ask_top_up:
    "a checkout with a hold and the call that asks for its payment, as open_checkout writes it; the simulation and the interleavings check it",
  bring_top_up_to_payment:
    "what a customer pays more for a dearer swap is booked once, with the swap or its refund; the simulation and the interleavings check it",
  return_top_up: "the same: its refund",
  cancel_order:
    "a refund of all that is left that restocks at once; the simulation and the interleavings check it",
  clear_rehearsal:
    "an order without money goes out of the lists and its pieces back on the shelf, under its lock; the simulation checks it",
  merge_disputes: "disputes",
  hold_discount: "the use of a discount goes the way of the stock, in the same transactions",
  take_discount: "the same",
  give_back_discount: "the same",
  keep_product_stock: "a sum for the shop's pages",
  decrease_product_stock: "sales by SQL without a checkout",
  set_on_hand: "the owner's count of the shelf",
  count_new_stock: "new products",
  keep_active_options: "whether an option is of an active product: what the inventory lists",
  fold_option_sales: "sums of what was sold, for the inventory",
  rename_option: "the owner's other name for an option, of which nothing is held",
  carry_pieces: "the ledger of a renamed option; it moves nothing on the shelf",
  hold_return: "pieces kept aside for an exchange; the simulation and the interleavings check it",
  release_return: "the same",
  exchange_held: "the same",
  listDeclines: "counting declines: the checkout may be closed at any time",
  listDisputes: "disputes",
};

const mirrored = new Set(stepNames.flatMap((name) => steps[name].mirrors));

function sqlFunctions() {
  const folder = path.join(root, "db/functions");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return files.map((file) => ({
    name: file.replace(/\.sql$/, "").replaceAll("-", "_"),
    text: readFileSync(path.join(folder, file), "utf8"),
  }));
}

function serverSources(): string[] {
  const rooms = ["checkout", "payments", "refunds", "provider-events", "reconciliation", "orders"];
  return rooms.flatMap((room) => {
    const folder = path.join(root, "src/server", room);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const code = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    return code.map((file) => readFileSync(path.join(folder, file), "utf8"));
  });
}

describe("the model stands for the code", () => {
  const server = serverSources().join("\n");

  test("every function that a step names exists", () => {
    const inDatabase = new Set(sqlFunctions().map(({ name }) => name));
    const isThere = (name: string) =>
      inDatabase.has(name) || new RegExp(`(function|const|async) ${name}\\b|\\b${name}: `).test(server);
    expect([...mirrored].filter((name) => !isThere(name))).toEqual([]);
  });

  test("every SQL function that writes money or stock is in the model, or left out for a reason", () => {
    const writes =
      /(insert into|update|delete from)\s+(checkouts|orders|refunds|inventory|stock_movements|payment_operations)\b/i;
    const writing = sqlFunctions().filter(({ text }) => writes.test(text));
    expect(writing.length).toBeGreaterThan(15);
    const unknown = writing.filter(({ name }) => !mirrored.has(name) && !(name in LEFT_OUT));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  test("every call to the provider is in the model, or left out for a reason", () => {
    const calls = new Set(
      [...server.matchAll(/\bpayments\.((?:create|retrieve|cancel|expire|list)\w+)\(/g)].map(
        ([, name]) => name ?? "",
      ),
    );
    expect(calls.size).toBeGreaterThan(8);
    expect([...calls].filter((name) => !mirrored.has(name) && !(name in LEFT_OUT))).toEqual([]);
  });

  test("every stored call of a checkout is a field of the model", () => {
    expect(Object.keys(checkoutCalls).filter((name) => !(name in blankCheckout))).toEqual([]);
  });
});
