// What the sandbox's wallet knows of its owner, who is invented: addresses of every kind that a shop must cope with,
// and cards that a bank takes, refuses, or asks about.
export const WALLET_EMAIL = "pat@example.com";

const at = (line1, city, state, postal_code, country = "US") => ({
  line1,
  line2: null,
  city,
  state,
  postal_code,
  country,
});

export const WALLET_ADDRESSES = [
  { label: "Home", name: "Pat Example", address: at("1 Fairway Lane", "Phoenix", "AZ", "85001") },
  { label: "Another state", name: "Pat Example", address: at("9 Links Street", "Portland", "OR", "97204") },
  { label: "Canada", name: "Pat Example", address: at("12 Birdie Road", "Toronto", "ON", "M5V 2T6", "CA") },
  { label: "No street", name: "Pat Example", address: at("", "Phoenix", "AZ", "85001") },
];

export const WALLET_CARDS = [
  { label: "Visa ending in 4242", number: "4242424242424242" },
  { label: "Visa ending in 0002, is declined", number: "4000000000000002" },
  { label: "Visa ending in 3184, asks the bank", number: "4000002760003184" },
];

/** The address as one line. */
export function formatAddressErrors({ line1, city, state, postal_code, country }) {
  const place = [line1, city, `${state} ${postal_code}`].filter(Boolean).join(", ");
  return country === "US" ? place : `${place}, ${country}`;
}
