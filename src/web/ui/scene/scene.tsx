/** A scene of the shop's own, at two widths and in two formats (scripts/sample-pictures.ts). */
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
  /** The first picture of a page: fetched right away and before others. */
  priority?: boolean;
};

export function Scene({ files, sizes, alt, className, priority = false }: SceneProps) {
  const { avif, webp, widths, shape } = files;
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
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        draggable={false}
        className={className}
      />
    </picture>
  );
}
