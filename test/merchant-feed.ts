// What Google Merchant Center's product data specification asks of every item that the shop lists
// (https://support.google.com/merchants/answer/7052112), for a shop in the US that sells new apparel.
import { textsOf, type XmlElement } from "./xml.ts";

const ONCE = [
  "g:id",
  "g:title",
  "g:description",
  "g:link",
  "g:image_link",
  "g:availability",
  "g:price",
  "g:condition",
  "g:brand",
  "g:identifier_exists",
  "g:google_product_category",
  "g:age_group",
  "g:gender",
  "g:size",
];
const AT_MOST_ONCE = ["g:sale_price", "g:item_group_id", "g:color", "g:product_type"];

const LENGTH_MAX: Record<string, number> = {
  "g:id": 50,
  "g:title": 150,
  "g:description": 5_000,
  "g:link": 2_000,
  "g:image_link": 2_000,
  "g:brand": 70,
  "g:item_group_id": 50,
  "g:size": 100,
  "g:color": 100,
  "g:product_type": 750,
};

const ALLOWED: Record<string, RegExp> = {
  "g:availability": /^(in_stock|out_of_stock|preorder|backorder)$/,
  "g:condition": /^(new|refurbished|used)$/,
  "g:price": /^\d+\.\d\d USD$/,
  "g:sale_price": /^\d+\.\d\d USD$/,
  "g:identifier_exists": /^(yes|no)$/,
  "g:google_product_category": /^\d+$/,
  "g:age_group": /^(newborn|infant|toddler|kids|adult)$/,
  "g:gender": /^(male|female|unisex)$/,
  "g:link": /^https?:\/\/[^\s#]+$/,
  "g:image_link": /^https?:\/\/\S+\.(webp|jpe?g|png|gif)$/,
  "g:additional_image_link": /^https?:\/\/\S+\.(webp|jpe?g|png|gif)$/,
};

const EXTRA_IMAGES_MAX = 10;

/** What Merchant Center would refuse or warn about in one item, in words; empty when the item is fine. */
export function merchantFaults(item: XmlElement): string[] {
  const faults: string[] = [];
  const say = (isWrong: boolean, fault: string) => void (isWrong && faults.push(fault));
  for (const name of ONCE) say(textsOf(item, name).length !== 1, `${name} must be there once`);
  for (const name of AT_MOST_ONCE) say(textsOf(item, name).length > 1, `${name} is there more than once`);
  for (const { name, text } of item.children) {
    say(
      text.trim() !== text || (text === "" && name !== "g:shipping"),
      `${name} has no proper text: ${text}`,
    );
    say([...text].length > (LENGTH_MAX[name] ?? Number.POSITIVE_INFINITY), `${name} is too long`);
    say(ALLOWED[name]?.test(text) === false, `${name} may not be ${text}`);
  }
  say(textsOf(item, "g:additional_image_link").length > EXTRA_IMAGES_MAX, "too many pictures");
  say(dollars(item, "g:price") <= 0, "the price is nothing");
  say(dollars(item, "g:sale_price") >= dollars(item, "g:price"), "the sale price is not below the price");
  return [...faults, ...shippingFaults(item)];
}

function shippingFaults(item: XmlElement): string[] {
  const shippings = item.children.filter(({ name }) => name === "g:shipping");
  const [shipping] = shippings;
  if (!shipping || shippings.length > 1) return ["g:shipping must be there once"];
  const text = (name: string) => textsOf(shipping, name).join(" ");
  const [least, most] = [Number(text("g:min_transit_time")), Number(text("g:max_transit_time"))];
  return [
    text("g:country") === "US" ? "" : "g:shipping has no country of two letters",
    /^\d+\.\d\d USD$/.test(text("g:price")) ? "" : `g:shipping may not cost ${text("g:price")}`,
    least >= 0 && least <= most ? "" : `g:shipping takes ${least} to ${most} days`,
  ].filter(Boolean);
}

/** NaN when the item has none, so that every comparison is false. */
function dollars(item: XmlElement, name: string): number {
  return Number.parseFloat(textsOf(item, name)[0] ?? "");
}

/** What is wrong between items: duplicate ids, or a group whose members can't be told apart. */
export function feedFaults(items: XmlElement[]): string[] {
  const faults = items.flatMap((item) =>
    merchantFaults(item).map((fault) => `${textsOf(item, "g:title")[0]}: ${fault}`),
  );
  const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) < index);
  const idsTwice = repeated(items.map((item) => textsOf(item, "g:id")[0] ?? ""));
  const variants = items.filter((item) => textsOf(item, "g:item_group_id").length > 0);
  const alike = repeated(
    variants.map((item) => `${textsOf(item, "g:item_group_id")[0]} ${textsOf(item, "g:size")[0]}`),
  );
  return [
    ...faults,
    ...idsTwice.map((id) => `${id} twice`),
    ...alike.map((twin) => `${twin} twice in a group`),
  ];
}
