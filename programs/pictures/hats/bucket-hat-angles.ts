import type { Point } from "../drawing/paths.ts";
import { area } from "../drawing/svg.ts";

export type Kind = "front" | "above";

/** An ellipse of the hat: where the hat is cut level at one height. */
export type Level = { center: Point; rx: number; ry: number };

/** The levels of one view, from the edge of the brim up to the top, and where things are sewn on. */
export type Angle = {
  edge: Level;
  foot: Level;
  ribbonTop: Level;
  shoulder: Level;
  /** Outline of the crown between its foot and its shoulder. */
  crown: string;
  panelSeams: readonly string[];
  eyelets: readonly { at: Point; squeeze: number; darker: number }[];
  flag: string;
  pool: string;
  contact: string;
  highlights: readonly string[];
};

const front: Angle = {
  edge: { center: [600, 968], rx: 412, ry: 150 },
  foot: { center: [600, 812], rx: 280, ry: 98 },
  ribbonTop: { center: [600, 752], rx: 268, ry: 92 },
  shoulder: { center: [600, 540], rx: 234, ry: 76 },
  crown:
    "M366 542C372 500 470 464 600 464C730 464 828 500 834 542C846 640 866 730 880 812C880 866 760 910 600 910C440 910 320 866 320 812C334 730 354 640 366 542Z",
  panelSeams: ["M404 582C390 670 372 770 356 870", "M796 582C810 670 828 770 844 870"],
  eyelets: [
    { at: [846, 706], squeeze: 0.45, darker: 0.12 },
    { at: [840, 660], squeeze: 0.45, darker: 0.1 },
    { at: [354, 706], squeeze: 0.45, darker: 0.02 },
    { at: [360, 660], squeeze: 0.45, darker: 0.02 },
  ],
  flag: "translate(588 676) scale(1.25)",
  pool: "M190 1000C210 1120 480 1180 700 1170C960 1160 1130 1090 1110 990C1080 900 1000 860 900 900C700 1000 400 1000 190 1000Z",
  contact:
    "M200 1020C280 1120 460 1144 620 1142C800 1138 950 1096 1016 1000C960 1060 760 1100 600 1100C420 1098 270 1070 200 1020Z",
  highlights: ["M270 960C300 910 330 890 350 890", "M390 1010C440 1044 520 1058 580 1060"],
};

const above: Angle = {
  edge: { center: [600, 758], rx: 424, ry: 398 },
  foot: { center: [600, 742], rx: 292, ry: 270 },
  ribbonTop: { center: [600, 722], rx: 276, ry: 254 },
  shoulder: { center: [600, 690], rx: 232, ry: 212 },
  crown:
    "M308 742C308 590 430 472 600 472C770 472 892 590 892 742C892 894 770 1012 600 1012C430 1012 308 894 308 742Z",
  panelSeams: ["M372 712C350 724 330 738 306 752", "M828 712C850 724 870 738 894 752"],
  eyelets: [
    { at: [352, 666], squeeze: 0.5, darker: 0.02 },
    { at: [848, 666], squeeze: 0.5, darker: 0.12 },
  ],
  flag: "translate(592 914) scale(1 .62)",
  pool: "M200 860C240 1090 440 1216 660 1206C920 1196 1090 1010 1076 800C1060 700 1010 640 960 700C900 900 300 900 200 860Z",
  contact:
    "M210 890C280 1070 440 1180 620 1176C820 1172 990 1050 1026 850C960 1010 790 1130 600 1130C440 1130 280 1030 210 890Z",
  highlights: ["M236 700C260 570 360 450 480 410", "M380 990C440 1050 520 1074 600 1078"],
};

export const angles: Record<Kind, Angle> = { front, above };

/** Waves of the brim: slivers from the crown to the edge, seen as relief. */
export const brimWaves = (kind: Kind) =>
  kind === "front"
    ? [
        area("M300 850C260 910 230 980 220 1040L330 1080C320 1000 316 920 330 870Z", 0.5),
        area("M470 900C450 970 440 1040 444 1110L560 1112C530 1040 510 970 500 905Z", 0.45),
        area("M700 905C730 970 756 1040 770 1100L860 1080C820 1010 770 950 730 900Z", 0.5),
        area("M880 850C930 900 980 950 1010 1010L1050 950C1000 900 940 860 900 840Z", 0.4),
      ]
    : [
        area("M420 540C380 480 350 430 330 390L420 350C430 410 440 470 460 520Z", 0.5),
        area("M310 800C250 820 190 850 150 880L180 960C240 910 290 870 330 850Z", 0.5),
        area("M480 1010C460 1080 450 1140 450 1190L560 1200C540 1140 530 1080 530 1020Z", 0.45),
        area("M780 960C830 1010 880 1050 920 1080L980 1000C920 970 860 930 820 900Z", 0.5),
        area("M860 600C920 560 970 520 1010 490L1040 570C980 590 920 620 880 650Z", 0.4),
      ];
