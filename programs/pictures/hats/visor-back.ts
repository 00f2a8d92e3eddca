import { tone } from "../drawing/color.ts";
import {
  type Enlargement,
  grainSheet,
  patternSheet,
  relief,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { standingShadows } from "../drawing/ground.ts";
import { area, band, clip, clipped, fill, linear, moved, soft, stroke } from "../drawing/svg.ts";
import { stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { throughOpening, type VisorOptions, visorDefinitions, visorShadow } from "./visor.ts";

export const VISOR_BACK: View = { x: 80, y: 145, width: 1040 };

/** Behind the band, the far end of the brim. */
const BRIM = "M312 760C322 620 452 548 600 548C748 548 878 620 888 760Z";
const BRIM_ROWS = [
  "M330 740C346 628 466 566 600 566C734 566 854 628 870 740",
  "M346 740C362 646 474 586 600 586C726 586 838 646 854 740",
];
/** The front panel, seen from inside across the open crown. */
const FAR_TOP_LINE = "M270 770C296 676 440 616 600 616C760 616 904 676 930 770";
const FAR = `${FAR_TOP_LINE}C934 800 934 830 930 856C900 790 760 752 600 752C440 752 300 790 270 856C266 830 266 800 270 770Z`;
/** The near side: it narrows toward the strap in the middle. */
const NEAR_TOP_LINE = "M270 770C300 850 440 906 600 906C760 906 900 850 930 770";
const NEAR = `${NEAR_TOP_LINE}C936 800 936 832 930 858C900 930 760 972 600 972C440 972 300 930 270 858C264 832 264 800 270 770Z`;
const OPENING = `${FAR_TOP_LINE}C900 850 760 906 600 906C440 906 300 850 270 770Z`;
/** The right end lies over the left one and holds by hook and loop. */
const TAB =
  "M470 894C510 902 556 906 600 906C660 906 716 898 762 884L766 948C716 964 660 972 600 972C556 972 510 968 472 961C462 944 460 912 470 894Z";
const TAB_STITCHES =
  "M760 894C716 906 660 915 600 915C556 915 514 911 480 904C472 918 474 938 481 953C514 959 556 963 600 963C660 963 716 955 760 940";

function drawFarSide({ lining }: VisorOptions): string {
  const dark = tone([lining[0] - 0.5, 0.03, lining[2]], 0);
  const thread = { thread: tone(lining, 0.05), shadow: dark, opacity: 0.6 };
  return clipped(
    "clip-far",
    fill(FAR, "url(#inside)"),
    patternSheet("terry", 0.5),
    relief("fold", 0.5, [roundEdges(FAR, 0.7)]),
    soft(14, [
      band("M270 856C300 790 440 752 600 752C760 752 900 790 930 856", 0.5, 44, dark),
      band("M270 770C262 800 262 830 270 856", 0.6, 60, dark),
      band("M930 770C938 800 938 830 930 856", 0.4, 50, dark),
    ]),
    moved(0, 12, stitches(FAR_TOP_LINE, thread)),
    moved(0, 96, stitches(FAR_TOP_LINE, thread)),
  );
}

function drawNearSide(options: VisorOptions, shadow: string): string {
  const b = (lighter: number) => tone(options.band, lighter);
  const thread = { thread: b(0.04), shadow, opacity: 0.65, dash: "7 5", width: 2.1 };
  return [
    clipped(
      "clip-near",
      fill(NEAR, "url(#band)"),
      fill(NEAR, "url(#band-down)"),
      relief("fold", 0.7, [roundEdges(NEAR, 0.9)]),
      soft(22, [
        band("M330 830C360 880 400 910 440 930", 0.3, 50, "#fff"),
        band("M880 830C870 870 840 900 800 930", 0.3, 60, shadow),
      ]),
      weaveSheet(0.34),
      grainSheet(0.2),
      moved(0, 10, stitches(NEAR_TOP_LINE, thread)),
      stitches("M274 846C304 918 444 960 600 960C756 960 896 918 926 846", thread),
      moved(-4, 6, soft(8, [area(TAB, 0.5, shadow)])),
    ),
    clipped(
      "clip-tab",
      fill(TAB, "url(#tab)"),
      relief("fold", 0.5, [roundEdges(TAB, 0.8)]),
      weaveSheet(0.34),
      grainSheet(0.2),
      soft(5, [band(TAB, 0.35, 9, shadow)]),
      stitches(TAB_STITCHES, thread),
      stitches("M560 912C558 928 558 948 560 963M700 908C703 924 704 940 704 955", thread),
    ),
    stroke(TAB, shadow, 1.4, 0.4),
    soft(3, [band(NEAR_TOP_LINE, 0.3, 5, "#fff")]),
  ].join("");
}

/** The same visor from behind: the open crown and the strap that closes it. */
export function drawVisorBack(options: VisorOptions): Drawing {
  const { brim, ground } = options;
  const shadow = visorShadow(options);
  const dark = tone([options.lining[0] - 0.5, 0.03, options.lining[2]], 0);
  const b = (lighter: number) => tone(options.band, lighter);
  const definitions = (enlargement: Enlargement) =>
    visorDefinitions(options, shadow, enlargement) +
    linear(
      "tab",
      [0, 0, 1, 0.2],
      [
        [0, b(0.03)],
        [0.5, b(0)],
        [1, b(-0.06)],
      ],
    ) +
    clip("clip-far-brim", BRIM) +
    clip("clip-far", FAR) +
    clip("clip-near", NEAR) +
    clip("clip-tab", TAB) +
    clip("clip-opening", OPENING);
  const shadows = standingShadows(
    ground,
    [
      "M250 860C260 970 440 1040 660 1040C880 1040 1080 980 1060 900C1030 860 960 820 930 830C900 930 300 930 250 860Z",
    ],
    [
      "M274 866C310 950 460 1000 610 998C770 996 910 950 950 866C900 930 760 960 600 960C440 960 310 930 274 866Z",
    ],
  );
  const shapes = [
    clipped(
      "clip-far-brim",
      fill(BRIM, "url(#brim)"),
      relief("fold", 0.6, [roundEdges(BRIM, 0.8)]),
      weaveSheet(0.34),
      ...BRIM_ROWS.map((row) =>
        stitches(row, { thread: tone(brim, 0.19), shadow: "#000", opacity: 0.6, dash: "7 4.6" }),
      ),
      soft(14, [band(FAR_TOP_LINE, 0.55, 40, "#000")]),
    ),
    clipped(
      "clip-opening",
      fill(OPENING, throughOpening(ground, 0.1)),
      soft(22, [
        area("M260 870C300 780 440 750 600 750C760 750 900 780 940 870Z", 0.55, throughOpening(ground, 0.5)),
      ]),
      soft(8, [band(NEAR_TOP_LINE, 0.5, 44, dark)]),
    ),
    drawFarSide(options),
    drawNearSide(options, shadow),
  ].join("");
  return { ground, definitions, shadows, shapes };
}
