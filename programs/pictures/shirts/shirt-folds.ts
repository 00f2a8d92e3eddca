import type { ShirtStyle } from "../drawing/cloth.ts";
import type { Fabric } from "../drawing/fabric.ts";
import { mirrorPath } from "../drawing/paths.ts";
import { area, band, type Shade } from "../drawing/svg.ts";

/** A sleeve on the left of the picture: outline, cuff and where its cloth folds. Shades without a color are
 * shadows of the garment's own hue. */
export type Sleeve = {
  shape: string;
  /** The outline for the relief, which may run on past the cuff. */
  reliefShape: string;
  cuff: string;
  cuffSeam: string;
  tipping: string;
  ribDegrees: number;
  shades: readonly Shade[];
  /** The same for the sleeve that is away from the light. */
  shadesFar: readonly Shade[];
  cuffShades: readonly Shade[];
  folds: readonly Shade[];
  creases: readonly Shade[];
};

const SHORT_SHAPE =
  "M284 338C236 358 206 386 186 430C148 512 112 590 76 674C122 712 190 738 262 746C274 704 292 664 304 620C320 500 312 408 284 338Z";

export const shortSleeve: Sleeve = {
  shape: SHORT_SHAPE,
  reliefShape: SHORT_SHAPE,
  cuff: "M76 674C122 712 190 738 262 746L273 708C203 700 137 674 90 640Z",
  cuffSeam: "M90 640C137 674 203 700 273 708",
  tipping: "M80 662C126 698 194 724 266 732",
  ribDegrees: 16,
  shades: [
    band("M312 350C334 450 330 560 300 640", 0.6, 40),
    band("M268 420C232 520 214 610 222 720", 0.2, 22),
    band("M206 430C176 520 150 600 136 670", 0.2, 26, "#fff"),
  ],
  shadesFar: [
    band("M312 350C334 450 330 560 300 640", 0.6, 40),
    band("M268 420C232 520 214 610 222 720", 0.26, 22),
    band("M206 430C176 520 150 600 136 670", 0.1, 26, "#fff"),
  ],
  cuffShades: [area("M240 690L300 690L300 760L230 760Z", 0.4), area("M70 640L100 640L100 720L70 700Z", 0.25)],
  folds: [],
  creases: [
    area("M308 584C262 606 214 602 156 566C206 626 264 632 306 612Z", 0.7),
    area("M304 640C262 662 226 660 186 640C222 680 266 684 300 662Z", 0.6),
    area("M308 520C276 534 246 528 218 506C240 552 276 560 308 548Z", 0.5),
  ],
};

const LONG_TOP = "M284 338C236 356 208 392 192 450C160 580 124 830 88 1106";
const LONG_INSIDE = "C214 960 262 790 304 620C320 500 312 408 284 338Z";

export const longSleeve: Sleeve = {
  shape: `${LONG_TOP}C86 1140 86 1166 88 1192C116 1206 156 1212 190 1208C194 1180 196 1150 196 1122${LONG_INSIDE}`,
  reliefShape: `${LONG_TOP}C84 1170 82 1250 80 1330C116 1336 156 1338 196 1334C198 1260 198 1190 196 1122${LONG_INSIDE}`,
  cuff: "M88 1106C86 1140 86 1166 88 1192C116 1206 156 1212 190 1208C194 1180 196 1150 196 1122C160 1126 122 1120 88 1106Z",
  cuffSeam: "M84 1104C122 1120 160 1126 200 1122",
  tipping: "M86 1182C116 1195 156 1201 192 1197",
  ribDegrees: 3,
  shades: [
    band("M312 350C334 450 330 560 296 660C262 790 226 940 204 1110", 0.6, 36),
    band("M262 440C226 590 190 800 160 1090", 0.16, 30),
    band("M214 440C186 560 150 800 120 1080", 0.2, 30, "#fff"),
  ],
  shadesFar: [
    band("M312 350C334 450 330 560 296 660C262 790 226 940 204 1110", 0.55, 34),
    band("M262 440C226 590 190 800 160 1090", 0.22, 34),
    band("M214 440C186 560 150 800 120 1080", 0.1, 30, "#fff"),
  ],
  cuffShades: [
    band("M88 1112C120 1126 160 1132 196 1128", 0.4, 12),
    area("M172 1120L210 1120L206 1230L168 1230Z", 0.35),
    area("M74 1100L98 1106L98 1210L74 1200Z", 0.22),
  ],
  folds: [
    area("M300 640C262 700 214 730 160 738C206 760 262 744 290 700Z", 0.5),
    area("M258 800C226 850 182 876 136 880C178 900 226 888 248 846Z", 0.42),
    area("M232 930C204 982 166 1004 116 1004C158 1026 204 1014 226 972Z", 0.46),
  ],
  creases: [
    area("M308 560C270 596 226 606 176 590C216 632 270 632 302 600Z", 0.55),
    area("M212 1030C184 1062 146 1074 102 1062C138 1094 184 1090 208 1062Z", 0.6),
    area("M206 1072C180 1094 144 1100 108 1090C140 1114 180 1112 204 1092Z", 0.5),
    area("M276 720C246 770 204 794 168 798C206 812 250 796 272 758Z", 0.4),
  ],
};

type BodyFolds = { wideShades: readonly Shade[]; shades: readonly Shade[]; folds: readonly Shade[] };

const underArms: Shade[] = [
  area("M298 640C352 682 410 704 486 706C420 736 350 726 300 686Z", 0.5),
  area("M298 716C352 782 404 824 470 846C396 846 340 812 302 762Z", 0.42),
  area("M904 646C862 688 800 716 742 722C800 742 862 732 900 696Z", 0.46),
  area("M902 722C850 792 806 830 738 858C812 852 864 818 898 770Z", 0.42),
];
const hanging: Shade[] = [
  area("M446 760C420 900 400 1100 392 1320L478 1320C476 1130 470 950 446 760Z", 0.5),
  area("M772 860C796 980 804 1140 812 1320L726 1320C728 1140 740 980 772 860Z", 0.55),
  area("M604 900C592 1040 572 1180 560 1320L650 1320C642 1180 622 1040 604 900Z", 0.36),
  area("M350 940C336 1070 326 1200 314 1320L376 1320C370 1200 362 1070 350 940Z", 0.4),
  area("M858 980C866 1080 878 1200 888 1320L834 1320C836 1200 846 1080 858 980Z", 0.36),
];
const shades: Shade[] = [
  band("M312 640C362 700 410 730 470 738", 0.16, 26),
  band("M888 640C838 700 790 730 730 738", 0.2, 28),
  band("M352 352C346 440 340 530 328 610", 0.24, 26),
  band("M848 352C854 440 860 530 872 610", 0.3, 30),
];

/** Where the folds of its box still show: down both sides and across. */
const boxed: Shade[] = [
  band("M436 380C430 640 432 940 438 1300", 0.5, 9),
  band("M764 380C770 640 768 940 762 1300", 0.55, 9),
  band("M290 806C480 818 720 818 910 806", 0.6, 10),
  area("M436 640C424 740 420 900 430 1010C446 900 446 740 436 640Z", 0.3),
];
/** Pulled from the left shoulder to the right of the hem. */
const turned: Shade[] = [
  area("M372 430C450 590 600 800 800 1010C680 830 520 600 372 430Z", 0.46),
  area("M350 560C420 740 540 960 700 1180C600 960 470 740 350 560Z", 0.42),
  area("M330 760C372 900 440 1080 540 1290C490 1080 410 900 330 760Z", 0.4),
  area("M520 470C620 600 740 740 868 840C760 700 640 570 520 470Z", 0.3),
  area("M680 960C740 1050 800 1140 860 1210C820 1110 760 1020 680 960Z", 0.34),
];
/** A heavy knit bends in few, wide waves. */
const knit: Shade[] = [
  area(
    "M330 900C420 990 560 1020 700 990C800 970 860 930 890 880C870 1000 760 1060 610 1062C480 1062 370 1010 330 900Z",
    0.5,
  ),
  area(
    "M320 1050C420 1130 620 1160 780 1110C840 1090 880 1060 896 1020C880 1130 760 1190 600 1190C470 1190 360 1140 320 1050Z",
    0.4,
  ),
  area("M470 620C450 720 450 800 470 880C500 800 504 710 500 640Z", 0.3),
  area("M744 600C760 700 760 790 740 870C714 790 708 700 716 620Z", 0.3),
];
const fallen: Record<Folds, readonly Shade[]> = {
  hung: [...underArms, ...hanging],
  turned: [...underArms.map((fold) => ({ ...fold, path: mirrorPath(fold.path) })), ...turned],
  boxed: [...underArms.slice(0, 1), ...underArms.slice(2, 3), ...boxed],
  knit: [...underArms, ...knit],
};

/** How uneven each lies: long waves where it hung, slumping ones where it is heavy. */
export const drapes: Record<Folds, Pick<Fabric, "drape" | "drapeHeight">> = {
  hung: { drape: [0.0052, 0.0022], drapeHeight: 85 },
  turned: { drape: [0.0042, 0.0034], drapeHeight: 95 },
  boxed: { drape: [0.0034, 0.0028], drapeHeight: 55 },
  knit: { drape: [0.003, 0.0044], drapeHeight: 110 },
};

/** Folds radiate from the armpits; the rest is as the shirt came to lie. Backs hang from the shoulder blades. */
export function bodyFolds(folds: Folds, side: "front" | "back"): BodyFolds {
  const { wideShades, ...own } = lights[side];
  const lying = fallen[folds];
  const body = side === "front" ? lying : lying.map((fold) => ({ ...fold, path: mirrorPath(fold.path) }));
  // Long lights and shades down the body belong to cloth that hung.
  const isHung = folds === "hung";
  return { shades, wideShades: isHung ? wideShades : wideShades.slice(-1), folds: [...body, ...own.folds] };
}

type Folds = ShirtStyle["folds"];

const lights: Record<"front" | "back", Pick<BodyFolds, "wideShades" | "folds">> = {
  front: {
    wideShades: [
      band("M430 800C420 930 418 1060 424 1230", 0.16, 50),
      band("M760 820C776 940 780 1080 770 1230", 0.2, 56),
      band("M520 700C510 860 508 1060 516 1240", 0.13, 50, "#fff"),
      band("M400 340C380 420 372 500 366 590", 0.14, 50, "#fff"),
    ],
    folds: [
      area("M412 352C392 424 378 500 372 590C412 504 440 432 452 358Z", 0.46),
      area("M786 352C806 424 816 494 822 566C784 490 760 426 748 358Z", 0.4),
      area("M520 470C500 560 496 640 500 720C524 650 536 560 540 470Z", 0.25),
    ],
  },
  back: {
    wideShades: [
      band("M452 560C440 760 440 1000 450 1230", 0.14, 54),
      band("M742 560C756 760 760 1000 748 1230", 0.2, 58),
      band("M540 460C532 700 528 980 534 1240", 0.12, 60, "#fff"),
    ],
    folds: [
      area("M500 430C484 560 478 700 486 830C512 720 522 560 526 430Z", 0.34),
      area("M700 430C718 560 724 700 716 830C690 720 682 560 676 430Z", 0.34),
    ],
  },
};
