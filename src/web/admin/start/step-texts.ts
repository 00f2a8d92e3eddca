import { href } from "react-router";
import type { FirstRunStep } from "#domain/first-run/first-run.ts";

type StepText = {
  title: string;
  /** What is still missing, and why it matters. */
  text: string;
  /** Where it is done. `isShop`: outside of the back office. */
  way: { label: string; to: string; isShop?: true };
};

const settings = (section: string) => `${href("/admin/settings")}?section=${section}`;

export const stepTexts: Record<FirstRunStep, StepText> = {
  name: {
    title: "Name your shop",
    text: "It stands at the top of every page and in every mail.",
    way: { label: "Set the name", to: settings("business") },
  },
  logo: {
    title: "Add your logo",
    text: "It replaces the flag beside the name, also in mails and on packing slips.",
    way: { label: "Upload a logo", to: settings("business") },
  },
  address: {
    title: "Enter your address",
    text: "Packing slips, returns, and the legal pages name it.",
    way: { label: "Enter the address", to: settings("business") },
  },
  tax: {
    title: "Choose the states you tax",
    text: "Tax is off: orders are sold without it. Ask your accountant where you must collect it.",
    way: { label: "Set the tax", to: settings("tax") },
  },
  shipping: {
    title: "Set what shipping costs",
    text: "The rate and the delivery days are those that came with the shop. Skip this if they are right.",
    way: { label: "Set the shipping", to: settings("shipping") },
  },
  product: {
    title: "Add your first product",
    text: "Only samples are on sale so far, or nothing.",
    way: { label: "Add a product", to: href("/admin/products/new") },
  },
  keys: {
    title: "Connect Stripe",
    text: "No card is charged yet. Set Stripe's live keys as variables of the shop, and restart it.",
    way: { label: "See which keys are set", to: href("/admin/doctor") },
  },
  purchase: {
    title: "Buy something yourself",
    text: "Pay with card 4242 4242 4242 4242 while test keys are set. It comes in as a rehearsal, which you can clear.",
    way: { label: "Open the shop", to: href("/shop"), isShop: true },
  },
};
