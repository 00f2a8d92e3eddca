import type { LegalPageName } from "./legal-text.ts";

/** The legal pages' texts until the owner writes others. */
export const legalDrafts: Record<LegalPageName, string> = {
  privacy: `{store name} keeps what it needs to send you your order, and nothing to follow you around with.

# When you order

We store your name, email address, shipping address, your phone number if you give it, and what you bought.

- We use it to pack and ship the order, to write to you about it, and to keep the records that tax law asks for.
- The carrier gets your name, address and phone number to deliver the parcel.
- You need no account, and we make none for you.

# When you pay

Card payments are handled by Stripe. Your card details go from your browser straight to Stripe; we never see or store them. We keep the payment's reference, its amount and whether it succeeded.

# When you write to us

We store the name, email address, subject and message that you send, so that we can answer you.

# In your browser

Your cart, the products you looked at last and what you searched for last are kept in your own browser. While you check out, your address is kept there too, and only until the tab is closed or the order is confirmed. While a checkout is open, and for a day after a payment, we remember which network it came from, in a form that can't be read back, so that nobody can reserve everything or try out stolen cards. After a paid order, a cookie in your browser proves that you have bought here, so that fraud by others can't keep you from paying. We set no advertising or tracking cookies.

# What we don't do

We don't sell or rent your data, and we send no newsletters that you did not ask for.

# Your choices

Ask us for a copy of what we have about you, to correct it, or to delete what the law does not oblige us to keep.

{store name}
{address}

{contact}`,

  terms: `The rules of buying from {store name}, short enough to read before you tee off.

# Prices

Prices are in US dollars. {tax note} {shipping cost}

You pay the total that the checkout shows. If a price changes while you check out, we tell you before you pay.

# Your order

While you are on the payment step, your items are held for you for up to {hold minutes} minutes. The order is placed when the payment succeeds, and we confirm it by email.

If we find that we can't ship something you paid for, we tell you and refund it.

# Payment

You pay by card through Stripe. Your card is charged when you press Pay Now and your bank agrees, and only once.

# Shipping and returns

We ship within the United States. See {shipping page} for times and costs, and for how to send something back. {return window} Your rights under the law of your state stay as they are.

# Pictures

We show colors as true as we can; screens differ. If something is not as shown, tell us and we make it right.

# Contact

{store name}
{address}

{contact}`,

  shipping: `{delivery days} business days to your door, anywhere in the United States.

# How long

Your parcel takes {delivery days} business days from the day you order: Monday to Friday, without holidays. Before you pay, and in the confirmation, we name the days. We confirm the order by email right after you have paid.

# What it costs

{shipping cost}

The cart shows the cost before you enter an address; nothing is added later.

# Where

All fifty states, the District of Columbia, US territories and military addresses (APO, FPO, DPO). We don't ship abroad.

# Sending it back

{returns}

Tell us on your order's page before you send anything: the link to it is in the confirmation mail. Please wait for our answer, which says what happens next. Parcels go to:

{store name}
{address}

# Questions

{contact}`,
};
