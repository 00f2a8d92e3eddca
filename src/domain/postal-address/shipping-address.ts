// The shipping form. The browser and the server apply the same rules and show the same messages. Parsing
// trims, so what is stored is what goes on the shipment.

import { byName, collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { fieldsOf } from "../text/fields-of.ts";
import { oneLine } from "../text/one-line.ts";
import { isEmail, readEmail } from "../text/typed/email.ts";
import { plainCode, plainText } from "../text/typed/plain-text.ts";
import { parseUsState } from "./us-states.ts";
import { isZip, readZip, refuseZip } from "./zip-code.ts";

/** The names of the fields are those of the specification. */
export const emptyShippingInfo = {
  name: "",
  email: "",
  phone: "",
  address1: "",
  address2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US" as const,
};

export type ShippingInfo = typeof emptyShippingInfo;
export type ShippingField = keyof ShippingInfo;
export type ShippingErrors = FieldErrors<ShippingField>;

const shippingFields = Object.keys(emptyShippingInfo) as ShippingField[];

/** A postal address as an order stores it (column orders.shipping_address). */
export type OrderAddress = {
  customer_name: string;
  customer_email: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: "US";
  phone?: string;
};

const FIELD_LENGTH_MAX = 200;

/** A phone number as typed: it is optional, so it isn't validated. */
const PHONE_LENGTH_MAX = 40;

/** Unknown input → a postal address that can go on a shipment, or one message per wrong field. */
export function parseShippingInfo(input: unknown): FieldParse<ShippingInfo> {
  const form = readForm(input);
  const state = parseUsState(form.state);
  const { errors, say, hasErrors } = collectErrors<ShippingField>();
  say("name", form.name.length < 2, "Name must be at least 2 characters");
  say("email", !isEmail(form.email), "Invalid email address");
  say("address1", form.address1.length < 5, "Address must be at least 5 characters");
  say("city", form.city.length < 2, "City must be at least 2 characters");
  say("state", form.state.length < 2, "State must be at least 2 characters");
  say("state", state === null, "Choose a US state from the list");
  say("postalCode", form.postalCode.length < 5, "Postal code must be at least 5 characters");
  say("postalCode", !isZip(form.postalCode), "Enter a ZIP code such as 85001 or 85001-1234");
  const refusal = refuseZip(form.postalCode, state);
  say("postalCode", refusal !== null, refusal ?? "");
  say("country", form.country !== "US", "We ship within the United States only");
  for (const field of shippingFields) {
    say(field, form[field].length > FIELD_LENGTH_MAX, `Use at most ${FIELD_LENGTH_MAX} characters`);
  }
  if (state === null || hasErrors()) return { ok: false, errors };
  return { ok: true, value: { ...form, state, country: "US" } };
}

function readForm(input: unknown): Record<ShippingField, string> {
  const source = fieldsOf(input);
  const form = byName<Record<ShippingField, string>>(shippingFields, (field) =>
    readers[field](source[field]),
  );
  return { ...form, country: form.country || "US" };
}

/** An address line keeps its signs: "12½ Fairway Lane" has no other plain form. */
const readers: Record<ShippingField, (typed: unknown) => string> = {
  name: plainText,
  email: readEmail,
  phone: (typed) => [...plainCode(typed)].slice(0, PHONE_LENGTH_MAX).join("").trim(),
  address1: oneLine,
  address2: oneLine,
  city: plainText,
  state: plainText,
  postalCode: readZip,
  country: (typed) => plainCode(typed).toUpperCase(),
};

export function toOrderAddress(info: ShippingInfo): OrderAddress {
  return {
    customer_name: info.name,
    customer_email: info.email,
    line1: info.address1,
    line2: info.address2 || null,
    city: info.city,
    state: info.state,
    postal_code: info.postalCode,
    country: "US",
    ...(info.phone ? { phone: info.phone } : {}),
  };
}
