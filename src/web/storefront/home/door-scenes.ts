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

/**
 * What is seen through the doors of the two first categories, by their ids, until the owner gives them pictures: the fairway
 * from the bench, and the rail of the locker room.
 */
export const doorScenes: Readonly<Record<string, SceneFiles>> = {
  Hats: {
    ...drawn,
    avif: { small: hatsSmall, large: hatsLarge },
    webp: { small: hatsSmallWebp, large: hatsLargeWebp },
  },
  Shirts: {
    ...drawn,
    avif: { small: shirtsSmall, large: shirtsLarge },
    webp: { small: shirtsSmallWebp, large: shirtsLargeWebp },
  },
};
