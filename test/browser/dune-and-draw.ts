// A second brand, "Dune & Draw": bags, belts, and caps. It is made from a shop that has just been started, and only through
// the forms of the back office, as an owner would.
import { readToast } from "./back-office.ts";
import type { CountedOwner } from "./counted-owner.ts";
import { cutOut, photograph } from "./photographs.ts";
import type { PictureFile } from "./product-form.ts";

export const SHOP_NAME = "Dune & Draw";

const ABOUT = `# Made at one bench

{store name} is a small workshop at the edge of the desert. We cut, sew, and finish everything by hand.

# What lasts

- Leather that darkens with the years
- Brass that can be repaired

[See the bags](/shop?category=BAGS)`;

export const WARES = [
  { name: "Arroyo Tote", category: "Bags", price: "148", type: "Tote", options: "" },
  { name: "Mesa Belt", category: "Belts", price: "64", type: "Belt", options: "S|M|L" },
  { name: "Draw Cap", category: "Caps", price: "34", type: "Cap", options: "" },
] as const;

/** Everything that makes it a shop of its own. The owner is on the dashboard. */
export async function makeDuneAndDraw(owner: CountedOwner): Promise<void> {
  await archiveSamples(owner);
  await nameShop(owner);
  await makeCategories(owner);
  await makeSizeChart(owner);
  for (const ware of WARES) await makeProduct(owner, ware);
  await makeLook(owner);
  await makeHome(owner);
  await makeAbout(owner);
  await makeMenu(owner);
  await makeTexts(owner);
  await owner.pressButton("Publish");
  await owner.page.getByRole("heading", { name: "Everything is published" }).waitFor();
}

async function archiveSamples({ page, ...owner }: CountedOwner) {
  await owner.press(page.getByText("All steps"));
  await owner.press(page.getByRole("link", { name: /^Archive (it|them)$/ }));
  await owner.tick("Select all on this page", true);
  await owner.choose("Change", "Archive");
  await owner.pressButton("Preview");
  await owner.press(page.getByRole("button", { name: /^Apply to \d+ products$/ }));
  await page.getByText("No products found").waitFor();
}

async function nameShop({ page, ...owner }: CountedOwner) {
  await owner.openPlace("Settings");
  await owner.fill("Store Name", SHOP_NAME);
  await owner.fill("Email", "bench@dune-and-draw.example");
  await owner.fill("Phone", "(505) 555-0178");
  await owner.fill("Address", "7 Sandstone Road, Santa Fe, NM 87501, USA");
  await owner.pressButton("Save Settings");
  await readToast(page, "Settings saved");
}

/** Google's numbers: 3032 handbags, 169 belts, 173 hats. */
const categories = [
  ["Bags", "3032"],
  ["Belts", "169"],
  ["Caps", "173"],
] as const;

async function makeCategories({ page, ...owner }: CountedOwner) {
  await owner.openPlace("Products");
  await owner.openTab("Products", "Categories");
  for (const [name, googleCategory] of categories) {
    await owner.pressLink("New Category");
    await owner.fill("Name", name);
    await owner.fill("Google product category", googleCategory);
    await owner.pressButton("Save Category");
    await page.getByRole("heading", { level: 1, name: "Categories" }).waitFor();
  }
  for (const name of ["Hats", "Shirts"]) {
    await owner.pressLink(name);
    await owner.choose(/^Move its/, "Caps");
    await owner.pressButton("Delete Category");
    await page.getByRole("heading", { level: 1, name: "Categories" }).waitFor();
  }
}

async function makeSizeChart({ page, ...owner }: CountedOwner) {
  await owner.openTab("Products", "Size charts");
  await owner.pressLink("New Size Chart");
  await owner.fill("Name", "Belts");
  await owner.fill("Measurement 1", "Waist");
  for (const [size, waist] of [
    ["S", "28-31"],
    ["M", "32-35"],
    ["L", "36-39"],
    ["XL", "40-43"],
  ] as const)
    await owner.fill(`Waist of ${size}`, waist);
  await owner.tick("Belts", true);
  await owner.pressButton("Save Size Chart");
  await readToast(page, "Size chart created");
}

async function makeProduct(
  { page, ...owner }: CountedOwner,
  { name, category, price, type, options }: (typeof WARES)[number],
) {
  await owner.openPlace("Products");
  await owner.pressLink("Add New Product");
  await owner.fill("Product Name", name);
  await owner.fill("Description", `${name}: cut and sewn at our bench, and made to be repaired.`);
  await owner.fill("Price ($)", price);
  await owner.choose("Category", category);
  const pictures = await picturesOf[type]();
  await owner.give("Product Images", pictures);
  const tiles = page.getByLabel(/^What picture \d/);
  await tiles.nth(pictures.length - 1).waitFor();
  await owner.fill("What picture 1 shows (alt text)", `${name} on sand`);
  if (options === "") await owner.fill("Quantity", "12");
  else {
    await owner.fill("Options (pipe separated)", options);
    for (const option of options.split("|")) await owner.fill(`Quantity of ${option}`, "8");
  }
  await owner.pressButton("Create Product");
  await readToast(page, "Product created successfully");
}

const picturesOf: Record<(typeof WARES)[number]["type"], () => Promise<PictureFile[]>> = {
  Tote: async () => [
    await photograph({ name: "tote.jpg", motif: "bag", width: 1500, height: 1000, backdrop: "#e8d9c0" }),
    await photograph({ name: "side.jpg", motif: "bag", width: 1200, height: 1200, backdrop: "#d7e3e2" }),
  ],
  Belt: async () => [
    await photograph({ name: "belt.jpg", motif: "belt", width: 900, height: 1600, backdrop: "#efe6da" }),
  ],
  Cap: async () => [await cutOut({ name: "cap.png", motif: "cap", size: 1400 })],
};

async function saveDraft({ page, ...owner }: CountedOwner) {
  await owner.pressButton("Save draft");
  await readToast(page, "Draft saved");
}

/** A file, and what it shows. */
async function givePicture(owner: CountedOwner, label: string, file: PictureFile, alt: string) {
  const group = owner.page.getByRole("group", { name: label, exact: true });
  await owner.give(label, file, group);
  await owner.fill("What the picture shows (alt text)", alt, group);
}

async function makeLook(owner: CountedOwner) {
  await owner.openPlace("Online store");
  await owner.pressButton("Dune");
  const logo = await cutOut({ name: "logo.png", motif: "bag", size: 320 });
  await givePicture(owner, "Logo", logo, SHOP_NAME);
  await owner.fill("Brand", "#6b2f1a");
  await owner.fill("Accent", "#0f6066");
  await owner.choose("Fonts", "Outfit");
  await saveDraft(owner);
}

/** Opens the fields of a block or a page. */
async function openFields({ page, ...owner }: CountedOwner, name: string) {
  const item = page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
  await owner.press(item.locator("summary"));
  return item;
}

async function makeHome(owner: CountedOwner) {
  await owner.openTab("Online store", "Home");
  const hero = await openFields(owner, "Hero");
  await owner.fill("Line above the heading", "Bags, belts, and caps", hero);
  await owner.fill("Heading", "Made for dust and distance.", hero);
  await owner.fill("Text", "Full-grain leather and waxed canvas from one bench in New Mexico.", hero);
  const dunes = { motif: "dunes", width: 4050, height: 2700, backdrop: "#f1dcc0" } as const;
  await givePicture(owner, "Picture", await photograph({ name: "dunes.jpg", ...dunes }), "Dunes at sunset");
  for (const block of ["Products on sale", "Reasons"]) {
    const item = owner.page
      .getByRole("listitem")
      .filter({ has: owner.page.getByText(block, { exact: true }) });
    await owner.tick("Shown", false, item);
  }
  await saveDraft(owner);
}

async function makeAbout(owner: CountedOwner) {
  await owner.openTab("Online store", "Pages");
  const about = await openFields(owner, "About");
  await owner.fill("Heading", "One bench, many roads.", about);
  const bench = { motif: "belt", width: 900, height: 1600, backdrop: "#e8d9c0" } as const;
  await givePicture(
    owner,
    "Picture",
    await photograph({ name: "bench.jpg", ...bench }),
    "A belt on the bench",
  );
  await owner.fill("Text", ABOUT, about);
  await owner.fill(
    "Description for search engines",
    "Who makes our bags, belts, and caps, and where.",
    about,
  );
  await saveDraft(owner);
}

async function makeMenu(owner: CountedOwner) {
  await owner.openTab("Online store", "Menu");
  await owner.pressButton("Add a link", owner.page.locator("section").filter({ hasText: "Header" }).first());
  const added = owner.page
    .getByRole("listitem")
    .filter({ has: owner.page.getByText("New link", { exact: true }) });
  await owner.fill("Label", "BAGS", added);
  const link = owner.page
    .getByRole("listitem")
    .filter({ has: owner.page.getByText("BAGS", { exact: true }) });
  await owner.choose("Links to", "Category", link);
  await owner.fill("Social link 1", "https://www.instagram.com/dune-and-draw");
  await saveDraft(owner);
}

async function makeTexts(owner: CountedOwner) {
  await owner.openTab("Online store", "Texts");
  await owner.fill("Your trade", "");
  await owner.fill("Title of the home page in link previews", "{store name}: bags, belts, and caps");
  await owner.fill("Description of the home page for search engines", "Leather goods from one bench.");
  await owner.fill("Heading of the shop page", "Everything we make");
  await owner.fill("Shipping promise on product pages", "With you in {delivery days} days");
  await owner.fill("Line in the footer", "Made once, made well.");
  await owner.fill("Line on the page for missing addresses", "Off the trail");
  await saveDraft(owner);
}
