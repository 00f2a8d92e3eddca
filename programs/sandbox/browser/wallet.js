// Stripe's Express Checkout Element with one wallet, the sandbox's own: a button that opens its sheet. What the page
// hears and answers is as with Apple Pay, Google Pay and Link.
import { adoptStyles, applyAppearance, make } from "./card-styles.js";
import { createEmitter } from "./emitter.js";
import { WALLET_EMAIL } from "./wallet-addresses.js";
import { WalletSheet } from "./wallet-sheet.js";

/** The sandbox's wallet passes for this one. */
export const WALLET = "google_pay";
const elementType = "expressCheckout";
const NONE = {
  amazonPay: false,
  applePay: false,
  googlePay: false,
  klarna: false,
  link: false,
  paypal: false,
};
/** Stripe gives a page this long to answer a click. */
const CLICK_ANSWER_MS = 1000;

/** `group`: amount() of what is to be paid, and appearance(). */
export function createWalletElement(options, group, forget) {
  const element = {};
  const { on, once, off, emit } = createEmitter(element);
  const isOffered = options.paymentMethods?.googlePay !== "never";
  const button = make("button", { type: "button", className: "sbx-wallet" }, "Sandbox Wallet");
  button.style.setProperty("--sbx-height", `${options.buttonHeight ?? 44}px`);
  button.addEventListener("click", press);
  let sheet = null;

  function press() {
    if (sheet) return;
    let isAnswered = false;
    const answer = (go) => {
      if (!isAnswered) go();
      isAnswered = true;
    };
    const resolve = (details) => answer(() => void openSheet({ ...options, ...details }));
    const isHeard = emit("click", {
      elementType,
      expressPaymentType: WALLET,
      resolve,
      reject: () => answer(() => {}),
    });
    if (isHeard) setTimeout(() => answer(() => {}), CLICK_ANSWER_MS);
    else resolve();
  }

  async function openSheet(details) {
    const amount = await group.amount();
    if (amount === null) return;
    const asksAddress = details.shippingAddressRequired ?? false;
    sheet = new WalletSheet({
      details,
      amount,
      asksAddress,
      hooks: { onAddress, onPay: confirm, onClose: leave },
    });
    sheet.open();
  }

  function leave() {
    sheet = null;
    emit("cancel", { elementType });
  }

  function onAddress({ name, address }) {
    const { city, state, postal_code, country } = address;
    return new Promise((settle) => {
      const isHeard = emit("shippingaddresschange", {
        name,
        address: { city, state, postal_code, country },
        resolve: (details = {}) => settle({ isRefused: false, ...details }),
        reject: () => settle({ isRefused: true }),
      });
      if (!isHeard) settle({ isRefused: false });
    });
  }

  function confirm() {
    const { chosen, details } = sheet;
    emit("confirm", {
      elementType,
      expressPaymentType: WALLET,
      billingDetails: {
        name: "Pat Example",
        ...(details.emailRequired && { email: WALLET_EMAIL }),
        ...(chosen && { address: chosen.address }),
      },
      ...(chosen && { shippingAddress: { name: chosen.name, address: chosen.address } }),
      ...(details.shippingRates?.[0] && { shippingRate: details.shippingRates[0] }),
      paymentFailed: ({ message } = {}) => sheet?.fail(message),
    });
  }

  function close() {
    sheet?.close();
    sheet = null;
  }

  Object.assign(element, {
    on,
    once,
    off,
    mount(target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      if (!place) throw new Error("The payment sandbox found no place to mount the wallet's button.");
      adoptStyles();
      applyAppearance(button, group.appearance());
      if (isOffered) place.replaceChildren(button);
      const availablePaymentMethods = isOffered ? { ...NONE, googlePay: true } : undefined;
      setTimeout(() => emit("ready", { elementType, availablePaymentMethods }));
    },
    unmount: () => button.remove(),
    destroy() {
      close();
      button.remove();
      forget();
    },
    update: (changes) => void Object.assign(options, changes),
    focus: () => button.focus(),
    blur: () => button.blur(),
    clear() {},
    collapse() {},
  });

  return {
    element,
    isPaying: () => sheet?.isPaying ?? false,
    async refresh() {
      const amount = sheet && (await group.amount());
      if (amount) sheet?.setAmount(amount);
    },
    validate: () => null,
    card: () => ({
      number: sheet.card.number,
      expMonth: 12,
      expYear: new Date().getFullYear() + 4,
      cvc: "123",
      zip: sheet.chosen?.address.postal_code ?? "85001",
    }),
    /** A wallet that was asked for an address hands it over with the payment. */
    shipping() {
      if (!sheet.chosen) return {};
      const { name, address } = sheet.chosen;
      const given = Object.entries(address).filter(([, value]) => value);
      return {
        "shipping[name]": name,
        ...Object.fromEntries(given.map(([field, value]) => [`shipping[address][${field}]`, value])),
      };
    },
    /** The page hears it and says why. */
    blame() {},
    done: close,
  };
}
