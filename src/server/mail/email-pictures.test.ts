// Outlook for Windows draws no WebP and needs the size in the markup; Gmail's servers fetch each picture from outside;
// Apple Mail loads it as a web page would. This test requests every picture of every email the way they do.
import { Hono } from "hono";
import sharp from "sharp";
import { expect, test } from "vitest";
import { patsAddress } from "#test/sales/people.ts";
import { editingTests } from "#test/shop/product-editing.ts";
import { jpegPictures } from "../files/pictures/jpeg-pictures.ts";
import { storedPicture } from "../http/stored-pictures.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Mail } from "./mailer.ts";
import { emailKinds, queueMail } from "./queue-mail.ts";
import { sendDueMails } from "./send-due-mails.ts";

const { shop, picture } = editingTests();

const ORIGIN = "https://shop.example";

/** What each email needs besides an order. */
const payloads: Partial<Record<(typeof emailKinds)[number], Record<string, string>>> = {
  contact_message: { name: "Pat", email: "pat@example.com", subject: "Sizes", message: "Which one?" },
};

test("[AS-3] every picture of every email is a JPEG with a size and an absolute URL that the shop serves", async () => {
  const url = await picture();
  const logoUrl = await picture();
  await loadSettings(shop());
  await shop()
    .db.updateTable("store_settings")
    .set({
      business_info: JSON.stringify({
        storeName: "Golf Pro Shop",
        email: "",
        phone: "",
        address: "",
        logoUrl,
      }),
    })
    .execute();
  const sent = await everyEmail(url);
  expect([...sent.keys()]).toEqual(expect.arrayContaining([...OF_ORDERS]));
  const jpegs = jpegPictures(shop());
  const app = new Hono().get("/storage/product-images/:name", (c) => storedPicture(shop().files, jpegs, c));
  const showing = new Set<string>();
  for (const [kind, { html }] of sent) {
    expect(html, kind).not.toMatch(/<picture|srcset|background-image|\.webp|\.avif|data:image/);
    for (const [tag] of html.matchAll(/<img\b[^>]*>/g)) {
      const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
      const address = new URL(value("src") ?? "");
      expect(address.origin, `${kind} ${tag}`).toBe(ORIGIN);
      // One side has a number, which Outlook needs; the other follows, so that no picture is squeezed.
      const isLogo = value("alt") === "";
      const [side, other] = isLogo ? ["height", "width"] : ["width", "height"];
      expect(Number(value(side ?? "")), tag).toBeGreaterThan(0);
      expect(tag).toContain(`${other}:auto`);
      // The logo's name is next to it.
      if (!isLogo) {
        expect(value("alt")).toBe("Fairway Cap");
        showing.add(kind);
      }
      const answer = await app.request(address.pathname);
      expect(answer.status, address.pathname).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect((await sharp(await answer.arrayBuffer()).metadata()).format).toBe("jpeg");
    }
    expect(html.match(/<img\b/g)?.length, `${kind} shows at least the logo`).toBeGreaterThan(0);
  }
  for (const kind of OF_ORDERS) expect(showing).toContain(kind);
});

/** Kinds that show what was bought. */
const OF_ORDERS = ["order_confirmation", "owner_new_order", "order_shipped"] as const;

/** One of each kind that needs only an order or nothing, as it is sent. */
async function everyEmail(url: string): Promise<Map<string, Mail>> {
  const sent = new Map<string, Mail>();
  const now = new Date(shop().clock());
  const env = { ...shop().env, publicUrl: ORIGIN, adminEmail: "owner@example.com" };
  for (const kind of emailKinds) {
    const orderId = await placeOrder(
      url,
      { payment_processing: "processing", payment_failed: "failed" }[kind as string],
    );
    const payload = payloads[kind] ?? {};
    await queueMail(shop().db, { kind, uniqueKey: kind, to: "pat@example.com", payload, orderId, now });
    const mailer = { send: async (mail: Mail) => void sent.set(kind, mail) };
    await sendDueMails({ ...shop(), env, mailer }, { limit: 10 });
  }
  return sent;
}

async function placeOrder(url: string, status = "paid"): Promise<string> {
  const id = shop().newId();
  const at = new Date(shop().clock());
  const address = JSON.stringify({
    ...patsAddress,
    customer_name: "Pat Golfer",
    customer_email: "pat@example.com",
  });
  const sums = { subtotal: 2_450, shipping: 0, tax: 0, total: 2_450 };
  const order = {
    id,
    status,
    ...sums,
    shipping_address: address,
    source: "test",
    created_at: at,
    updated_at: at,
  };
  await shop().db.insertInto("orders").values(order).execute();
  const item = {
    name: "Fairway Cap",
    image_url: url,
    product_id: null,
    variation: null,
    quantity: 1,
    price: 2_450,
  };
  const sold = await shop()
    .db.insertInto("order_items")
    .values({ order_id: id, position: 0, ...item })
    .returning("id")
    .executeTakeFirstOrThrow();
  const shipment = { id: shop().newId(), order_id: id, number: 1, way: "letter", created_at: at };
  await shop().db.insertInto("shipments").values(shipment).execute();
  const unit = { order_id: id, order_item_id: sold.id, position: 1, paid_cents: 2_450, tax_cents: 0 };
  await shop()
    .db.insertInto("order_units")
    .values({ ...unit, state: "shipped", shipment_id: shipment.id })
    .execute();
  return id;
}
