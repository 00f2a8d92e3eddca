/** A drawn scene of the shop's own, at two widths and in two formats (programs/pictures/scenes/page-scenes.ts). */
export type SceneFiles = {
  avif: { small: string; large: string };
  webp: { small: string; large: string };
  widths: readonly [small: number, large: number];
  /** Height by width. */
  shape: number;
};

type SceneProps = {
  files: SceneFiles;
  sizes: string;
  /** "" for one that only sets the mood. */
  alt: string;
  className: string;
};

/** Fetched when it is near: none of them is the first thing that a page shows. */
export function Scene({ files: { avif, webp, widths, shape }, sizes, alt, className }: SceneProps) {
  const setOf = ({ small, large }: SceneFiles["avif"]) => `${small} ${widths[0]}w, ${large} ${widths[1]}w`;
  return (
    <picture>
      <source type="image/avif" srcSet={setOf(avif)} sizes={sizes} />
      <img
        src={webp.small}
        srcSet={setOf(webp)}
        sizes={sizes}
        alt={alt}
        width={widths[1]}
        height={Math.round(widths[1] * shape)}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={className}
      />
    </picture>
  );
}
