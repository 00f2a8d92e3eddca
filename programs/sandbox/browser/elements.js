// Stripe's `elements` object: makes the elements of one payment, and validates them before it is confirmed.
import { CardForm } from "./card-form.js";
import { adoptStyles, applyAppearance } from "./card-styles.js";
import { createEmitter } from "./emitter.js";
import { createWalletElement, WALLET } from "./wallet.js";

const INSIDES = new WeakMap();

/** The parts of an `elements` object for `confirmPayment` alone: the card form, the wallet and the secret. */
export const insideOf = (elements) => INSIDES.get(elements) ?? {};

const noForm = () => ({
  type: "validation_error",
  code: "incomplete_payment_details",
  message: "There is no card form.",
});

/** `retrieve`: looks a payment up by its client secret. */
export function createElements(options = {}, retrieve) {
  let settings = { ...options };
  let form = null;
  let wallet = null;
  let isSubmitted = false;
  /** What is to be paid: as the page says where it has no payment yet, otherwise as the payment says. */
  const paidAmount = async () => {
    if (settings.mode) return settings.amount;
    const { paymentIntent } = await retrieve(settings.clientSecret);
    return paymentIntent?.amount ?? null;
  };
  const created = new Map();
  const appearance = () => settings.appearance;
  const elements = {
    create(type, elementOptions = {}) {
      if (created.has(type))
        throw new Error(`Can only create one Element of type ${type} through one Elements.`);
      const forget = () => {
        created.delete(type);
        if (type === "payment") form = null;
        if (type === "expressCheckout") wallet = null;
      };
      if (type === "expressCheckout") {
        wallet = createWalletElement(elementOptions, { amount: paidAmount, appearance }, forget);
        created.set(type, wallet.element);
        return wallet.element;
      }
      if (type === "payment") {
        const made = createPaymentElement(elementOptions, appearance, forget);
        form = made.form;
        created.set(type, made.element);
        return made.element;
      }
      const element = createEmptyElement(type, forget);
      created.set(type, element);
      return element;
    },
    getElement: (type) => created.get(typeof type === "string" ? type : type?.__elementType) ?? null,
    update(changes) {
      settings = { ...settings, ...changes };
      if (form) applyAppearance(form.root, settings.appearance);
      wallet?.refresh();
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const isByWallet = wallet?.isPaying() ?? false;
      const error = isByWallet ? null : form ? form.validate() : noForm();
      isSubmitted = !error;
      return error ? { error } : { selectedPaymentMethod: isByWallet ? WALLET : "card" };
    },
  };
  const { on, off } = createEmitter(elements);
  Object.assign(elements, { on, off });
  INSIDES.set(elements, {
    clientSecret: () => settings.clientSecret,
    form: () => form,
    wallet: () => (wallet?.isPaying() ? wallet : null),
    /** Elements that began without a payment. Stripe checks them against the one that they get. */
    isDeferred: () => settings.mode !== undefined,
    /** Null when all is well. */
    refusal: ({ amount, currency }) => {
      if (!isSubmitted) return "elements.submit() must be called before stripe.confirmPayment().";
      const isSame = amount === settings.amount && currency === settings.currency;
      return isSame ? null : "The amount of this PaymentIntent is not the amount of the elements.";
    },
  });
  return elements;
}

function createPaymentElement(options, appearance, forget) {
  const element = {};
  const { on, once, off, emit } = createEmitter(element);
  const form = new CardForm((event, payload = {}) => emit(event, { elementType: "payment", ...payload }));
  form.fillIn(options.defaultValues);
  Object.assign(element, {
    on,
    once,
    off,
    mount(target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      if (!place) throw new Error("The payment sandbox found no place to mount the Payment Element.");
      adoptStyles();
      emit("loaderstart", { elementType: "payment" });
      applyAppearance(form.root, appearance());
      form.setReadOnly(options.readOnly ?? false);
      place.replaceChildren(form.root);
      // Listeners are attached after mounting, but must still learn that the form is ready.
      setTimeout(() => {
        if (form.root.isConnected) emit("ready", { elementType: "payment" });
      });
    },
    unmount: () => form.root.remove(),
    destroy() {
      form.root.remove();
      forget();
    },
    update(changes) {
      if ("readOnly" in changes) form.setReadOnly(changes.readOnly);
    },
    /** There is only one payment method, so there is nothing to collapse. */
    collapse() {},
    focus: () => form.inputs.number.focus(),
    blur() {
      if (form.root.contains(document.activeElement)) document.activeElement.blur();
    },
    clear: () => form.clear(),
  });
  return { element, form };
}

/** Elements that the sandbox does not have report nothing and stay empty. */
function createEmptyElement(type, forget) {
  const element = {};
  const { on, once, off, emit } = createEmitter(element);
  const nothing = () => {};
  const mount = () => {
    setTimeout(() => emit("ready", { elementType: type, availablePaymentMethods: undefined }));
  };
  const rest = {
    unmount: nothing,
    update: nothing,
    focus: nothing,
    blur: nothing,
    clear: nothing,
    collapse: nothing,
  };
  return Object.assign(element, { on, once, off, mount, destroy: forget, ...rest });
}
