import { type SampleProduct, sizes } from "./product.ts";

export const polos: SampleProduct[] = [
  {
    name: "First Tee Polo",
    category: "Shirts",
    price: 7200,
    salePrice: null,
    description:
      "The shirt for the shot everybody watches. Fairway-green cotton piqué with a little stretch, a ribbed collar that stands up to October wind and cream tipping at collar and cuff. Cut straight, with room for a full shoulder turn and a hem you can wear out. Machine wash cold, hang dry, skip the iron.",
    type: "Polo",
    color: "Fairway Green",
    swatch: "#2f6b45",
    gender: "men",
    material: "Cotton piqué with a little stretch",
    fit: "Cut straight, with room for a full shoulder turn. True to size. Body length: S 27, M 28, L 29, XL 30, 2XL 31 inches.",
    care: "Machine wash cold, hang dry, no ironing.",
    weight: 8.5,
    options: sizes({ S: 8, M: 14, L: 12, XL: 6, "2XL": 0 }),
    pictures: [
      {
        file: "first-tee-polo.webp",
        alt: "Illustration: dark green piqué polo with cream tipping and a small embroidered flag, seen from the front",
      },
      {
        file: "first-tee-polo-back.webp",
        alt: "Illustration: the dark green polo from behind, with its ribbed collar and yoke seam",
      },
      {
        file: "first-tee-polo-scene.webp",
        alt: "Illustration: the dark green polo on a hanger, before the cream boards of the starter's hut",
      },
      {
        file: "first-tee-polo-detail.webp",
        alt: "Illustration: close-up of the tipped collar, three buttons and embroidered flag on green piqué",
      },
    ],
    createdDaysAgo: 120,
  },
  {
    name: "Provisional Polo",
    category: "Shirts",
    price: 7600,
    salePrice: 5900,
    description:
      "Play it only if you cannot find the first one. Cream piqué with a green chest band in the old members' style, because two stripes are more honest than one. Soft, mid-weight and a shade longer in the back so it stays tucked when you bend to mark. Wash cold with light colors, line dry.",
    type: "Polo",
    color: "Cream/Green",
    gender: "men",
    material: "Soft, mid-weight cotton piqué",
    fit: "A shade longer in the back, so it stays tucked. True to size. Body length: S 27, M 28, L 29, XL 30 inches.",
    care: "Wash cold with light colors, line dry.",
    weight: 8.4,
    options: sizes({ S: 5, M: 0, L: 7, XL: 4 }),
    pictures: [
      {
        file: "provisional-polo.webp",
        alt: "Illustration: cream piqué polo with a wide and a narrow green chest stripe and green tipping, seen from the front",
      },
      {
        file: "provisional-polo-back.webp",
        alt: "Illustration: the cream polo from behind, with the green stripes running all the way around",
      },
      {
        file: "provisional-polo-scene.webp",
        alt: "Illustration: the cream polo folded on a walnut table, with a scorecard, a pencil and a golf ball",
      },
      {
        file: "provisional-polo-detail.webp",
        alt: "Illustration: close-up of the green-tipped collar, three buttons and chest stripes on cream piqué",
      },
    ],
    createdDaysAgo: 64,
  },
  {
    name: "Links Weather Polo",
    category: "Shirts",
    price: 6800,
    salePrice: null,
    description:
      "The blue you get for about eleven minutes between two showers on the coast. A lighter piqué that dries on the walk to the next tee, white tipping, three shell-look buttons. Cut wide and a little short; between sizes, take the larger and blame lunch. Machine wash cold, no softener, hang in the breeze.",
    type: "Polo",
    color: "Sky Blue",
    gender: "men",
    material: "Light cotton piqué that dries quickly",
    fit: "Wide in body and sleeve, a little short. Between sizes, take the larger. Body length: S 25 1/2, M 26 1/2, L 27 1/2, XL 28 1/2 inches.",
    care: "Machine wash cold, no softener, hang dry.",
    weight: 7.6,
    options: sizes({ S: 10, M: 16, L: 15, XL: 8 }),
    pictures: [
      {
        file: "links-weather-polo.webp",
        alt: "Illustration: sky-blue piqué polo with white tipping and a small embroidered flag, seen from the front",
      },
      {
        file: "links-weather-polo-back.webp",
        alt: "Illustration: the sky-blue polo from behind, with its ribbed collar and yoke seam",
      },
      {
        file: "links-weather-polo-scene.webp",
        alt: "Illustration: the sky-blue polo on a hanger, before green boards",
      },
      {
        file: "links-weather-polo-detail.webp",
        alt: "Illustration: close-up of the white-tipped collar, three buttons and embroidered flag on sky-blue piqué",
      },
    ],
    createdDaysAgo: 41,
  },
  {
    name: "Skins Game Polo",
    category: "Shirts",
    price: 7800,
    salePrice: null,
    description:
      "Three stripes, one for every carry-over. Clay-red piqué with cream bands across the chest and a collar that holds its line better than your tee shot on seventeen. Cut for walking: a little shorter in the sleeve, straight through the body. Wash cold, inside out, and pay what you owe.",
    type: "Polo",
    color: "Clay/Cream",
    gender: "men",
    material: "Cotton piqué",
    fit: "A little shorter in the sleeve, straight through the body. Body length: S 26 1/2, M 27 1/2, L 28 1/2, XL 29 1/2 inches.",
    care: "Wash cold, inside out. Hang dry.",
    weight: 8.4,
    options: sizes({ S: 0, M: 0, L: 0, XL: 0 }),
    pictures: [
      {
        file: "skins-game-polo.webp",
        alt: "Illustration: clay-red piqué polo with three cream chest stripes and cream tipping, seen from the front",
      },
      {
        file: "skins-game-polo-back.webp",
        alt: "Illustration: the clay-red polo from behind, with the three cream stripes running all the way around",
      },
      {
        file: "skins-game-polo-scene.webp",
        alt: "Illustration: the clay-red polo folded on an oak table, with a scorecard, a pencil and a golf ball",
      },
      {
        file: "skins-game-polo-detail.webp",
        alt: "Illustration: close-up of the cream-tipped collar, three buttons and stripes on clay-red piqué",
      },
    ],
    createdDaysAgo: 27,
  },
];

export const layers: SampleProduct[] = [
  {
    name: "Winter Rules Quarter-Zip",
    category: "Shirts",
    price: 11800,
    salePrice: null,
    description:
      "Lift, clean, place, and zip to the chin. Navy double-knit with a brushed inside, a metal zip that works in gloves and ribbed cuffs that push up when you putt. Enough stretch that the backswing is not a negotiation. Machine wash cold, zipped; dry flat.",
    type: "Quarter-zip",
    color: "Navy",
    material: "Double-knit cotton with a brushed inside, metal zip",
    fit: "Regular, with stretch for a full backswing. Body length: S 26, M 27, L 28, XL 29, 2XL 30 inches.",
    care: "Machine wash cold, zipped. Dry flat.",
    weight: 15.5,
    options: sizes({ S: 6, M: 11, L: 9, XL: 5, "2XL": 3 }),
    pictures: [
      {
        file: "winter-rules-quarter-zip.webp",
        alt: "Illustration: navy quarter-zip pullover with a stand collar, ribbed cuffs and a small embroidered flag, seen from the front",
      },
      {
        file: "winter-rules-quarter-zip-back.webp",
        alt: "Illustration: the navy quarter-zip from behind, with its stand collar and yoke seam",
      },
      {
        file: "winter-rules-quarter-zip-scene.webp",
        alt: "Illustration: the navy quarter-zip on a hanger, before cream boards",
      },
      {
        file: "winter-rules-quarter-zip-detail.webp",
        alt: "Illustration: close-up of the open stand collar, metal zip and embroidered flag on navy double-knit",
      },
    ],
    createdDaysAgo: 9,
  },
  {
    name: "Marine Layer Quarter-Zip",
    category: "Shirts",
    price: 10800,
    salePrice: 8400,
    description:
      "It burns off by the fifth; until then, this. Fog-gray knit with a clay zip pull, light enough to tie around your waist at the turn and warm enough for a seven o'clock tee time within earshot of the sea. Fits close at the hem so it does not sail. Machine wash cold, dry flat, no bleach.",
    type: "Quarter-zip",
    color: "Fog Gray",
    swatch: "#a7adad",
    material: "Light cotton knit",
    fit: "Close at the hem. True to size. Body length: S 26, M 27, L 28, XL 29 inches.",
    care: "Machine wash cold, dry flat, no bleach.",
    weight: 13.2,
    options: sizes({ S: 4, M: 8, L: 0, XL: 6 }),
    pictures: [
      {
        file: "marine-layer-quarter-zip.webp",
        alt: "Illustration: fog-gray quarter-zip pullover with a stand collar, ribbed cuffs and a clay zip pull, seen from the front",
      },
      {
        file: "marine-layer-quarter-zip-back.webp",
        alt: "Illustration: the fog-gray quarter-zip from behind, with its stand collar and yoke seam",
      },
      {
        file: "marine-layer-quarter-zip-scene.webp",
        alt: "Illustration: the fog-gray quarter-zip folded on a teak table, with a scorecard, a pencil and a golf ball",
      },
      {
        file: "marine-layer-quarter-zip-detail.webp",
        alt: "Illustration: close-up of the open stand collar, metal zip and clay zip pull on fog-gray knit",
      },
    ],
    createdDaysAgo: 49,
  },
  {
    name: "Shoulder Season Long-Sleeve Polo",
    category: "Shirts",
    price: 8600,
    salePrice: null,
    description:
      "For the months when the leaves count as loose impediments. Oxblood piqué with long sleeves, ribbed cuffs that stay out of your grip and the same tipped collar as our short-sleeve polos. Layers under a vest without bunching. Machine wash cold with dark colors, hang dry.",
    type: "Long-sleeve polo",
    color: "Oxblood",
    swatch: "#6b2430",
    gender: "men",
    material: "Cotton piqué, ribbed cuffs",
    fit: "Layers under a vest without bunching. True to size. Body length: S 27, M 28, L 29, XL 30 inches.",
    care: "Machine wash cold with dark colors, hang dry.",
    weight: 9.8,
    options: sizes({ S: 3, M: 9, L: 10, XL: 0 }),
    pictures: [
      {
        file: "shoulder-season-long-sleeve-polo.webp",
        alt: "Illustration: oxblood long-sleeve piqué polo with cream tipping and a small embroidered flag, seen from the front",
      },
      {
        file: "shoulder-season-long-sleeve-polo-back.webp",
        alt: "Illustration: the oxblood long-sleeve polo from behind, with its ribbed collar and yoke seam",
      },
      {
        file: "shoulder-season-long-sleeve-polo-scene.webp",
        alt: "Illustration: the oxblood long-sleeve polo on a hanger, before blue boards",
      },
      {
        file: "shoulder-season-long-sleeve-polo-detail.webp",
        alt: "Illustration: close-up of the tipped collar, three buttons and embroidered flag on oxblood piqué",
      },
    ],
    createdDaysAgo: 3,
  },
];
