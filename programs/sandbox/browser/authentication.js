import { adoptStyles, make } from "./card-styles.js";

let dialogs = 0;

/** Shows the bank's question; resolves with true for "Complete authentication". */
export function askForAuthentication(intent) {
  adoptStyles();
  return new Promise((resolve) => {
    const titleId = `sbx-dialog-${++dialogs}`;
    const pass = make("button", { type: "button" }, "Complete authentication");
    const refuse = make("button", { type: "button", className: "sbx-second" }, "Fail authentication");
    const amount = (intent.amount / 100).toLocaleString("en-US", {
      style: "currency",
      currency: intent.currency,
    });
    const dialog = make(
      "dialog",
      { className: "sbx-dialog", "aria-labelledby": titleId },
      make("h2", { id: titleId }, "3-D Secure test page"),
      make("p", {}, `The bank of this test card asks for authentication of a payment of ${amount}.`),
      make("div", { className: "sbx-actions" }, pass, refuse),
    );
    const answer = (passes) => {
      dialog.close();
      dialog.remove();
      resolve(passes);
    };
    pass.addEventListener("click", () => answer(true));
    refuse.addEventListener("click", () => answer(false));
    dialog.addEventListener("cancel", () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
