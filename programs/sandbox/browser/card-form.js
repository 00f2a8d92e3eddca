// The card form itself. Its inputs have no name, so that no form on the page around it can ever send a card.
import {
  brandOf,
  CHECKS,
  digitsOf,
  FIELD_OF_CODE,
  FIELDS,
  formatExpiry,
  groupNumber,
  isAmex,
} from "./card-rules.js";
import { make } from "./card-styles.js";

let forms = 0;

/** Values live in the inputs; `tell(event, payload)` receives the events of a Stripe element. */
export class CardForm {
  constructor(tell) {
    this.tell = tell;
    this.id = `sbx-${++forms}`;
    this.inputs = {};
    this.errors = {};
    this.brand = make("span", { className: "sbx-brand", "aria-live": "polite" });
    const hint = make("code", {}, "4242 4242 4242 4242");
    const note = make("p", { className: "sbx-note" }, make("strong", {}, "Payment sandbox."));
    note.append(" No real card is charged. Try ", hint, ", any future date, any code.");
    this.root = make("div", { className: "sbx" }, note, ...FIELDS.map((field) => this.renderField(field)));
  }

  renderField({ name, label, autocomplete, placeholder, wide }) {
    const input = make("input", {
      id: `${this.id}-${name}`,
      type: "text",
      inputMode: "numeric",
      autocomplete,
      placeholder,
      spellcheck: false,
      "aria-required": "true",
      "aria-invalid": "false",
      "aria-describedby": `${this.id}-${name}-error`,
    });
    if (name === "cvc") input.maxLength = 4;
    input.addEventListener("input", (event) => this.onInput(name, event));
    input.addEventListener("blur", () => this.onBlur(name));
    input.addEventListener("focus", () => this.tell("focus"));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.tell("escape");
    });
    const error = make("p", { id: `${this.id}-${name}-error`, className: "sbx-error", role: "alert" });
    this.inputs[name] = input;
    this.errors[name] = error;
    const box = make("div", { className: "sbx-box" }, input, ...(name === "number" ? [this.brand] : []));
    const className = wide ? "sbx-field sbx-wide" : "sbx-field";
    return make("div", { className }, make("label", { htmlFor: input.id }, label), box, error);
  }

  /** What the shop knows already, as Stripe's `defaultValues`; a card itself never is among it. */
  fillIn({ billingDetails } = {}) {
    const zip = billingDetails?.address?.postal_code;
    if (typeof zip === "string") this.inputs.zip.value = zip;
  }

  textOf(name) {
    return this.inputs[name].value;
  }

  check(name) {
    return CHECKS[name](this.textOf(name), this.textOf("number"));
  }

  show(name, message) {
    this.errors[name].textContent = message ?? "";
    this.inputs[name].setAttribute("aria-invalid", message ? "true" : "false");
  }

  /** Formats while typing and keeps the caret where it was, counted from the end. */
  onInput(name, event) {
    const input = this.inputs[name];
    const isDeleting = event.inputType?.startsWith("delete") ?? false;
    const caretFromEnd = input.value.length - (input.selectionStart ?? input.value.length);
    if (name === "number") {
      input.value = groupNumber(digitsOf(input.value));
      this.showBrand();
    }
    if (name === "expiry") input.value = formatExpiry(input.value, isDeleting);
    if (name === "cvc") input.value = digitsOf(input.value);
    const caret = Math.max(0, input.value.length - caretFromEnd);
    if (caretFromEnd > 0) input.setSelectionRange(caret, caret);
    if (this.errors[name].textContent && this.check(name) === null) this.show(name, null);
    this.formatChange();
  }

  showBrand() {
    const number = digitsOf(this.textOf("number"));
    this.brand.textContent = brandOf(number);
    this.inputs.cvc.maxLength = isAmex(number) ? 4 : 3;
  }

  /** When the shopper leaves a field, an empty one gets no error. */
  onBlur(name) {
    if (this.textOf(name) !== "") this.show(name, this.check(name)?.message);
    this.tell("blur");
  }

  formatChange() {
    this.tell("change", {
      empty: FIELDS.every(({ name }) => this.textOf(name) === ""),
      complete: FIELDS.every(({ name }) => this.check(name) === null),
      collapsed: false,
      value: { type: "card" },
    });
  }

  /** Shows all errors, focuses the first wrong field and returns its error; null if there is none. */
  validate() {
    if (!this.root.isConnected) {
      const message = "The card form is not shown.";
      return { type: "validation_error", code: "incomplete_payment_details", message };
    }
    const found = FIELDS.map(({ name }) => ({ name, error: this.check(name) }));
    for (const { name, error } of found) this.show(name, error?.message);
    const first = found.find(({ error }) => error);
    if (first) this.inputs[first.name].focus();
    return first?.error ?? null;
  }

  card() {
    const expiry = digitsOf(this.textOf("expiry"));
    return {
      number: digitsOf(this.textOf("number")),
      expMonth: Number(expiry.slice(0, 2)),
      expYear: 2000 + Number(expiry.slice(2)),
      cvc: this.textOf("cvc"),
      zip: this.textOf("zip").trim(),
    };
  }

  /** Shows the bank's refusal at its field, if it concerns one. */
  blame({ code, message }) {
    const name = FIELD_OF_CODE[code];
    if (name) this.show(name, message);
  }

  setReadOnly(isReadOnly) {
    for (const input of Object.values(this.inputs)) input.readOnly = isReadOnly;
  }

  clear() {
    for (const { name } of FIELDS) {
      this.inputs[name].value = "";
      this.show(name, null);
    }
    this.showBrand();
    this.formatChange();
  }
}
