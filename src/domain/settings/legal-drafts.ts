import type { LegalPageName } from "./legal-text.ts";

/** The legal pages' texts until the owner writes others. */
export const legalDrafts: Record<LegalPageName, string> = {
  privacy: `{store name} keeps the data it needs to send you your order, and nothing to track you with.

# When you order

We store your name, email address, shipping address, your phone number if you give it, and what you bought.

- We use it to pack and ship the order, to email you about it, and to keep the records that tax law requires.
- The carrier gets your name, address, and phone number to deliver the package.
- You don't need an account, and we don't create one for you.

# When you pay

Card payments are handled by Stripe. Your card details go from your browser straight to Stripe; we never see or store them. We keep the payment's reference, its amount, and whether it succeeded.

# When you contact us

We store the name, email address, subject, and message that you send, so that we can reply.

# In your browser

Your cart, the products you viewed recently, and your recent searches are stored in your own browser. While you check out, your address is stored there too, but only until you close the tab or the order is confirmed. While a checkout is open, and for a day after a payment, we remember the network it came from, in a form that can't be read back, to prevent shoppers from reserving everything or testing stolen cards. After a paid order, a cookie in your browser shows that you have bought here, so that fraud by others can't keep you from paying. We set no advertising or tracking cookies.

# What we don't do

We don't sell or rent your data, and we don't send newsletters that you didn't ask for.

# Your choices

You can ask us for a copy of your data, to correct it, or to delete everything that the law doesn't require us to keep.

{store name}
{address}

{contact}`,

  terms: `The terms for buying from {store name}, short enough to read before you buy.

# Prices

Prices are in US dollars. {tax note} {shipping cost}

You pay the total shown at checkout. If a price changes while you check out, we let you know before you pay.

# Your order

While you are on the payment step, your items are held for you for up to {hold minutes} minutes. The order is placed when the payment succeeds, and we confirm it by email.

If we can't ship something you paid for, we let you know and refund it.

# Payment

You pay by card through Stripe. Your card is charged once, when you press Pay Now and your bank approves.

# Shipping and returns

We ship within the United States. See {shipping page} for delivery times, costs, and returns. {return window} Your rights under your state's laws still apply.

# Pictures

We show colors as accurately as we can, but screens differ. If something isn't as shown, tell us and we'll make it right.

# Contact

{store name}
{address}

{contact}`,

  shipping: `{delivery days} business days to your door, anywhere in the United States.

# How long

Your order arrives within {delivery days} business days: Monday to Friday, excluding holidays. We show the dates before you pay and in your confirmation. We confirm the order by email right after you pay.

# What it costs

{shipping cost}

The cart shows the cost before you enter an address; nothing is added later.

# Where

All fifty states, the District of Columbia, US territories, and military addresses (APO, FPO, DPO). We don't ship abroad.

# Returns

{returns}

Start a return on your order page before you send anything: you'll find the link in your confirmation email. Please wait for our reply, which explains the next steps. Send returns to:

{store name}
{address}

# Questions

{contact}`,
};
