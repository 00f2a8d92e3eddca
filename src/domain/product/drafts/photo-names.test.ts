import { expect, test } from "vitest";
import { dropRefusal, groupPhotos, photoKey, photoName } from "./photo-names.ts";

test("[EA-3] photos are of one product when their names differ by a small number alone", () => {
  const photos = [
    "pine-polo-2.jpg",
    "Pine_Polo-1.JPG",
    "Dune Cap (2).png",
    "Dune Cap.png",
    "IMG_0412.jpg",
    "IMG_0413.jpg",
    "polo-xl2.webp",
    "quarter-zip-10.jpg",
    "quarter-zip-9.jpg",
  ].map((name) => ({ name }));
  expect(groupPhotos(photos).map(({ name, photos: of }) => [name, ...of.map((photo) => photo.name)])).toEqual(
    [
      ["Pine polo", "Pine_Polo-1.JPG", "pine-polo-2.jpg"],
      ["Dune Cap", "Dune Cap.png", "Dune Cap (2).png"],
      ["IMG 0412", "IMG_0412.jpg"],
      ["IMG 0413", "IMG_0413.jpg"],
      ["Polo xl2", "polo-xl2.webp"],
      ["Quarter zip", "quarter-zip-9.jpg", "quarter-zip-10.jpg"],
    ],
  );
});

test("[EA-3] any file name makes a name that a product may have", () => {
  for (const name of [
    "",
    ".jpg",
    "1.jpg",
    "-.png",
    "../../etc/passwd",
    "a\\b\\c.jpg",
    "é.jpg",
    "x".repeat(5_000),
  ]) {
    const { name: title, place } = photoName(name);
    expect(title.length).toBeGreaterThanOrEqual(2);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(place).toBeGreaterThanOrEqual(0);
  }
  expect(photoName("photos/summer/dune-cap.jpg").name).toBe("Dune cap");
  expect(groupPhotos([{ name: "-.jpg" }, { name: "_.jpg" }])).toHaveLength(2);
});

test("[EA-3] a product's name and the names of its photos meet", () => {
  expect(photoKey("Women’s Pine Polo")).toBe(photoName("womens-pine-polo-2.jpg").key);
});

test("[EA-3] up to 200 photos are taken at a time, and of more none", () => {
  expect(dropRefusal(200)).toBeNull();
  expect(dropRefusal(1_000)).toBe(
    "1,000 files are too many at one time. Drop up to 200; none of these were added.",
  );
});
