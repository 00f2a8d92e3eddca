// The rules for a typed card and the messages for what breaks them, as Stripe has them.
export const SANDBOX_HINT = "This is a payment sandbox: use a test card such as 4242 4242 4242 4242.";
// Filled with the numbers of payments/test-cards.ts when the script is put together (pages/pages.ts).
export const TEST_CARDS = new Set([]);

export const digitsOf = (text) => text.replace(/\D/g, "");

/** The card's brand by its first digits, as far as the form needs it. */
export function brandOf(number) {
  if (/^4/.test(number)) return "Visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "Mastercard";
  if (/^3[47]/.test(number)) return "American Express";
  if (/^6(011|4[4-9]|5)/.test(number)) return "Discover";
  if (/^3(0[0-5]|[689])/.test(number)) return "Diners Club";
  if (/^35/.test(number)) return "JCB";
  if (/^62/.test(number)) return "UnionPay";
  return "";
}

export const isAmex = (number) => /^3[47]/.test(number);
/** The fewest digits that a whole number has. */
const numberLength = (number) => (isAmex(number) ? 15 : /^36/.test(number) ? 14 : 16);

export function groupNumber(number) {
  const groups =
    isAmex(number) || /^36/.test(number)
      ? /^(\d{0,4})(\d{0,6})(\d{0,5})/
      : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,3})/;
  return (groups.exec(number) ?? []).slice(1).filter(Boolean).join(" ");
}

function passesLuhn(number) {
  let sum = 0;
  for (let i = 0; i < number.length; i += 1) {
    let digit = Number(number[number.length - 1 - i]);
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

export function formatExpiry(text, isDeleting) {
  let digits = digitsOf(text).slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

const problem = (code, message) => ({ type: "validation_error", code, message });

/** The error of each field in Stripe's words; null if it is right. */
export const CHECKS = {
  number(text) {
    const number = digitsOf(text);
    if (number.length < numberLength(number))
      return problem("incomplete_number", "Your card number is incomplete.");
    if (!passesLuhn(number)) return problem("incorrect_number", "Your card number is invalid.");
    if (!TEST_CARDS.has(number))
      return problem("incorrect_number", `Your card number is incorrect. ${SANDBOX_HINT}`);
    return null;
  },
  expiry(text) {
    const digits = digitsOf(text);
    if (digits.length < 4) return problem("incomplete_expiry", "Your card's expiration date is incomplete.");
    const month = Number(digits.slice(0, 2));
    const year = 2000 + Number(digits.slice(2));
    if (month < 1 || month > 12)
      return problem("invalid_expiry_month", "Your card's expiration date is invalid.");
    const today = new Date();
    if (year < today.getFullYear()) {
      return problem("invalid_expiry_year_past", "Your card's expiration year is in the past.");
    }
    if (year === today.getFullYear() && month < today.getMonth() + 1) {
      return problem("invalid_expiry_month_past", "Your card's expiration date is in the past.");
    }
    if (year > today.getFullYear() + 49) {
      return problem("invalid_expiry_year", "Your card's expiration year is invalid.");
    }
    return null;
  },
  cvc(text, number) {
    const length = isAmex(digitsOf(number)) ? 4 : 3;
    if (digitsOf(text).length < length)
      return problem("incomplete_cvc", "Your card's security code is incomplete.");
    return null;
  },
  zip(text) {
    if (!/^\d{5}(-?\d{4})?$/.test(text.trim()))
      return problem("incomplete_zip", "Your ZIP code is incomplete.");
    return null;
  },
};

export const FIELDS = [
  {
    name: "number",
    label: "Card number",
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
    wide: true,
  },
  { name: "expiry", label: "Expiration date", autocomplete: "cc-exp", placeholder: "MM / YY" },
  { name: "cvc", label: "Security code", autocomplete: "cc-csc", placeholder: "CVC" },
  { name: "zip", label: "ZIP code", autocomplete: "postal-code", placeholder: "12345", wide: true },
];
export const FIELD_OF_CODE = {
  incorrect_number: "number",
  expired_card: "expiry",
  invalid_expiry_month: "expiry",
  invalid_expiry_year: "expiry",
  incorrect_cvc: "cvc",
  invalid_cvc: "cvc",
};
