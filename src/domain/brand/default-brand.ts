// The golf brand that the shop comes with: every sentence, link, color, and picture that an owner may replace.
import type { Brand, BrandWords } from "./brand.ts";
import type { HomeBlock } from "./home-blocks.ts";
import { presets } from "./look.ts";
import type { Menu } from "./menu.ts";
import { ABOUT_ID, type OwnPage } from "./own-page.ts";
import type { Drawing } from "./picture.ts";

const drawing = (name: Drawing, alt = "") => ({ url: `drawing:${name}`, alt, focus: "center" as const });
const page = (ref: string, label: string) => ({ kind: "page" as const, ref, label });

const home: HomeBlock[] = [
  { id: "announcement", kind: "announcement", isOn: false, text: "", link: null, from: "", until: "" },
  {
    id: "hero",
    kind: "hero",
    isOn: true,
    eyebrow: "Hats and shirts for golf",
    heading: "Dressed for the long light.",
    text: "Caps that stay put in the wind. Shirts that swing with you and still look right at the bar after eighteen.",
    first: page("shop", "Shop Now"),
    second: page(ABOUT_ID, "Our Story"),
    picture: drawing("course"),
    showsProduct: true,
  },
  { id: "categories", kind: "categories", isOn: true, heading: "Shop by Category" },
  { id: "newest", kind: "newest", isOn: true, heading: "Just landed", linkLabel: "See everything" },
  {
    id: "sale",
    kind: "sale",
    isOn: true,
    heading: "Under par",
    text: "Marked down, not played in.",
    linkLabel: "See the sale",
  },
  {
    id: "reasons",
    kind: "reasons",
    isOn: true,
    heading: "Why Choose {store name}",
    label: "Hole",
    reasons: [
      {
        name: "Cut for the swing",
        note: "Par 4",
        text: "Room across the shoulders, quiet at the hem, and a brim that shades your eyes and not your line.",
      },
      {
        name: "Out the door fast",
        note: "Par 3",
        text: "Shipping in {delivery days} business days within the US, {shipping rate}.",
      },
      {
        name: "No club to join",
        note: "Par 5",
        text: "Pay by card as a guest. No account, no password, no newsletter in the rough.",
      },
    ],
  },
  { id: "reviews", kind: "reviews", isOn: false, heading: "What customers say" },
];

const about: OwnPage = {
  id: ABOUT_ID,
  slug: ABOUT_ID,
  title: "About",
  eyebrow: "About {store name}",
  heading: "Dressed for the long way round.",
  picture: drawing(
    "bench",
    "A rope cap and a bucket hat on a bench next to the fairway at last light, with a scorecard and a golf ball",
  ),
  text: `# A pro shop without the glass case

Every course has one: the small room by the first tee that smells of leather and cut grass, where a fellow golfer tells you which cap won't blow off on the fourteenth. {store name} is that room, opened to everyone.

We keep it to hats and shirts, because those are what you reach for on a Saturday at six in the morning. Few of them, chosen one at a time, at a price that leaves something for the green fee.

No memberships, no account, no dress code. Pick what you like, and it's at your door in {delivery days} business days.

# Core values

1. Quality: Heavy cotton, clean seams, brims that keep their curve. We sell what we would still wear after a hundred rounds.
2. Performance: Shirts that move with a full swing and dry before the turn. Caps that stay put in the wind.
3. Community: Golf is four people and a walk. We choose for the Saturday group as much as for the club champion.

# Your tee time is soon. Your cap could be too.

[Shop the collection](/shop) [Contact us](/contact)`,
  seoTitle: "",
  description: "A pro shop for golf hats and shirts: quality, performance, and community.",
};

const menu: Menu = {
  header: [page("shop", "SHOP"), page(ABOUT_ID, "ABOUT"), page("contact", "CONTACT")],
  columns: [
    {
      heading: "Shop",
      links: [{ kind: "categories" }, page("sale", "Sale"), page("shop", "All Products")],
    },
    { heading: "Company", links: [page(ABOUT_ID, "About"), page("contact", "Contact")] },
    {
      heading: "Legal",
      links: [page("privacy", "Privacy"), page("terms", "Terms"), page("shipping", "Shipping & returns")],
    },
  ],
  socials: ["https://www.instagram.com/"],
};

const words: BrandWords = {
  trade: "Golf",
  range: "",
  homeTitle: "{store name}: golf hats and shirts",
  homeDescription:
    "{store name}: golf hats and shirts that look right on the first tee and at the bar after. Shipping in {delivery days} business days within the US.",
  shopHeading: "The Pro Shop",
  shippingPromise: "{delivery days} Day Shipping – faster than fixing your slice!",
  claim: "Good caps. Good shirts. Good lies.",
  notFound: "Out of bounds",
};

const { label: _, ...clubhouse } = presets.clubhouse;

export const defaultBrand: Brand = {
  look: {
    logo: null,
    logoOnDark: null,
    logoReplacesName: false,
    contactPicture: drawing(
      "desert",
      "The view from our door: a red flag on a green in front of desert hills",
    ),
    ...clubhouse,
  },
  home,
  pages: [about],
  menu,
  words,
};
