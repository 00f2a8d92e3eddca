import type { BlockProps } from "./home-blocks.tsx";

export function Quote({ block: { text, who } }: BlockProps<"quote">) {
  return (
    <figure className="wrap py-14 text-center md:py-20">
      <blockquote className="display mx-auto max-w-[28ch] text-heading wrap-anywhere">{text}</blockquote>
      {who && <figcaption className="mt-4 text-ink-2">{who}</figcaption>}
    </figure>
  );
}
