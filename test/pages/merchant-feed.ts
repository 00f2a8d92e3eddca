// Google Merchant Center's requirements for each item of a feed, for a shop that sells new clothing in the United
// States: its product data specification as data (https://support.google.com/merchants/answer/7052112), and the check
// of a feed against it.
import { textsOf, type XmlElement } from "./xml.ts";

/**
 * required: without it the item is refused. recommended: without it the item is shown less, or its variants can't be
 * told apart.
 */
type Need = "required" | "recommended" | "optional";
type Rule = {
  need: Need;
  lengthMax?: number;
  form?: RegExp;
  /** How often an item may have it; once if omitted. */
  timesMax?: number;
};

const AMOUNT = /^\d+\.\d\d USD$/;
const PICTURE = /^https?:\/\/\S+\.(jpe?g|webp|png|gif)$/;

export const feedRules: Record<string, Rule> = {
  "g:id": { need: "required", lengthMax: 50 },
  "g:title": { need: "required", lengthMax: 150 },
  "g:description": { need: "required", lengthMax: 5_000 },
  "g:link": { need: "required", lengthMax: 2_000, form: /^https?:\/\/[^\s#]+$/ },
  "g:image_link": { need: "required", lengthMax: 2_000, form: PICTURE },
  "g:additional_image_link": { need: "recommended", lengthMax: 2_000, form: PICTURE, timesMax: 10 },
  "g:availability": { need: "required", form: /^(in_stock|out_of_stock|preorder|backorder)$/ },
  "g:price": { need: "required", form: AMOUNT },
  "g:sale_price": { need: "optional", form: AMOUNT },
  // Start and end of the sale, in ISO.
  "g:sale_price_effective_date": {
    need: "optional",
    form: /^\d{4}-\d\d-\d\dT\d\d:\d\dZ\/\d{4}-\d\d-\d\dT\d\d:\d\dZ$/,
  },
  "g:condition": { need: "required", form: /^(new|refurbished|used)$/ },
  "g:brand": { need: "required", lengthMax: 70 },
  // 8, 12, 13, or 14 digits; reserved and coupon numbers are not allowed for a variant.
  "g:gtin": { need: "optional", form: /^(\d{8}|\d{12,14})$/ },
  "g:mpn": { need: "optional", lengthMax: 70 },
  "g:identifier_exists": { need: "required", form: /^(yes|no)$/ },
  "g:google_product_category": { need: "recommended", form: /^\d+$/ },
  "g:product_type": { need: "recommended", lengthMax: 750, form: /^\S.*( > \S.*)*$/ },
  "g:item_group_id": { need: "optional", lengthMax: 50, form: /^[A-Za-z0-9_-]+$/ },
  "g:age_group": { need: "required", form: /^(newborn|infant|toddler|kids|adult)$/ },
  "g:gender": { need: "required", form: /^(male|female|unisex)$/ },
  // Names of at most three colors of at most 40 letters, not codes ("#fff", "0").
  "g:color": { need: "required", lengthMax: 100, form: /^[^/#]*\p{L}{2}[^/#]{0,38}(\/[^/#]{1,40}){0,2}$/u },
  "g:size": { need: "required", lengthMax: 100 },
  "g:size_system": { need: "optional", form: /^(US|UK|EU|DE|FR|JP|CN|IT|BR|MEX|AU)$/ },
  "g:material": { need: "recommended", lengthMax: 200 },
  "g:pattern": { need: "optional", lengthMax: 100 },
  "g:shipping": { need: "required" },
  "g:shipping_weight": { need: "recommended", form: /^\d{1,5}(\.\d+)? (oz|lb|g|kg)$/ },
};

/** What distinguishes items of one group; if any has a field, all must have it. */
const VARIANT_FIELDS = ["g:color", "g:size", "g:material", "g:pattern", "g:age_group", "g:gender"];

/** What Merchant Center would refuse or warn about in one item, in words; empty when the item is fine. */
export function merchantFaults(item: XmlElement): string[] {
  const faults: string[] = [];
  const say = (isWrong: boolean, fault: string) => void (isWrong && faults.push(fault));
  for (const [name, { need, timesMax = 1 }] of Object.entries(feedRules)) {
    const times = item.children.filter((child) => child.name === name).length;
    say(times === 0 && need === "required", `${name} must be there`);
    say(times > timesMax, `${name} is there too often`);
  }
  for (const { name, text, children } of item.children) {
    const rule = feedRules[name];
    say(rule === undefined, `${name} is no field`);
    say(
      children.length === 0 && (text.trim() !== text || text === ""),
      `${name} has no proper text: ${text}`,
    );
    say([...text].length > (rule?.lengthMax ?? Number.POSITIVE_INFINITY), `${name} is too long`);
    say(rule?.form?.test(text) === false, `${name} may not be ${text}`);
  }
  const hasCode = ["g:gtin", "g:mpn"].some((name) => textsOf(item, name).length > 0);
  say((textsOf(item, "g:identifier_exists")[0] === "yes") !== hasCode, "g:identifier_exists is not true");
  say(
    textsOf(item, "g:gtin").some((gtin) => !hasCheckDigit(gtin)),
    "g:gtin has a wrong check digit",
  );
  say(dollars(item, "g:price") <= 0, "the price is nothing");
  say(dollars(item, "g:sale_price") >= dollars(item, "g:price"), "the sale price is not below the price");
  const [from = "", until = ""] = textsOf(item, "g:sale_price_effective_date").join("").split("/");
  say(from > until || (from !== "" && from === until), "the sale ends before it begins");
  say(from !== "" && textsOf(item, "g:sale_price").length === 0, "a time without a sale price");
  return [...faults, ...shippingFaults(item)];
}

/** Fields that Merchant Center would like to see in one item. */
export function merchantGaps(item: XmlElement): string[] {
  const wanted = Object.entries(feedRules).filter(([, { need }]) => need === "recommended");
  return wanted.map(([name]) => name).filter((name) => textsOf(item, name).length === 0);
}

function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin.padStart(14, "0")].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

function shippingFaults(item: XmlElement): string[] {
  const shipping = item.children.find(({ name }) => name === "g:shipping");
  if (!shipping) return [];
  const text = (name: string) => textsOf(shipping, name).join(" ");
  const [least, most] = [Number(text("g:min_transit_time")), Number(text("g:max_transit_time"))];
  return [
    text("g:country") === "US" ? "" : "g:shipping has no country of two letters",
    AMOUNT.test(text("g:price")) ? "" : `g:shipping may not cost ${text("g:price")}`,
    least >= 0 && least <= most ? "" : `g:shipping takes ${least} to ${most} days`,
  ].filter(Boolean);
}

/** NaN when the item has none, so that every comparison is false. */
function dollars(item: XmlElement, name: string): number {
  return Number.parseFloat(textsOf(item, name)[0] ?? "");
}

/** Problems between items: duplicate ids, or a group whose members can't be told apart. */
export function feedFaults(items: XmlElement[]): string[] {
  const faults = items.flatMap((item) =>
    merchantFaults(item).map((fault) => `${textsOf(item, "g:title")[0]}: ${fault}`),
  );
  const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) < index);
  const idsTwice = repeated(items.map((item) => (textsOf(item, "g:id")[0] ?? "").toLowerCase()));
  const variants = items.filter((item) => textsOf(item, "g:item_group_id").length > 0);
  const alike = repeated(
    variants.map((item) =>
      ["g:item_group_id", ...VARIANT_FIELDS].map((name) => textsOf(item, name)[0]?.toLowerCase()).join(" | "),
    ),
  );
  return [
    ...faults,
    ...idsTwice.map((id) => `${id} twice`),
    ...alike.map((twin) => `${twin} twice in a group`),
  ];
}
