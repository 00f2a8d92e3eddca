import { FlagGlyph } from "./flag-glyph.tsx";

/** Stands where a picture is missing: the flag on sand, and a word about it. */
export function PicturePlaceholder({ text = "Picture coming soon", className = "" }: PlaceholderProps) {
  return (
    <span className={`picture-placeholder ${className}`}>
      <FlagGlyph className="h-14 w-14" />
      <span className="eyebrow">{text}</span>
    </span>
  );
}

type PlaceholderProps = { text?: string | undefined; className?: string };
