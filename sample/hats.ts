import { oneSize, type SampleProduct, sizes } from "./product.ts";

export const ropeCaps: SampleProduct[] = [
  {
    name: "Starter's Box Rope Cap",
    category: "Hats",
    price: 3600,
    salePrice: null,
    description:
      "The cap you wear while somebody reads your name wrong over the speaker. Five panels of washed cotton twill the color of a dry bunker, a fairway-green brim and a two-color rope that hides the sweat line. Mid-depth, leather strap in the back, fits most heads that have ever lost a ball. Spot-clean and dry it on a fence post.",
    type: "Rope cap",
    color: "Bone/Green",
    design: "Rope Cap",
    material: "Washed cotton twill, leather strap",
    fit: "Mid-depth, five panels, relaxed. Crown 4 3/4 inches deep, brim 3 inches long. Adjusts from 55 to 61 cm (6 7/8 to 7 5/8).",
    care: "Spot-clean with cold water, air dry.",
    weight: 3.4,
    options: oneSize(42),
    pictures: [
      {
        file: "starters-box-rope-cap.webp",
        alt: "Illustration: bone five-panel cap with a green brim, a red and white rope and a round flag patch, seen from the front left",
      },
      {
        file: "starters-box-rope-cap-back.webp",
        alt: "Illustration: the bone cap from behind, with its half-moon opening and adjustable strap",
      },
      {
        file: "starters-box-rope-cap-scene.webp",
        alt: "Illustration: the bone cap on an oak bench next to the fairway in the early morning, a scorecard in front of it",
      },
      {
        file: "starters-box-rope-cap-detail.webp",
        alt: "Illustration: close-up of the flag patch, the red and white rope and the stitched green brim",
      },
    ],
    createdDaysAgo: 96,
  },
  {
    name: "Night Putt Rope Cap",
    category: "Hats",
    price: 3600,
    salePrice: 2800,
    description:
      "For the last two holes, when you aim at the sound of the flag. Navy cotton twill all over, a cream rope with a thread of gold and a red flag patch that your partners can still find at dusk. Same mid-depth fit as every rope cap we make; the strap takes it from snug to after-the-haircut. Wipe clean, never tumble dry.",
    type: "Rope cap",
    color: "Navy",
    design: "Rope Cap",
    material: "Cotton twill, leather strap",
    fit: "Mid-depth, five panels. Crown 4 3/4 inches deep, brim 3 inches long. Adjusts from 55 to 61 cm (6 7/8 to 7 5/8).",
    care: "Wipe clean. Never tumble dry.",
    weight: 3.4,
    options: oneSize(27),
    pictures: [
      {
        file: "night-putt-rope-cap.webp",
        alt: "Illustration: navy rope cap with a cream and gold rope and a red flag patch, seen from the front left",
      },
      {
        file: "night-putt-rope-cap-back.webp",
        alt: "Illustration: the navy cap from behind, with its half-moon opening and adjustable strap",
      },
      {
        file: "night-putt-rope-cap-scene.webp",
        alt: "Illustration: the navy cap on a teak bench at dusk, a golf ball next to it and the flag far behind",
      },
      {
        file: "night-putt-rope-cap-detail.webp",
        alt: "Illustration: close-up of the red flag patch and the cream and gold rope on navy twill",
      },
    ],
    createdDaysAgo: 88,
    isHero: true,
  },
  {
    name: "Red Clay Rope Cap",
    category: "Hats",
    price: 3800,
    salePrice: null,
    description:
      "The color your shoes turn on a course cut through pine country. Clay twill crown, a cream brim that gets better the more you pinch it, and a navy rope tied down with two stitched buttons. Structured front, relaxed back. Hand wash cold if you must; most people let it weather.",
    type: "Rope cap",
    color: "Clay",
    design: "Rope Cap",
    material: "Cotton twill with two stitched buttons",
    fit: "Mid-depth, structured front, relaxed back. Crown 4 3/4 inches deep, brim 3 inches long. Adjusts from 55 to 61 cm (6 7/8 to 7 5/8).",
    care: "Hand wash cold, air dry.",
    weight: 3.6,
    options: oneSize(18),
    pictures: [
      {
        file: "red-clay-rope-cap.webp",
        alt: "Illustration: clay-red cap with a cream brim, a navy rope and a navy flag patch, seen from the front left",
      },
      {
        file: "red-clay-rope-cap-back.webp",
        alt: "Illustration: the clay-red cap from behind, with its half-moon opening and adjustable strap",
      },
      {
        file: "red-clay-rope-cap-scene.webp",
        alt: "Illustration: the clay cap on a weathered bench in the last sun, a golf ball next to it",
      },
      {
        file: "red-clay-rope-cap-detail.webp",
        alt: "Illustration: close-up of the navy flag patch, the navy and white rope and the stitched cream brim",
      },
    ],
    createdDaysAgo: 34,
  },
  {
    name: "Tree Line Rope Cap",
    category: "Hats",
    price: 3800,
    salePrice: null,
    description:
      "Dark pine, so nobody sees you in there looking for it. Brushed cotton twill with a butter-yellow rope and a clay patch, the only bright things left in the woods. Sits a touch deeper than a trucker and stays put when you punch out sideways. Spot-clean with cold water.",
    type: "Rope cap",
    color: "Pine",
    design: "Rope Cap",
    material: "Brushed cotton twill",
    fit: "A touch deeper than mid-depth: crown 5 inches deep, brim 3 inches long. Adjusts from 55 to 61 cm (6 7/8 to 7 5/8).",
    care: "Spot-clean with cold water.",
    weight: 3.6,
    options: oneSize(3),
    pictures: [
      {
        file: "tree-line-rope-cap.webp",
        alt: "Illustration: dark pine cap with a butter-yellow rope and a clay flag patch, seen from the front left",
      },
      {
        file: "tree-line-rope-cap-back.webp",
        alt: "Illustration: the pine cap from behind, with its half-moon opening and adjustable strap",
      },
      {
        file: "tree-line-rope-cap-scene.webp",
        alt: "Illustration: the pine-green cap on an oak bench at noon, two golf balls in front of it",
      },
      {
        file: "tree-line-rope-cap-detail.webp",
        alt: "Illustration: close-up of the clay flag patch and the butter-yellow rope on pine twill",
      },
    ],
    createdDaysAgo: 71,
  },
];

export const otherHats: SampleProduct[] = [
  {
    name: "Dew Sweeper Bucket Hat",
    category: "Hats",
    price: 4200,
    salePrice: null,
    description:
      "For the first group out, who putt through everyone else's weather. Sage cotton canvas with a quick-dry lining, a brim stiff enough to keep the sprinklers off your neck and two eyelets a side for when the sun finally shows up. Folds flat into a bag pocket and forgives you for it. Machine wash cold, reshape, line dry.",
    type: "Bucket hat",
    color: "Sage",
    design: "Bucket Hat",
    material: "Cotton canvas, quick-dry lining",
    fit: "Crown 3 1/2 inches deep, stiff brim of 2 1/4 inches. Folds flat.",
    care: "Machine wash cold, reshape, line dry.",
    weight: 4.1,
    options: sizes({ "S/M": 12, "L/XL": 9 }),
    pictures: [
      {
        file: "dew-sweeper-bucket-hat.webp",
        alt: "Illustration: sage green bucket hat with a stitched sloping brim and a small embroidered flag, seen from the front",
      },
      {
        file: "dew-sweeper-bucket-hat-above.webp",
        alt: "Illustration: the sage bucket hat from above, showing the round crown and the rows of brim stitching",
      },
      {
        file: "dew-sweeper-bucket-hat-scene.webp",
        alt: "Illustration: the sage bucket hat on a weathered bench next to the fairway at dawn, a golf ball in front of it",
      },
      {
        file: "dew-sweeper-bucket-hat-detail.webp",
        alt: "Illustration: close-up of the embroidered flag and the stitched brim of the sage bucket hat",
      },
    ],
    createdDaysAgo: 58,
  },
  {
    name: "Waste Area Bucket Hat",
    category: "Hats",
    price: 4200,
    salePrice: null,
    description:
      "Not technically a hazard. Sandy canvas with a navy band, cut a little wider in the brim for courses where the only shade is your caddie. Ground your club, take a practice swing, pull it lower. Cotton throughout; machine wash cold and dry it in the shape you would like it to keep.",
    type: "Bucket hat",
    color: "Sand/Navy",
    design: "Bucket Hat",
    material: "Cotton canvas",
    fit: "Cut a little wider in the brim: 2 1/2 inches. Crown 3 1/2 inches deep.",
    care: "Machine wash cold, dry in shape.",
    weight: 4.3,
    options: sizes({ "S/M": 0, "L/XL": 14 }),
    pictures: [
      {
        file: "waste-area-bucket-hat.webp",
        alt: "Illustration: sand-colored bucket hat with a navy band and a small embroidered flag, seen from the front",
      },
      {
        file: "waste-area-bucket-hat-above.webp",
        alt: "Illustration: the sand-colored bucket hat from above, showing the round crown, navy band and brim stitching",
      },
      {
        file: "waste-area-bucket-hat-scene.webp",
        alt: "Illustration: the sand-colored bucket hat hanging on a peg of a green board wall",
      },
      {
        file: "waste-area-bucket-hat-detail.webp",
        alt: "Illustration: close-up of the embroidered flag, navy band and stitched brim of the sand-colored bucket hat",
      },
    ],
    createdDaysAgo: 15,
  },
  {
    name: "Front Nine Visor",
    category: "Hats",
    price: 3200,
    salePrice: null,
    description:
      "All of the shade, none of the hat hair at the turn. White twill band with a soft terry lining, a green brim with six rows of stitching and a hook-and-loop back that lets a ponytail through. Light enough to forget until you are asked to take it off indoors. Hand wash, air dry.",
    type: "Visor",
    color: "White/Green",
    design: "Visor",
    material: "Cotton twill, soft terry lining",
    fit: "Band 1 3/4 inches high in front, pre-curved brim 3 inches long. Hook-and-loop back lets a ponytail through.",
    care: "Hand wash, air dry.",
    weight: 2.2,
    options: oneSize(31),
    pictures: [
      {
        file: "front-nine-visor.webp",
        alt: "Illustration: white visor with a stitched green brim and an embroidered flag, seen from the front left",
      },
      {
        file: "front-nine-visor-back.webp",
        alt: "Illustration: the white visor from behind, with its open crown and adjustable strap",
      },
      {
        file: "front-nine-visor-scene.webp",
        alt: "Illustration: the white and green visor on an oak bench at noon, two golf balls in front of it",
      },
      {
        file: "front-nine-visor-detail.webp",
        alt: "Illustration: close-up of the embroidered flag on the white band and the stitched green brim",
      },
    ],
    createdDaysAgo: 110,
  },
  {
    name: "Twilight Rate Visor",
    category: "Hats",
    price: 3400,
    salePrice: 2600,
    description:
      "For the rounds that begin after four o'clock, like everything good. Dusk-blue twill with a clay brim for that hour when the sun sits exactly behind the flag. A pre-curved brim and a wide terry sweatband do the squinting for you. Hand wash cold; it dries before the next tee time.",
    type: "Visor",
    color: "Dusk Blue/Clay",
    swatch: "#5b7290",
    design: "Visor",
    material: "Cotton twill, wide terry sweatband",
    fit: "Band 1 3/4 inches high in front, pre-curved brim 3 inches long. Hook-and-loop back.",
    care: "Hand wash cold, air dry.",
    weight: 2.2,
    options: oneSize(22),
    pictures: [
      {
        file: "twilight-rate-visor.webp",
        alt: "Illustration: dusk-blue visor with a stitched clay-red brim and an embroidered flag, seen from the front left",
      },
      {
        file: "twilight-rate-visor-back.webp",
        alt: "Illustration: the dusk-blue visor from behind, with its open crown and adjustable strap",
      },
      {
        file: "twilight-rate-visor-scene.webp",
        alt: "Illustration: the dusk-blue visor on a teak bench at dusk, a scorecard in front of it",
      },
      {
        file: "twilight-rate-visor-detail.webp",
        alt: "Illustration: close-up of the embroidered flag on the dusk-blue band and the stitched clay-red brim",
      },
    ],
    createdDaysAgo: 82,
  },
  {
    name: "Frost Delay Beanie",
    category: "Hats",
    price: 3400,
    salePrice: null,
    description:
      "Forty minutes of coffee on the practice green deserve a proper hat. Chunky rib in a soft merino blend, deep cuff, a pompom that tells you the wind and a stitched flag label. Covers the ears, leaves room to hear your partner's excuses. Hand wash, dry flat, keep away from retrievers.",
    type: "Beanie",
    color: "Green/Cream",
    material: "Chunky rib in a soft merino blend",
    fit: "Deep cuff of 2 3/4 inches, covers the ears. 6 3/4 inches high with the cuff turned up. One size fits most.",
    care: "Hand wash, dry flat.",
    weight: 3.9,
    options: oneSize(36),
    pictures: [
      {
        file: "frost-delay-beanie.webp",
        alt: "Illustration: green and cream striped rib-knit beanie with a deep cuff, a pompom and a flag label, seen from the front",
      },
      {
        file: "frost-delay-beanie-back.webp",
        alt: "Illustration: the rib-knit beanie from behind, without the label",
      },
      {
        file: "frost-delay-beanie-scene.webp",
        alt: "Illustration: the green beanie hanging on a peg of a blue board wall",
      },
      {
        file: "frost-delay-beanie-detail.webp",
        alt: "Illustration: close-up of the ribbed cuff and the stitched flag label of the beanie",
      },
    ],
    createdDaysAgo: 6,
  },
];
