// Pictures that are swept at the moment in which a product takes them, or their AVIF is started.
import { expect, test } from "vitest";
import { whileNobodyWaits, whileOneWaits } from "#test/database/two-transactions.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { nowOf } from "../../core/shop.ts";
import { claimJob } from "../../db/jobs/queries.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { deleteProduct } from "../../products/delete-product.ts";
import { saveProduct } from "../../products/save-product.ts";
import { applyImport } from "../../products/spreadsheet/apply-import.ts";
import { checkImport } from "../../products/spreadsheet/check-import.ts";
import { lockSpareImages, takeDueImages } from "./image-queries.ts";

const { shop, picture, create, typed, spare, dropPictures } = editingTests();

const sweep = (tx: Tx) => takeDueImages(tx, nowOf(shop()), 40);

/** A picture that no product shows, and whose day is over. */
async function duePicture(): Promise<string> {
  const url = await picture();
  await dropPictures();
  return url;
}

test("[FN-6] a sweep skips a picture that is being taken, and does not wait", async () => {
  const url = await duePicture();
  const swept = await whileNobodyWaits(shop(), {
    holds: (tx) => lockSpareImages(tx, [url]),
    works: sweep,
  });
  expect(swept).toEqual([]);
});

test("[FN-6] a product is not saved with a picture that is swept at this moment", async () => {
  const sent = await typed({ images: [{ url: await duePicture(), alt: "" }] });
  const saved = await whileOneWaits(shop(), {
    holds: sweep,
    works: () => saveProduct(shop(), { id: null, fields: sent, actor }),
  });
  expect(saved).toMatchObject({
    ok: false,
    errors: { images: expect.stringContaining("no longer exists") },
  });
});

test("[FN-6] a file is not imported with a picture that is swept at this moment", async () => {
  const url = await duePicture();
  const csv = `Title,Product Category,Price,Inventory quantity,Description,Status,Image Src,Image Alt Text\nLinks Cap,Hats,32,4,Washed cotton.,Active,${url},Front\n`;
  const { id, problems } = await checkImport(shop(), { bytes: Buffer.from(csv), actor });
  expect(problems).toEqual([]);
  const imported = await whileOneWaits(shop(), {
    holds: sweep,
    works: () => applyImport(shop(), { id: id ?? "", actor }),
  });
  expect(imported).toMatchObject({ ok: false, reason: "changed_meanwhile" });
});

test("[PF-3] a picture whose AVIF is begun at this moment is not swept", async () => {
  const url = await picture();
  const id = await create({ images: [{ url, alt: "" }] });
  await deleteProduct(shop(), { id, actor });
  await dropPictures();
  const claim = { now: nowOf(shop()), leaseSeconds: 60, token: shop().newId(), attemptsMax: 5 };
  const swept = await whileOneWaits(shop(), {
    holds: async (tx) => expect(await claimJob(tx, { kind: "avif", ...claim })).toMatchObject({ key: url }),
    works: () => inTransaction(shop(), sweep),
  });
  expect([swept, await spare()]).toEqual([[], [url]]);
});
