import type { SceneFiles } from "../../ui/scene/scene.tsx";
import courseSmall from "./scenes/course-at-last-light-1200.avif?url";
import courseSmallWebp from "./scenes/course-at-last-light-1200.webp?url";
import courseLarge from "./scenes/course-at-last-light-1600.avif?url";
import courseLargeWebp from "./scenes/course-at-last-light-1600.webp?url";
import hatsSmall from "./scenes/hats-door-400.avif?url";
import hatsSmallWebp from "./scenes/hats-door-400.webp?url";
import hatsLarge from "./scenes/hats-door-800.avif?url";
import hatsLargeWebp from "./scenes/hats-door-800.webp?url";
import shirtsSmall from "./scenes/shirts-door-400.avif?url";
import shirtsSmallWebp from "./scenes/shirts-door-400.webp?url";
import shirtsLarge from "./scenes/shirts-door-800.avif?url";
import shirtsLargeWebp from "./scenes/shirts-door-800.webp?url";

/** Behind the first words of the home page. */
export const courseScene: SceneFiles = {
  widths: [1200, 1600],
  shape: 0.75,
  avif: { small: courseSmall, large: courseLarge },
  webp: { small: courseSmallWebp, large: courseLargeWebp },
};

const door = { widths: [400, 800], shape: 1.1 } as const;

/**
 * What is seen through the doors of the two first categories, by their ids, until the owner gives them pictures: the fairway
 * from the bench, and the rail of the locker room.
 */
export const doorScenes: Readonly<Record<string, SceneFiles>> = {
  Hats: {
    ...door,
    avif: { small: hatsSmall, large: hatsLarge },
    webp: { small: hatsSmallWebp, large: hatsLargeWebp },
  },
  Shirts: {
    ...door,
    avif: { small: shirtsSmall, large: shirtsLarge },
    webp: { small: shirtsSmallWebp, large: shirtsLargeWebp },
  },
};
