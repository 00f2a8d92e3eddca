import { href } from "react-router";
import type { FirstRunStep } from "#domain/first-run/first-run.ts";
import { sectionPath } from "../frame/nav/places.ts";

type StepText = {
  title: string;
  /** What is still missing, and why it matters. */
  text: string;
  /** Where it is done. `isShop`: outside of the back office. */
  way: { label: string; to: string; isShop?: true };
};

export const stepTexts: Record<FirstRunStep, StepText> = {
  name: {
    title: "Name your shop",
    text: "Shown at the top of every page and in every email.",
    way: { label: "Set the name", to: sectionPath("business") },
  },
  logo: {
    title: "Add your logo",
    text: "Shown in the header, in emails, and on packing slips.",
    way: { label: "Upload a logo", to: href("/admin/store") },
  },
  address: {
    title: "Enter your address",
    text: "Used on packing slips, for returns, and on legal pages.",
    way: { label: "Enter the address", to: sectionPath("business") },
  },
  email: {
    title: "Enter your email",
    text: "Customers write to it, and new orders are sent to it.",
    way: { label: "Enter the email", to: sectionPath("business") },
  },
  tax: {
    title: "Choose the states you tax",
    text: "Tax is off. Ask your accountant where you must collect it.",
    way: { label: "Set the tax", to: sectionPath("tax") },
  },
  shipping: {
    title: "Set what shipping costs",
    text: "Check the rate and the delivery days. Skip this if they are right.",
    way: { label: "Set the shipping", to: sectionPath("shipping") },
  },
  product: {
    title: "Add your first product",
    text: "Only sample products are on sale.",
    way: { label: "Add a product", to: href("/admin/products/new") },
  },
  keys: {
    title: "Connect Stripe",
    text: "No card is charged yet. Set Stripe's live keys where the shop runs, and restart it.",
    way: { label: "Check the keys", to: href("/admin/doctor") },
  },
  purchase: {
    title: "Buy something yourself",
    text: "Pay with test card 4242 4242 4242 4242. You can clear the test order later.",
    way: { label: "Open the shop", to: href("/shop"), isShop: true },
  },
};
