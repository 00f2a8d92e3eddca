import type { SceneFiles } from "../../ui/scene/scene.tsx";
import benchSmall from "./scenes/bench-at-last-light-640.avif?url";
import benchSmallWebp from "./scenes/bench-at-last-light-640.webp?url";
import benchLarge from "./scenes/bench-at-last-light-1200.avif?url";
import benchLargeWebp from "./scenes/bench-at-last-light-1200.webp?url";
import desertSmall from "./scenes/desert-green-640.avif?url";
import desertSmallWebp from "./scenes/desert-green-640.webp?url";
import desertLarge from "./scenes/desert-green-1200.avif?url";
import desertLargeWebp from "./scenes/desert-green-1200.webp?url";

const shape = { widths: [640, 1200], shape: 0.75 } as const;

/** Things left on a bench after the round: About. */
export const benchScene: SceneFiles = {
  ...shape,
  avif: { small: benchSmall, large: benchLarge },
  webp: { small: benchSmallWebp, large: benchLargeWebp },
};

/** What is seen from the shop's door: the contact page. */
export const desertScene: SceneFiles = {
  ...shape,
  avif: { small: desertSmall, large: desertLarge },
  webp: { small: desertSmallWebp, large: desertLargeWebp },
};
