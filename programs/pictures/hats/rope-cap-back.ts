import { type Oklch, tone } from "../drawing/color.ts";
import {
  drapeSheet,
  type Enlargement,
  fabricDefinitions,
  grainSheet,
  relief,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { standingShadows } from "../drawing/ground.ts";
import { mirrorPath, warpPath } from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, linear, moved, soft, stroke } from "../drawing/svg.ts";
import { eyelet, patchBlurFilter, stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import {
  CAP_RELIEFS,
  capFabric,
  crownGradients,
  crownShadow,
  type RopeCapOptions,
  topButton,
} from "./rope-cap.ts";

/** Moves the cap to the middle of the picture. */
export const ROPE_CAP_BACK: View = { x: 60, y: 4, width: 1080 };

const CROWN =
  "M246 846C232 640 330 440 600 436C870 440 968 640 954 846C900 900 760 936 600 936C440 936 300 900 246 846Z";
const CENTER_SEAM = "M600 438C604 520 598 620 600 706";
const SIDE_SEAM = "M588 438C452 478 366 640 356 906";
const OPENING = "M462 950C456 780 516 706 600 706C684 706 744 780 738 950Z";
/** Inside the cap: the front panels far behind and the sweatband along their foot. */
const SWEATBAND = "M440 872C500 852 560 846 600 846C640 846 700 852 760 872L760 960L440 960Z";
const HEM_LEFT = "M252 832C306 880 380 906 452 916";
const STRAP =
  "M424 862C480 880 540 888 600 888C660 888 720 880 776 862C782 880 782 908 778 926C722 942 660 950 600 950C540 950 478 942 422 926C418 908 418 880 424 862Z";
const STRAP_TAIL = "M560 890C640 890 712 882 752 872C762 884 762 908 756 922C712 934 640 948 560 948Z";

const LEATHER: Oklch = [0.44, 0.065, 55];
const BRASS: Oklch = [0.74, 0.085, 85];

function drawOpening(crown: Oklch, shadow: string): string {
  return clipped(
    "clip-opening",
    fill(OPENING, tone(crown, -0.16)),
    fill(OPENING, "url(#opening)"),
    fill(SWEATBAND, tone([0.86, 0.015, 85], -0.12)),
    stroke("M440 872C500 852 560 846 600 846C640 846 700 852 760 872", shadow, 3, 0.6),
    stitches("M440 880C500 860 560 854 600 854C640 854 700 860 760 880", {
      thread: tone([0.86, 0.015, 85], 0.02),
      shadow,
      opacity: 0.6,
    }),
    soft(22, [
      band(OPENING, 0.75, 60, shadow),
      area("M450 700L750 700L750 800C680 760 520 760 450 800Z", 0.5, shadow),
    ]),
  );
}

/** The binding tape around the half-moon, with its two lines of stitching. */
function drawBinding(crown: Oklch, shadow: string): string {
  const arch = "M462 950C456 780 516 706 600 706C684 706 744 780 738 950";
  const outer = "M441 950C434 766 504 686 600 686C696 686 766 766 759 950";
  const thread = { thread: tone(crown, 0.05), shadow, opacity: 0.7, dash: "7 5", width: 2 };
  return (
    soft(5, [band(outer, 0.35, 8, shadow)]) +
    stroke("M452 950C445 773 510 696 600 696C690 696 755 773 748 950", tone(crown, 0.012), 20) +
    soft(3, [band(arch, 0.5, 5, shadow), band("M449 940C444 772 508 692 600 690", 0.4, 4, "#fff")]) +
    stitches("M447 950C440 770 507 692 600 692C693 692 760 770 753 950", thread) +
    stitches("M457 950C451 777 513 701 600 701C687 701 749 777 743 950", thread)
  );
}

function drawStrap(): string {
  const leather = (lighter: number) => tone(LEATHER, lighter);
  const thread = {
    thread: tone([0.85, 0.04, 85], 0),
    shadow: leather(-0.24),
    opacity: 0.75,
    dash: "6 5",
    width: 2,
  };
  const holes = [600, 570]
    .map((x) => `<ellipse cx="${x}" cy="919" rx="4.6" ry="5" fill="${leather(-0.26)}"/>`)
    .join("");
  const buckle = "M652 874L704 867L708 946L654 952Z";
  return [
    moved(2, 9, soft(8, [area(STRAP, 0.5, leather(-0.32))])),
    clipped(
      "clip-strap",
      fill(STRAP, "url(#strap)"),
      soft(8, [
        band(STRAP, 0.5, 16, leather(-0.26)),
        band("M430 876C500 896 560 902 600 902", 0.3, 10, "#fff"),
      ]),
    ),
    stitches("M432 874C486 891 542 898 600 898", thread),
    stitches("M430 916C486 931 542 939 600 939", thread),
    moved(2, 6, soft(5, [area(STRAP_TAIL, 0.5, leather(-0.32))])),
    clipped(
      "clip-tail",
      fill(STRAP_TAIL, "url(#strap)"),
      soft(5, [band(STRAP_TAIL, 0.45, 10, leather(-0.26))]),
    ),
    stitches("M566 899C640 899 706 891 746 882M566 939C640 939 706 927 750 915", thread),
    holes,
    moved(2, 5, soft(3, [band(buckle, 0.6, 9, leather(-0.34))])),
    stroke(buckle, tone(BRASS, -0.12), 10, 1, `stroke-linejoin="round"`),
    moved(-1, -1.5, stroke(buckle, tone(BRASS, 0.1), 5, 0.9, `stroke-linejoin="round"`)),
    moved(-1.4, -2.4, stroke(buckle, "#fff", 1.6, 0.7, `stroke-linejoin="round"`)),
    stroke("M706 908L640 916", tone(BRASS, -0.14), 8, 1, `stroke-linecap="round"`),
    stroke("M706 906L641 914", tone(BRASS, 0.12), 3.4, 0.9, `stroke-linecap="round"`),
  ].join("");
}

/** The crown gives a little everywhere, and its seams give with it. */
const placeWith = (seed: number) => (path: string) =>
  warpPath(path, { reach: 6, wavelength: 240, seed: seed + 3 });

function drawPanels({ crown: color, seed }: RopeCapOptions, shadow: string): string {
  const place = placeWith(seed);
  const pair = (path: string) => [place(path), place(mirrorPath(path))] as const;
  const crown = place(CROWN);
  const center = place(CENTER_SEAM);
  const [sideLeft, sideRight] = pair(SIDE_SEAM);
  const [hemLeft, hemRight] = pair(HEM_LEFT);
  const sewn = (path: string, dx: number, lighter: number, opacity: number) =>
    moved(dx, 0, stitches(path, { thread: tone(color, lighter), shadow, opacity, dash: "7 5", width: 2.1 }));
  return clipped(
    "clip-crown",
    fill(crown, "url(#crown)"),
    fill(crown, "url(#crown-across)"),
    fill(crown, "url(#crown-down)"),
    relief("broad", 0.55, [roundEdges(crown)]),
    soft(22, [
      band("M640 480C660 540 664 620 660 690", 0.14, 46, shadow),
      band("M800 540C850 650 862 790 850 910", 0.2, 50, shadow),
      band("M520 500C450 570 416 660 404 800", 0.3, 80, "#fff"),
      band("M690 520C740 610 770 720 776 860", 0.16, 60, "#fff"),
    ]),
    relief("fold", 0.6, [
      area("M300 870C306 740 346 620 430 540C380 660 352 780 352 900Z", 0.36),
      area("M560 520C530 600 480 680 440 760C470 660 510 580 540 510Z", 0.34),
      area("M650 520C700 600 740 690 770 800C730 700 680 600 640 540Z", 0.4),
      area("M830 600C880 700 900 800 900 900L860 900C866 800 856 700 830 600Z", 0.4),
    ]),
    drapeSheet(0.4),
    weaveSheet(0.34),
    grainSheet(0.22),
    soft(3, [
      band(center, 0.55, 5, shadow),
      band(sideLeft, 0.5, 5, shadow),
      band(sideRight, 0.55, 5, shadow),
    ]),
    ...[center, sideLeft, sideRight].map((path) => stroke(path, shadow, 2, 0.6)),
    sewn(center, -9, 0.05, 0.75),
    sewn(center, 9, 0.02, 0.7),
    sewn(sideLeft, -9, 0.04, 0.7),
    sewn(sideLeft, 9, 0.04, 0.7),
    sewn(sideRight, -9, 0, 0.6),
    sewn(sideRight, 9, -0.04, 0.5),
    sewn(hemLeft, 0, 0.04, 0.65),
    sewn(hemRight, 0, -0.04, 0.55),
    eyelet(color, [484, 616], 0.95),
    eyelet(color, [716, 616], 0.95, 0.06),
    eyelet(color, [316, 690], 0.55, 0.06),
    eyelet(color, [884, 690], 0.55, 0.2),
    drawOpening(color, shadow),
    drawBinding(color, shadow),
    soft(5, [band(crown, 0.22, 10, shadow)]),
  );
}

/** The same cap from behind: center seam, half-moon opening and leather strap. */
export function drawRopeCapBack(options: RopeCapOptions): Drawing {
  const { crown: color, brim, ground, seed } = options;
  const shadow = crownShadow(color);
  const definitions = (enlargement: Enlargement) =>
    [
      fabricDefinitions(capFabric(seed), CAP_RELIEFS, enlargement),
      patchBlurFilter,
      crownGradients(color, shadow),
      linear(
        "opening",
        [0, 0, 0, 1],
        [
          [0, shadow, 0.75],
          [0.6, shadow, 0.35],
          [1, shadow, 0.2],
        ],
      ),
      linear(
        "strap",
        [0, 0, 1, 0.3],
        [
          [0, tone(LEATHER, -0.05)],
          [0.3, tone(LEATHER, 0.06)],
          [0.7, tone(LEATHER, 0)],
          [1, tone(LEATHER, -0.1)],
        ],
      ),
      clip("clip-crown", placeWith(seed)(CROWN)),
      clip("clip-opening", OPENING),
      clip("clip-strap", STRAP),
      clip("clip-tail", STRAP_TAIL),
    ].join("");
  const shadows = standingShadows(
    ground,
    ["M230 850C240 960 440 1030 660 1030C880 1030 1090 970 1084 900C1060 850 980 830 950 846Z"],
    ["M250 852C300 930 460 968 610 966C770 964 920 930 972 850L946 840C880 900 300 900 250 852Z"],
  );
  const shapes = [
    drawPanels(options, shadow),
    topButton(options.button ?? brim, shadow, [602, 444]),
    drawStrap(),
  ].join("");
  return { ground, definitions, shadows, shapes };
}
