import type { Category } from "#domain/product/product.ts";
import type { SceneFiles } from "../../ui/scene/scene.tsx";
import hatsSmall from "./scenes/hats-door-400.avif?url";
import hatsSmallWebp from "./scenes/hats-door-400.webp?url";
import hatsLarge from "./scenes/hats-door-800.avif?url";
import hatsLargeWebp from "./scenes/hats-door-800.webp?url";
import shirtsSmall from "./scenes/shirts-door-400.avif?url";
import shirtsSmallWebp from "./scenes/shirts-door-400.webp?url";
import shirtsLarge from "./scenes/shirts-door-800.avif?url";
import shirtsLargeWebp from "./scenes/shirts-door-800.webp?url";

const drawn = { widths: [400, 800], shape: 1.1 } as const;

/** The view through each door: the fairway from the bench, and the rail of the locker room. */
export const doorScenes: Record<Category, SceneFiles> = {
  HATS: {
    ...drawn,
    avif: { small: hatsSmall, large: hatsLarge },
    webp: { small: hatsSmallWebp, large: hatsLargeWebp },
  },
  SHIRTS: {
    ...drawn,
    avif: { small: shirtsSmall, large: shirtsLarge },
    webp: { small: shirtsSmallWebp, large: shirtsLargeWebp },
  },
};
