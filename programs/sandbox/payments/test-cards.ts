// Stripe's test cards, by what they do, as docs.stripe.com/testing has them, with the settings of a new account: what
// the fraud check may block "depending on your settings" passes, except for the highest risk and a wrong code. Left
// out are cards for terminals and for Stripe's own apps on phones, which no page can take.
import type { CardBehavior, Decline, Funding } from "./cards.ts";

export type TestCard = {
  brand: string;
  /** Two letters. */
  country: string;
  funding: Funding;
  does: string;
  behavior: CardBehavior;
};

const declined = (declineCode: string, message = "Your card was declined."): CardBehavior => ({
  decline: { code: "card_declined", declineCode, message },
});
const refused = (code: string, message: string, isBlocked = false): CardBehavior => ({
  decline: { code, message, ...(isBlocked && { blocked: true }) },
});
const TOO_RISKY: Decline = {
  code: "card_declined",
  declineCode: "fraudulent",
  message: "Your card was declined.",
  blocked: true,
};
const WRONG_CVC = "Your card's security code is incorrect.";
const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");
const ASKS: CardBehavior = { authenticates: true };

const rows: [number: string, does: string, behavior: CardBehavior, brand?: string, funding?: Funding][] = [
  ["4242424242424242", "Succeeds", {}],
  ["5555555555554444", "Succeeds", {}, "mastercard"],
  ["378282246310005", "Succeeds", {}, "amex"],
  ["6011111111111117", "Succeeds", {}, "discover"],
  ["4000056655665556", "Succeeds (debit)", {}, "visa", "debit"],
  ["4000000000000002", "Declined", declined("generic_decline")],
  ["4000000000009995", "Insufficient funds", INSUFFICIENT],
  ["4000000000009987", "Declined: lost card", declined("lost_card")],
  ["4000000000009979", "Declined: stolen card", declined("stolen_card")],
  [
    "4000000000006975",
    "Declined: used too often",
    declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  ],
  ["4000000000000341", "Can be saved, but is declined", declined("generic_decline")],
  ["4000000000000069", "Expired card", refused("expired_card", "Your card has expired.")],
  ["4000000000000127", "Wrong security code", refused("incorrect_cvc", WRONG_CVC)],
  [
    "4000000000000119",
    "Processing error",
    refused("processing_error", "An error occurred while processing your card. Try again in a little bit."),
  ],
  ["4100000000000019", "Blocked as fraud", { decline: TOO_RISKY }],
  ["4000000000004954", "Blocked: highest risk", { decline: TOO_RISKY }],
  ["4000000000009235", "Succeeds with an elevated risk", { risk: "elevated" }],
  ["4000008400000407", "Succeeds: often disputed", {}],
  ["4000008400000159", "Succeeds: often warned of", {}],
  ["4000008400001017", "Succeeds: risk by the shop's own limits", {}],
  ["4001858821843804", "Succeeds: known from free trials", {}],
  ["4000008405600003", "Succeeds: could ask for authentication", {}],
  [
    "4000000000000101",
    "Blocked: the code doesn't match",
    { ...refused("incorrect_cvc", WRONG_CVC, true), checks: { cvc: "fail" } },
  ],
  [
    "4000058400307872",
    "Blocked: the code doesn't match, elevated risk",
    { ...refused("incorrect_cvc", WRONG_CVC, true), risk: "elevated", checks: { cvc: "fail" } },
  ],
  ["4000000000000036", "Succeeds; the ZIP code doesn't match", { checks: { postalCode: "fail" } }],
  [
    "4000058400306072",
    "Succeeds; the ZIP code doesn't match, elevated risk",
    { risk: "elevated", checks: { postalCode: "fail" } },
  ],
  ["4000000000000028", "Succeeds; the street doesn't match", { checks: { line1: "fail" } }],
  [
    "4000000000000010",
    "Succeeds; ZIP code and street don't match",
    { checks: { postalCode: "fail", line1: "fail" } },
  ],
  [
    "4000000000000044",
    "Succeeds; the address can't be compared",
    { checks: { postalCode: "unavailable", line1: "unavailable" } },
  ],
  ["4000000000001208", "Asks whether you are a person", ASKS],
  ["4000000000003725", "Asks whether you are a person", ASKS],
  ["4000002500003155", "Asks for authentication", ASKS],
  ["4000002760003184", "Always asks for authentication", ASKS],
  ["4000003800000446", "Asks for authentication", ASKS],
  ["4000000000003220", "Asks for authentication (3DS 2)", ASKS],
  ["4000008400000027", "Asks for authentication (3DS 2)", ASKS],
  ["4000008260003178", "Authentication, then insufficient funds", { ...ASKS, ...INSUFFICIENT }],
  ["4000008400001629", "Authentication, then declined", { ...ASKS, ...declined("generic_decline") }],
  ["4000008400001280", "Declined: the bank's question can't be asked", declined("generic_decline")],
  ["4000000000003055", "Succeeds: could ask for authentication", {}],
  ["4000000000003097", "Succeeds: authentication would fail", {}],
  ["4000000000000259", "Succeeds, later disputed as fraud", { dispute: "fraudulent" }],
  ["4000000000002685", "Succeeds, later disputed as not received", { dispute: "product_not_received" }],
  ["4000000000001976", "Succeeds, later an inquiry", { dispute: "inquiry" }],
  ["4000000000005423", "Succeeds, later a fraud warning", { dispute: "early_fraud_warning" }],
  ["4000000404000079", "Succeeds, later disputed twice", { dispute: "multiple" }],
  ["4000000404000038", "Succeeds, later disputed: earlier orders count", { dispute: "fraudulent" }],
  ["4000008400000779", "Succeeds, later disputed by the network's rules", { dispute: "fraudulent" }],
  [
    "5105008400000002",
    "Succeeds, later disputed by the network's rules",
    { dispute: "fraudulent" },
    "mastercard",
  ],
  ["4000000001000043", "Succeeds, later disputed", { dispute: "fraudulent" }],
  ["4000000000007726", "Succeeds; a refund is pending first", { refund: "pending" }],
  ["4000000000005126", "Succeeds; a refund fails later", { refund: "fails_later" }],
  ["4000000000000077", "Succeeds; paid out at once", {}],
  ["2223003122003222", "Succeeds", {}, "mastercard"],
  ["5200828282828210", "Succeeds (debit)", {}, "mastercard", "debit"],
  ["5105105105105100", "Succeeds (prepaid)", {}, "mastercard", "prepaid"],
  ["371449635398431", "Succeeds", {}, "amex"],
  ["6011000990139424", "Succeeds", {}, "discover"],
  ["6011981111111113", "Succeeds (debit)", {}, "discover", "debit"],
  ["3056930009020004", "Succeeds", {}, "diners"],
  ["36227206271667", "Succeeds (14 digits)", {}, "diners"],
  ["6555900000604105", "Succeeds", {}, "discover"],
  ["3566002020360505", "Succeeds", {}, "jcb"],
  ["6200000000000005", "Succeeds", {}, "unionpay"],
  ["6200000000000047", "Succeeds (debit)", {}, "unionpay", "debit"],
  ["6205500000000000004", "Succeeds (19 digits)", {}, "unionpay"],
];

/** Cards of banks elsewhere, which all succeed. Visa and credit unless the number says otherwise. */
const ABROAD: Readonly<Record<string, string>> = {
  AE: "4000007840000001 5200007840000022",
  AR: "4000000320000021",
  AT: "4000000400000008",
  AU: "4000000360000006 4000050360000001 5555050360000080",
  BE: "4000000560000004",
  BG: "4000001000000000",
  BR: "4000000760000002",
  BY: "4000001120000005",
  CA: "4000001240000000",
  CH: "4000007560000009",
  CL: "4000001520000001",
  CN: "4000001560000002",
  CO: "4000001700000003",
  CR: "4000001880000005",
  CY: "4000001960000008",
  CZ: "4000002030000002",
  DE: "4000002760000016",
  DK: "4000002080000001",
  EC: "4000002180000000",
  EE: "4000002330000009",
  ES: "4000007240000007",
  FI: "4000002460000001",
  FR: "4000002500000003 4000002500001001 5555552500001001",
  GB: "4000008260000000 4000058260000005 5555558265554449",
  GI: "4000002920000005",
  GR: "4000003000000030",
  HK: "4000003440000004",
  HR: "4000001910000009",
  HU: "4000003480000005",
  IE: "4000003720000005 4000003720000278",
  IN: "4000003560000008",
  IT: "4000003800000008",
  JP: "4000003920000003 3530111333300000",
  LI: "4000004380000004",
  LT: "4000004400000000",
  LU: "4000004420000006",
  LV: "4000004280000005",
  MT: "4000004700000007",
  MX: "4000004840008001",
  MY: "4000004580000002",
  NL: "4000005280000002",
  NO: "4000005780000007",
  NZ: "4000005540000008",
  PA: "4000005910000000",
  PE: "4000006040000068",
  PL: "4000006160000005",
  PT: "4000006200000007",
  PY: "4000006000000066",
  RO: "4000006420000001",
  SA: "4000006820000007",
  SE: "4000007520000008",
  SG: "4000007020000003",
  SI: "4000007050000006",
  SK: "4000007030000001",
  TH: "4000007640000003 4000057640000008",
  TW: "4000001580000008",
  UY: "4000008580000003",
};
const BRAND_BY_FIRST: Readonly<Record<string, string>> = { "3": "jcb", "4": "visa", "5": "mastercard" };
/** How the test numbers of Visa mark a debit card. */
const DEBIT = /^400005/;

function abroad(country: string, number: string): TestCard {
  const funding = DEBIT.test(number) ? "debit" : "credit";
  const brand = BRAND_BY_FIRST[number.charAt(0)] ?? "visa";
  return { brand, country, funding, does: `Succeeds (${country})`, behavior: {} };
}

/** By number. The owner's page shows them in this order. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = Object.fromEntries([
  ...rows.map(([number, does, behavior, brand = "visa", funding = "credit"]): [string, TestCard] => [
    number,
    { brand, country: "US", funding, does, behavior },
  ]),
  ...Object.entries(ABROAD).flatMap(([country, numbers]) =>
    numbers.split(" ").map((number): [string, TestCard] => [number, abroad(country, number)]),
  ),
]);

/** Stripe's ready-made payment methods of test mode, with their cards. */
export const TEST_TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_mastercard_debit: "5200828282828210",
  pm_card_mastercard_prepaid: "5105105105105100",
  pm_card_amex: "378282246310005",
  pm_card_discover: "6011111111111117",
  pm_card_diners: "3056930009020004",
  pm_card_jcb: "3566002020360505",
  pm_card_unionpay: "6200000000000005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: "4000000000006975",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_radarBlock: "4100000000000019",
  pm_card_riskLevelHighest: "4000000000004954",
  pm_card_riskLevelElevated: "4000000000009235",
  pm_card_cvcCheckFail: "4000000000000101",
  pm_card_avsZipFail: "4000000000000036",
  pm_card_avsLine1Fail: "4000000000000028",
  pm_card_avsFail: "4000000000000010",
  pm_card_avsUnchecked: "4000000000000044",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
  pm_card_createIssuerFraudRecord: "4000000000005423",
  pm_card_createMultipleDisputes: "4000000404000079",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
  pm_card_bypassPending: "4000000000000077",
  pm_card_bypassPendingInternational: "4000003720000278",
};
