import { useEffect, useEffectEvent, useRef } from "react";
import { imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { ALT_LENGTH_MAX } from "#domain/product/product-form.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { IconButton } from "../../../../ui/form/button.tsx";
import { ArrowLeft, ArrowRight, X } from "../../../../ui/icons.tsx";

type ImageTileProps = {
  image: ProductImage;
  index: number;
  count: number;
  onAlt: (alt: string) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDropHere: () => void;
};

/** One picture of the product: its alt text, and its position, changed by buttons or by dragging. */
export function ImageTile(props: ImageTileProps) {
  const { image, index, count, onAlt, onMove, onRemove, onDragStart, onDropHere } = props;
  const number = index + 1;
  const alt = useRef<HTMLInputElement>(null);
  const takeTyped = useEffectEvent(() => {
    const typed = alt.current?.value ?? "";
    if (typed !== image.alt) onAlt(typed);
  });
  // What was typed before scripts arrived.
  useEffect(() => takeTyped(), []);
  return (
    <li
      className="image-tile"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(index));
        onDragStart();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        onDropHere();
      }}
    >
      <div className="relative">
        <img
          src={imageAtWidth(image.url, 320)}
          alt={image.alt || `Picture ${number}`}
          width={160}
          height={200}
          draggable={false}
          className="aspect-4/5 w-full rounded-picture bg-sand object-cover"
        />
        {index === 0 && (
          <span className="absolute top-2 left-2">
            <Badge tone="dark">Primary</Badge>
          </span>
        )}
      </div>
      <TileButtons {...{ index, count, onMove, onRemove }} />
      <span aria-hidden="true" className="text-sm text-ink-2">
        Alt text
      </span>
      <input
        ref={alt}
        type="text"
        value={image.alt}
        maxLength={ALT_LENGTH_MAX}
        aria-label={`What picture ${number} shows (alt text)`}
        placeholder="What it shows"
        className="input"
        onChange={(event) => onAlt(event.target.value)}
      />
    </li>
  );
}

type TileButtonsProps = Pick<ImageTileProps, "index" | "count" | "onMove" | "onRemove">;

function TileButtons({ index, count, onMove, onRemove }: TileButtonsProps) {
  const number = index + 1;
  return (
    <div className="flex justify-between">
      <IconButton
        label={`Move earlier: picture ${number}`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label={`Move later: picture ${number}`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowRight aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label={`Remove picture ${number}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
