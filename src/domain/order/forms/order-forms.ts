// The forms that correct an order, cancel it, or write a note about it.
import * as z from "zod";
import {
  addIssues,
  buttonField,
  labeled,
  switchField,
  textField,
  wholeNumberField,
} from "../../form/form-fields.ts";
import {
  type OrderAddress,
  parseShippingInfo,
  type ShippingInfo,
} from "../../postal-address/shipping-address.ts";
import { isEmail, readEmail } from "../../text/typed/email.ts";
import { NOTE_LENGTH_MAX, parseNote } from "../fulfillment.ts";
import { OTHER_PRODUCT, parseOffer } from "../swap.ts";
import { reasonField } from "./refund-form.ts";

export const noteForm = z.object({
  note: labeled(
    "New note",
    textField().refine(
      (text) => parseNote(text) !== null,
      `A note has between 1 and ${NOTE_LENGTH_MAX} characters`,
    ),
  ),
});

/** An unpaid order has no reason. */
export const cancelForm = z
  .object({ confirmed: switchField(), reason: reasonField() })
  .refine(({ confirmed }) => confirmed, "Please confirm it by ticking the box above the button.");

export const emailForm = z.object({
  email: labeled(
    "Email",
    textField()
      .transform((typed) => readEmail(typed))
      .refine((email) => isEmail(email), "Invalid email address"),
  ),
});

/** The rules are those of the checkout. */
export const addressForm = z
  .object({
    name: labeled("Full name", textField()),
    address1: labeled("Address", textField()),
    address2: labeled("Apartment, suite", textField()),
    city: labeled("City", textField()),
    state: labeled("State", textField()),
    postalCode: labeled("ZIP code", textField()),
    phone: labeled("Phone", textField()),
  })
  .superRefine((typed, context) => {
    const read = addressOf(typed);
    if (!read.ok) addIssues(context, read.errors);
  });

export function addressFields(address: OrderAddress) {
  return {
    name: address.customer_name,
    address1: address.line1,
    address2: address.line2 ?? "",
    city: address.city,
    state: address.state,
    postalCode: address.postal_code,
    phone: address.phone ?? "",
  };
}

/** The email has a form of its own. */
export function addressOf(typed: Omit<ShippingInfo, "email" | "country">) {
  return parseShippingInfo({ ...typed, email: "unread@example.com" });
}

const CHOOSE_VARIANT = "Choose what to send instead";

/** `ask`: what the customer is asked to pay for it, in cents; "" for nothing. */
export const swapForm = z
  .object({
    itemId: labeled("Instead of", textField()),
    to: labeled(
      "Send",
      textField().refine((to) => to === OTHER_PRODUCT || parseOffer(to) !== null, CHOOSE_VARIANT),
    ),
    other: labeled("Find the other product", textField()),
    free: labeled("Don't charge the difference", switchField()),
    quantity: labeled(
      "How many?",
      wholeNumberField({ min: 1, max: 999_999, message: "Please enter a whole number" }),
    ),
    ask: buttonField(),
  })
  .superRefine((form, context) => {
    if (form.to === OTHER_PRODUCT && offerIn(form) === null)
      context.addIssue({ code: "custom", path: ["other"], message: "Choose a product" });
  });

/** The variant that is sent instead. */
export function offerIn({ to, other }: { to: string; other: string }) {
  return parseOffer(to === OTHER_PRODUCT ? other : to);
}

export const swapChoices = (offers: readonly { value: string; label: string }[]) => [
  { value: "", label: CHOOSE_VARIANT },
  ...offers.map(({ value, label }) => ({ value, label })),
  { value: OTHER_PRODUCT, label: "Another product" },
];
