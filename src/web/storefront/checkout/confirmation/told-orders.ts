/** Orders that a toast of this page load has told about: an arrival has one toast, also when the checkout page gave it. */
export const toldOrders = new Set<string>();
