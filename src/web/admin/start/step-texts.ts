import { href } from "react-router";
import type { FirstRunStep } from "#domain/first-run/first-run.ts";
import { sectionPath } from "../frame/nav/places.ts";

type StepText = {
  title: string;
  /** Why it matters. */
  text: string;
  /** Where it is done. `isShop`: outside of the back office. */
  way: { label: string; to: string; isShop?: true };
};

export const stepTexts: Record<FirstRunStep, StepText> = {
  business: {
    title: "Enter your name, address, and email",
    text: "Shown on every page, email, and packing slip. New orders and messages go to this email.",
    way: { label: "Enter them", to: sectionPath("business") },
  },
  look: {
    title: "Choose your look",
    text: "Logo, colors, and fonts of your pages and emails.",
    way: { label: "Choose the look", to: href("/admin/store") },
  },
  home: {
    title: "Write your home page",
    text: "Your home page still shows the sample's text and pictures.",
    way: { label: "Edit the home page", to: href("/admin/store/:part", { part: "home" }) },
  },
  about: {
    title: "Tell your story",
    text: "Your About page still tells the sample's story.",
    way: { label: "Edit the About page", to: href("/admin/store/:part", { part: "pages" }) },
  },
  product: {
    title: "Add your first product",
    text: "Only sample products are on sale.",
    way: { label: "Add a product", to: href("/admin/products/new") },
  },
  sizes: {
    title: "Add your size chart",
    text: "Your products show none yet. Skip this if yours have one size.",
    way: { label: "Edit size charts", to: href("/admin/products/size-charts") },
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
  mail: {
    title: "Connect your mail server",
    text: "No email leaves the shop yet. Ask the person who runs your server to set SMTP_URL and restart the shop.",
    way: { label: "Check the mail server", to: href("/admin/settings/mail") },
  },
  keys: {
    title: "Connect Stripe",
    text: "No card is charged yet. Ask the person who runs your server to set Stripe's live keys and restart the shop.",
    way: { label: "Check the keys", to: href("/admin/doctor") },
  },
  purchase: {
    title: "Place a test order",
    text: "Pay with test card 4242 4242 4242 4242. You can clear the test order later.",
    way: { label: "Open the shop", to: href("/shop"), isShop: true },
  },
};
