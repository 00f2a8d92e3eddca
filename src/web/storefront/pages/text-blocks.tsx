import { Fragment } from "react";
import { Link } from "react-router";
import { imageAtWidth, imageSourceSet } from "#domain/product/image.ts";
import type { LegalBlock, LegalPiece } from "#domain/settings/legal-text.ts";

/** The owner's text, as texts, links, and pictures. */
export function TextBlocks({ blocks }: { blocks: LegalBlock[] }) {
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other key.
    <TextBlock key={at} block={block} />
  ));
}

const LISTS = { list: "list-disc", numbered: "list-decimal" };

function TextBlock({ block }: { block: LegalBlock }) {
  if (block.kind === "picture") {
    return (
      <img
        src={imageAtWidth(block.url, 640)}
        srcSet={imageSourceSet(block.url)}
        sizes="(width >= 48rem) 36rem, 94vw"
        alt={block.alt}
        loading="lazy"
        decoding="async"
        className="h-auto max-h-[80vh] w-auto max-w-full rounded-picture"
      />
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p className="wrap-anywhere">
        {block.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor have its lines.
          <Fragment key={at}>
            {at > 0 && <br />}
            <Pieces line={line} />
          </Fragment>
        ))}
      </p>
    );
  }
  const List = block.kind === "list" ? "ul" : "ol";
  return (
    <List className={`grid ${LISTS[block.kind]} gap-1.5 pl-5 wrap-anywhere marker:text-flag`}>
      {block.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor have its lines.
        <li key={at}>
          <Pieces line={line} />
        </li>
      ))}
    </List>
  );
}

export function Pieces({ line }: { line: LegalPiece[] }) {
  // A link without a sentence around it is as high as a thumb needs it.
  const look = line.length === 1 ? "text-link inline-block min-h-6" : "text-link";
  return line.map((piece) => {
    if (typeof piece === "string") return piece;
    const { to, text } = piece;
    if (to.startsWith("/"))
      return (
        <Link key={text} to={to} className={look}>
          {text}
        </Link>
      );
    return (
      <a key={text} href={to} className={look}>
        {text}
      </a>
    );
  });
}
