// The wallet's sheet, as a phone shows it: what is bought, where it goes, what it costs, and 'Pay'.
import { adoptStyles, make } from "./card-styles.js";
import { formatAddressErrors, WALLET_ADDRESSES, WALLET_CARDS } from "./wallet-addresses.js";

const dollars = (cents) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const CANT_SHIP = "The shop can't ship to this address. Choose another one.";
const FAILED = "The payment was not made.";

let sheets = 0;

/**
 * `details`: lineItems and shippingRates as the page gave them. `hooks`: onAddress(chosen) resolves with what the page
 * answers ({ isRefused, lineItems, shippingRates }), onPay() and onClose() tell it.
 */
export class WalletSheet {
  constructor({ details, amount, asksAddress, hooks }) {
    Object.assign(this, { details, amount, asksAddress, hooks });
    this.id = `sbx-wallet-${++sheets}`;
    this.chosen = asksAddress ? WALLET_ADDRESSES[0] : null;
    this.card = WALLET_CARDS[0];
    this.isPaying = false;
    this.isAsking = false;
    this.isRefused = false;
    this.items = make("dl", { className: "sbx-items" });
    this.rates = make("p", { className: "sbx-rates" });
    this.message = make("p", { className: "sbx-error", role: "alert" });
    this.pay = make("button", { type: "button" });
    this.cancel = make("button", { type: "button", className: "sbx-second" }, "Cancel");
    this.dialog = this.render();
    this.pay.addEventListener("click", () => this.onPay());
    this.cancel.addEventListener("click", () => this.onCancel());
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.onCancel();
    });
  }

  render() {
    const titleId = `${this.id}-title`;
    const note = make("p", { className: "sbx-note" }, make("strong", {}, "Payment sandbox."));
    note.append(" An invented wallet: no real card is charged.");
    return make(
      "dialog",
      { className: "sbx-dialog sbx-sheet", "aria-labelledby": titleId },
      make("h2", { id: titleId }, "Sandbox Wallet"),
      note,
      ...(this.asksAddress ? [this.renderAddresses(), this.rates] : []),
      this.renderCards(),
      this.items,
      this.message,
      make("div", { className: "sbx-actions" }, this.pay, this.cancel),
    );
  }

  renderAddresses() {
    const choices = WALLET_ADDRESSES.map((each) => {
      const radio = make("input", {
        type: "radio",
        name: `${this.id}-address`,
        checked: each === this.chosen,
      });
      radio.addEventListener("change", () => this.choose(each));
      const text = make("span", {}, make("strong", {}, each.label));
      text.append(` ${formatAddressErrors(each.address)}`);
      return make("label", { className: "sbx-choice" }, radio, text);
    });
    return make("fieldset", { className: "sbx-choices" }, make("legend", {}, "Ship to"), ...choices);
  }

  renderCards() {
    const select = make("select", { id: `${this.id}-card` });
    for (const [index, { label }] of WALLET_CARDS.entries())
      select.append(make("option", { value: String(index) }, label));
    select.addEventListener("change", () => {
      this.card = WALLET_CARDS[Number(select.value)];
    });
    return make("div", { className: "sbx-field" }, make("label", { htmlFor: select.id }, "Card"), select);
  }

  open() {
    adoptStyles();
    this.draw();
    document.body.append(this.dialog);
    this.dialog.showModal();
    // Wallets ask about the address that they start with, too.
    if (this.chosen) void this.choose(this.chosen);
  }

  close() {
    this.dialog.close();
    this.dialog.remove();
  }

  draw() {
    const rows = (this.details.lineItems ?? []).map((item) => [item.name, item.amount]);
    this.items.replaceChildren(
      ...[...rows, ["Total", this.amount]].map(([name, amount]) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, dollars(amount))),
      ),
    );
    const rate = this.details.shippingRates?.[0];
    this.rates.textContent = rate
      ? [rate.displayName, rate.deliveryEstimate, dollars(rate.amount)]
          .filter((part) => typeof part === "string")
          .join(" · ")
      : "";
    this.pay.textContent = this.isPaying ? "Paying..." : `Pay ${dollars(this.amount)}`;
    this.pay.disabled = this.isPaying || this.isAsking || this.isRefused;
    this.cancel.disabled = this.isPaying;
  }

  setAmount(amount) {
    this.amount = amount;
    this.draw();
  }

  async choose(chosen) {
    this.chosen = chosen;
    [this.isAsking, this.message.textContent] = [true, ""];
    this.draw();
    const answer = await this.hooks.onAddress(chosen);
    if (this.chosen !== chosen) return;
    [this.isAsking, this.isRefused] = [false, answer.isRefused];
    if (answer.isRefused) this.message.textContent = CANT_SHIP;
    const { lineItems, shippingRates } = answer;
    this.details = {
      ...this.details,
      ...(lineItems && { lineItems }),
      ...(shippingRates && { shippingRates }),
    };
    this.draw();
  }

  onPay() {
    [this.isPaying, this.message.textContent] = [true, ""];
    this.draw();
    this.hooks.onPay();
  }

  onCancel() {
    if (this.isPaying) return;
    this.close();
    this.hooks.onClose();
  }

  /** The page could not make the payment, and says why. */
  fail(message) {
    this.isPaying = false;
    this.message.textContent = message || FAILED;
    this.draw();
  }
}
