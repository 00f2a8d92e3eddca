import type { ComponentType } from "react";
import { href } from "react-router";
import type { BlockKind } from "#domain/brand/home-blocks.ts";
import type { ShownBlock } from "#domain/brand/shown-brand.ts";
import type { HomePage } from "#domain/catalog/home.ts";
import { ProductBand } from "../catalog/product-band.tsx";
import { ProductRow } from "../catalog/product-row.tsx";
import { ScorecardPrice } from "../catalog/scorecard-price.tsx";
import { CategoryDoors } from "./category-doors.tsx";
import { CustomerReviews } from "./customer-reviews.tsx";
import { Hero } from "./hero.tsx";
import { PictureText } from "./picture-text.tsx";
import { Quote } from "./quote.tsx";
import { Reasons } from "./reasons.tsx";

type BlockOf<Kind extends BlockKind> = Extract<ShownBlock, { kind: Kind }>;
export type BlockProps<Kind extends BlockKind> = { block: BlockOf<Kind>; home: HomePage };

/** The blocks of the home page in the owner's order. */
export function HomeBlocks({ blocks, home }: { blocks: ShownBlock[]; home: HomePage }) {
  return blocks.map((block) => {
    const Block = drawnBy[block.kind] as ComponentType<{ block: ShownBlock; home: HomePage }>;
    return <Block key={block.id} block={block} home={home} />;
  });
}

const drawnBy: { [Kind in BlockKind]: ComponentType<BlockProps<Kind>> } = {
  // Above the header of every page.
  announcement: () => null,
  hero: Hero,
  categories: CategoryDoors,
  newest: Newest,
  sale: OnSale,
  collection: OfCollection,
  "picture-text": PictureText,
  reasons: Reasons,
  reviews: CustomerReviews,
  quote: Quote,
};

function Newest({ block: { heading, linkLabel }, home: { newest } }: BlockProps<"newest">) {
  if (newest.length === 0) return null;
  return (
    <ProductBand heading={heading} link={{ to: href("/shop"), label: linkLabel }}>
      <ProductRow products={newest} />
    </ProductBand>
  );
}

function OnSale({ block: { heading, text, linkLabel }, home: { onSale } }: BlockProps<"sale">) {
  if (onSale.length === 0) return null;
  return (
    <ProductBand
      heading={heading}
      intro={text}
      link={{ to: "/shop?sale=true", label: linkLabel }}
      tone="sand"
    >
      <ProductRow products={onSale} PriceTag={ScorecardPrice} />
    </ProductBand>
  );
}

function OfCollection({ block, home }: BlockProps<"collection">) {
  const found = home.collections[block.collectionId];
  if (!found || found.products.length === 0) return null;
  const link = { to: found.path, label: block.linkLabel };
  return (
    <ProductBand heading={block.heading || found.name} link={link}>
      <ProductRow products={found.products} />
    </ProductBand>
  );
}
