/** Orders that had their toast in this page load: an arrival has one toast, even if the checkout page showed it. */
export const toldOrders = new Set<string>();
