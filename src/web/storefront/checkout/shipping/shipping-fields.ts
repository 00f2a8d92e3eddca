import type { InputHTMLAttributes } from "react";
import type { ShippingField } from "#domain/postal-address/shipping-address.ts";

type FieldAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck"
>;

export type ShippingFieldText = FieldAttributes & {
  name: Exclude<ShippingField, "country">;
  label: string;
  hint?: string;
  optional?: boolean;
  /** Its share of the six columns from the sm breakpoint on; the whole row when left out. */
  span?: string;
};

/** The fields in the order people expect, with what autofill and keyboards need. */
export const shippingFields: ShippingFieldText[] = [
  {
    name: "email",
    label: "Email",
    type: "email",
    inputMode: "email",
    autoComplete: "email",
    autoCapitalize: "none",
    spellCheck: false,
    hint: "For your order confirmation",
  },
  { name: "name", label: "Full name", autoComplete: "shipping name", autoCapitalize: "words" },
  { name: "address1", label: "Address", autoComplete: "shipping address-line1" },
  {
    name: "address2",
    label: "Apartment, suite, etc.",
    autoComplete: "shipping address-line2",
    optional: true,
  },
  // Before the city: it fills in city and state.
  {
    name: "postalCode",
    label: "ZIP code",
    inputMode: "numeric",
    autoComplete: "shipping postal-code",
    span: "sm:col-span-2",
  },
  { name: "city", label: "City", autoComplete: "shipping address-level2", span: "sm:col-span-2" },
  { name: "state", label: "State", autoComplete: "shipping address-level1", span: "sm:col-span-2" },
  {
    name: "phone",
    label: "Phone",
    type: "tel",
    inputMode: "tel",
    autoComplete: "shipping tel",
    optional: true,
    hint: "Only for questions about your delivery",
  },
];
