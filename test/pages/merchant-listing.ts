// Google's requirements for the structured data of a product's page, as data, and the check of a page against them.
// https://developers.google.com/search/docs/appearance/structured-data/merchant-listing and …/product-variants

type Node = Record<string, unknown>;
type Rule = { required: readonly string[]; recommended: readonly string[] };

/**
 * Left out of the recommended ones: reviews, which a product has or not; gtin and mpn, which a variant has or not; pattern;
 * priceValidUntil, since not every sale has an end; hasMerchantReturnPolicy, which is the store's (its home page says it).
 */
export const listingRules: Record<string, Rule> = {
  Product: {
    required: ["name", "image", "offers"],
    recommended: ["sku", "color", "size", "material"],
  },
  ProductGroup: {
    required: ["name", "productGroupID", "variesBy", "hasVariant"],
    recommended: ["brand", "description", "audience", "image"],
  },
  Offer: {
    required: ["price", "priceCurrency", "availability"],
    recommended: ["url", "itemCondition", "shippingDetails"],
  },
  OfferShippingDetails: {
    required: ["shippingDestination", "shippingRate"],
    recommended: ["deliveryTime"],
  },
  PeopleAudience: { required: ["suggestedGender", "suggestedMinAge"], recommended: [] },
  Brand: { required: ["name"], recommended: [] },
  // https://developers.google.com/search/docs/appearance/structured-data/review-snippet
  AggregateRating: { required: ["ratingValue", "reviewCount"], recommended: ["bestRating", "worstRating"] },
  Review: { required: ["author", "reviewRating"], recommended: ["datePublished", "reviewBody"] },
  Rating: { required: ["ratingValue"], recommended: ["bestRating", "worstRating"] },
  // https://developers.google.com/search/docs/appearance/structured-data/return-policy
  MerchantReturnPolicy: { required: ["merchantReturnLink"], recommended: ["returnPolicyCategory"] },
  Person: { required: ["name"], recommended: [] },
};

const URL_FORM = /^https?:\/\/[^\s#]+$/;
const forms: Record<string, RegExp> = {
  price: /^\d+\.\d\d$/,
  priceCurrency: /^[A-Z]{3}$/,
  availability: /^https:\/\/schema\.org\/(InStock|OutOfStock|BackOrder|PreOrder|SoldOut)$/,
  itemCondition: /^https:\/\/schema\.org\/(New|Used|Refurbished)Condition$/,
  suggestedGender: /^(male|female|unisex)$/,
  variesBy: /^https:\/\/schema\.org\/(color|size|material|pattern|suggestedAge|suggestedGender)$/,
  url: URL_FORM,
  image: URL_FORM,
  priceValidUntil: /^\d{4}-\d{2}-\d{2}$/,
  gtin: /^(\d{8}|\d{12,14})$/,
  returnPolicyCategory:
    /^https:\/\/schema\.org\/MerchantReturn(FiniteReturnWindow|NotPermitted|UnlimitedWindow)$/,
  applicableCountry: /^[A-Z]{2}$/,
  datePublished: /^\d{4}-\d{2}-\d{2}$/,
};

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const many = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const isSaid = (value: unknown) => many(value).some((one) => one !== "" && one !== null);

/** Every node in a page's structured data, at any depth. */
function nodesIn(value: unknown): Node[] {
  if (!isNode(value)) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return Array.isArray(value) ? inside : [value, ...inside];
}

/** What Google would refuse in `data`, a page's structured data, in words. */
export function listingFaults(data: unknown): string[] {
  const nodes = nodesIn(JSON.parse(JSON.stringify(data)));
  const ids = new Set(nodes.filter((node) => node["@type"]).map((node) => node["@id"]));
  const faults = nodes.flatMap((node) => {
    const type = String(node["@type"] ?? "");
    // A product that is another product's variant names only its group.
    const isNamed = type === "ProductGroup" && !node.hasVariant;
    const missing = (listingRules[type]?.required ?? []).filter((name) => !isSaid(node[name]));
    const wrong = Object.entries(forms).flatMap(([name, form]) =>
      many(node[name]).filter((text) => typeof text !== "string" || !form.test(text)),
    );
    const isLost = !type && node["@id"] !== undefined && !ids.has(node["@id"]);
    return [
      ...(isNamed ? missing.filter((name) => name !== "hasVariant") : missing).map(
        (name) => `${type} has no ${name}`,
      ),
      ...wrong.map((text) => `${type} may not say ${JSON.stringify(text)}`),
      ...(isLost ? [`nothing is called ${node["@id"]}`] : []),
    ];
  });
  const told = variantsIn(data).map(({ node, group }) => {
    const by = many(group?.variesBy).map((url) => String(url).replace("https://schema.org/", ""));
    const missing = by.filter((name) => !isSaid(node[name]));
    return { key: by.map((name) => String(node[name]).toLowerCase()).join(" | "), missing };
  });
  const keys = told.map(({ key }) => key);
  return [
    ...faults,
    ...told.flatMap(({ missing }) => missing.map((name) => `a variant has no ${name}`)),
    ...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `${key} twice in a group`),
  ];
}

/** Fields that Google recommends. */
export function listingGaps(data: unknown): string[] {
  return nodesIn(JSON.parse(JSON.stringify(data))).flatMap((node) => {
    const isNamed = node["@type"] === "ProductGroup" && !node.hasVariant;
    const wanted = isNamed ? [] : (listingRules[String(node["@type"])]?.recommended ?? []);
    return wanted.filter((name) => !isSaid(node[name])).map((name) => `${node["@type"]}: ${name}`);
  });
}

/** The variants that a page offers, each with its group. */
export function variantsIn(data: unknown): { node: Node; group: Node | null }[] {
  return many(JSON.parse(JSON.stringify(data))).flatMap((top) => {
    if (!isNode(top)) return [];
    if (top["@type"] === "ProductGroup") {
      return many(top.hasVariant).flatMap((node) => (isNode(node) && node.sku ? [{ node, group: top }] : []));
    }
    if (top["@type"] !== "Product") return [];
    return [{ node: top, group: isNode(top.isVariantOf) ? top.isVariantOf : null }];
  });
}
