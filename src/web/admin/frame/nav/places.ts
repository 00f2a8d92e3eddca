// The one tree of the back office: nine places in the navigation, and the pages of each as tabs. A new page is one line
// here; the search of the back office finds it by its label and its words. `count`: whose numbers of Waiting stand next
// to it. `thumb`: also in the bar of a phone, which has room for four and "More"; a test holds it to that.
import { href } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import type { SettingsSection } from "#domain/settings/settings-form.ts";
import { isActivePath } from "../../../page/store-nav.ts";
import type { Icon } from "../../../ui/icons.tsx";
import {
  ChartColumn,
  LayoutDashboard,
  MessageSquare,
  Paintbrush,
  Receipt,
  Settings,
  Shirt,
  TicketPercent,
  Users,
} from "../../icons.tsx";

export type Page = {
  /** A path, with a query where several pages share it. */
  to: string;
  label: string;
  count?: keyof Waiting;
  /** Other words that an owner may look for it by. */
  words?: string;
};

export type Place = {
  label: string;
  Icon: Icon;
  /** The first one is where the place leads. */
  pages: [Page, ...Page[]];
  /** Pages that belong to it and are no tab. */
  others?: Page[];
  thumb?: true;
  /** Its pages draw their tabs themselves. */
  hasOwnTabs?: true;
};

/** The page of a section of the store's settings. */
export function sectionPath(section: SettingsSection): string {
  const path = href("/admin/settings");
  return section === "business" ? path : `${path}?section=${section}`;
}

/** The first of them are the tabs of Store Configuration, the last two those of User Settings. */
const storeSettings: [Page, ...Page[]] = [
  { to: sectionPath("business"), label: "Store", words: "business info contact time zone hours" },
  { to: sectionPath("tax"), label: "Tax", words: "sales tax rates states" },
  {
    to: sectionPath("shipping"),
    label: "Shipping & returns",
    words: "delivery rate free shipping return window",
  },
  { to: href("/admin/settings/mail"), label: "Emails", words: "mail server smtp sender reminder test email" },
  { to: sectionPath("holds"), label: "Checkout limits", words: "order limits reserved unpaid" },
  { to: href("/admin/settings/search"), label: "Search words", words: "synonyms" },
  { to: href("/admin/privacy"), label: "Privacy", words: "erase personal data gdpr ccpa retention" },
  {
    to: href("/admin/doctor"),
    label: "Health & backups",
    words: "doctor checks problems webhook stripe keys",
  },
];
const userSettings: Page[] = [
  { to: href("/admin/settings/user"), label: "Account", words: "password two-step sign-in sessions devices" },
  { to: href("/admin/settings/activity"), label: "Activity", words: "audit log history changes" },
];

export const settingsGroups = { "Store Configuration": storeSettings, "User Settings": userSettings };

export const places: Place[] = [
  {
    label: "Dashboard",
    Icon: LayoutDashboard,
    pages: [{ to: href("/admin/dashboard"), label: "Dashboard", words: "home figures" }],
    others: [
      { to: href("/admin/start"), label: "Getting started", words: "checklist first run test orders" },
    ],
    thumb: true,
  },
  {
    label: "Orders",
    Icon: Receipt,
    pages: [
      { to: href("/admin/orders"), label: "All", words: "orders list" },
      {
        to: href("/admin/packing"),
        label: "To pack",
        count: "shipments",
        words: "packing ship labels tracking",
      },
      { to: href("/admin/returns"), label: "Returns", count: "returns", words: "exchanges" },
    ],
    others: [{ to: href("/admin/attention"), label: "Payments to review", words: "attention alerts" }],
    thumb: true,
  },
  {
    label: "Products",
    Icon: Shirt,
    pages: [
      { to: href("/admin/products"), label: "All", words: "products list prices" },
      { to: href("/admin/inventory"), label: "Inventory", words: "stock receive delivery low level" },
      { to: href("/admin/products/categories"), label: "Categories", words: "hats shirts collections menu" },
      { to: href("/admin/products/size-charts"), label: "Size charts", words: "size guide measures inches" },
      { to: href("/admin/products/drafts"), label: "Drafts", words: "photos" },
      { to: href("/admin/collections"), label: "Collections", words: "groups rules tags gift guide" },
    ],
    others: [
      { to: href("/admin/products/new"), label: "Add New Product", words: "create" },
      { to: href("/admin/products/import"), label: "Import products", words: "csv shopify" },
    ],
    thumb: true,
  },
  {
    label: "Inbox",
    Icon: MessageSquare,
    pages: [
      { to: href("/admin/messages"), label: "Messages", count: "messages", words: "questions contact" },
      { to: href("/admin/reviews"), label: "Reviews", count: "reviews", words: "stars" },
    ],
    others: [{ to: href("/admin/messages/answers"), label: "Saved answers", words: "templates replies" }],
    thumb: true,
  },
  { label: "Customers", Icon: Users, pages: [{ to: href("/admin/customers"), label: "Customers" }] },
  {
    label: "Discounts",
    Icon: TicketPercent,
    pages: [{ to: href("/admin/discounts"), label: "Discounts", words: "codes sale automatic" }],
  },
  {
    label: "Reports",
    Icon: ChartColumn,
    pages: [
      { to: href("/admin/reports"), label: "Sales", words: "revenue report best sellers" },
      { to: `${href("/admin/reports")}?by=state`, label: "Tax", words: "tax report states accountant" },
      { to: href("/admin/money"), label: "Money check", words: "reconciliation payments stripe" },
    ],
  },
  {
    label: "Online store",
    Icon: Paintbrush,
    pages: [
      { to: href("/admin/store"), label: "Look", words: "online store theme logo colors fonts" },
      { to: href("/admin/store/:part", { part: "home" }), label: "Home", words: "home page hero banner" },
      { to: href("/admin/store/:part", { part: "pages" }), label: "Pages", words: "about faq care" },
      {
        to: href("/admin/store/:part", { part: "menu" }),
        label: "Menu",
        words: "header footer social link",
      },
      {
        to: href("/admin/store/:part", { part: "words" }),
        label: "Texts",
        words: "sentences titles search engines",
      },
      {
        to: href("/admin/redirects"),
        label: "Redirects",
        words: "addresses urls 301 404 missing pages not found",
      },
    ],
    others: [
      { to: href("/admin/store-preview"), label: "Preview" },
      {
        to: href("/admin/settings/legal"),
        label: "Legal pages",
        words: "privacy policy terms shipping text",
      },
    ],
  },
  {
    label: "Settings",
    Icon: Settings,
    pages: [...storeSettings, ...userSettings],
    hasOwnTabs: true,
    others: [
      { to: href("/admin/backups"), label: "Backups", words: "restore recovery key" },
      { to: href("/admin/mails"), label: "Failed emails", words: "mail errors" },
    ],
  },
];

const pathOf = ({ to }: Page) => to.split("?", 1)[0] as string;

/** The place that a path is part of: the one with the longest path of a page above it. */
export function placeOf(pathname: string): Place | undefined {
  const found = places.flatMap((place) =>
    [...place.pages, ...(place.others ?? [])].map((page) => ({ place, path: pathOf(page) })),
  );
  const above = found.filter(({ path }) => isActivePath(pathname, path));
  return above.sort((one, other) => other.path.length - one.path.length)[0]?.place;
}

/** The one of these pages that an address shows, if any: of several with the same path, the one whose query it has. */
export function pageAt(pages: readonly Page[], { pathname, search }: { pathname: string; search: string }) {
  const here = pages.filter((page) => pathOf(page) === pathname);
  const asked = new URLSearchParams(search);
  const hasQuery = ({ to }: Page) =>
    [...new URL(to, "http://shop").searchParams].every(([name, value]) => asked.get(name) === value);
  return here.findLast(hasQuery) ?? here[0];
}
