// The people of the tests: one owner, one shopper.
import {
  type OrderAddress,
  type ShippingInfo,
  toOrderAddress,
} from "#domain/postal-address/shipping-address.ts";

export const OWNER = "owner@example.com";
export const OWNER_PASSWORD = "a very long pass phrase";

/** A shopper, as the shipping form sends it. */
export const pat: ShippingInfo = {
  name: "Pat Example",
  email: "pat@example.com",
  phone: "",
  address1: "1 Fairway Lane",
  address2: "",
  city: "Phoenix",
  state: "AZ",
  postalCode: "85001",
  country: "US",
};

/** The shopper's postal address as an order stores it. */
export const patsAddress: OrderAddress = toOrderAddress(pat);
