import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { picturesIn, picturesText } from "#domain/product/form/product-form-schema.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { imageShrinkHint, imageUploadHint } from "#domain/product/image-upload.ts";
import { moved } from "#domain/text/moved.ts";
import { CircleAlert } from "../../../../ui/icons.tsx";
import { HiddenText } from "../../../forms/hidden-text.tsx";
import { DropZone } from "../../drop-zone.tsx";
import { ImageTile } from "./image-tile.tsx";
import { type Upload, useImageUploads } from "./use-image-uploads.ts";

type ImageFieldProps = {
  name: string;
  label: string;
  /** The pictures as one text, as they are sent. */
  defaultValue: string;
  error: string | undefined;
  onBusy: (isBusy: boolean) => void;
};

/** The product's pictures: dropped, chosen or pasted, uploaded right away, and sortable. */
export function ImageField({ name, label, defaultValue, error, onBusy }: ImageFieldProps) {
  const id = useId();
  const [text, setText] = useState(defaultValue);
  const images = picturesIn(text);
  // An updater rather than a list, because uploads end while the owner keeps working.
  const onChange = (change: (images: ProductImage[]) => ProductImage[]) =>
    setText((before) => picturesText(change(picturesIn(before))));
  const section = useRef<HTMLElement>(null);
  const { uploads, problems, start } = useImageUploads(images.length, (url) =>
    onChange((before) => [...before, { url, alt: "" }]),
  );
  usePastedFiles(start);
  const isBusy = uploads.length > 0;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const messages = [...problems, ...(error ? [error] : [])];
  return (
    <section ref={section} aria-labelledby={`${id}-title`} className="admin-card grid gap-4 p-5">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {label}
      </h2>
      <HiddenText
        name={name}
        text={text}
        onText={setText}
        onFocus={() => section.current?.querySelector<HTMLElement>('[type="file"]')?.focus()}
      />
      <DropZone
        title="Drag pictures here, paste them, or click to choose"
        hint={
          <>
            {imageUploadHint}
            <span className="block">{imageShrinkHint}</span>
          </>
        }
        label={label}
        describedBy={messages.length > 0 ? `${id}-error` : undefined}
        onFiles={start}
      />
      <div id={`${id}-error`} role="alert" className="grid gap-1 text-sm font-medium text-err empty:hidden">
        {messages.map((message) => (
          <p key={message} className="flex gap-1.5 wrap-anywhere">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
            {message}
          </p>
        ))}
      </div>
      <ImageTiles images={images} uploads={uploads} onChange={onChange} />
    </section>
  );
}

type ImageTilesProps = {
  images: ProductImage[];
  uploads: Upload[];
  onChange: (change: (images: ProductImage[]) => ProductImage[]) => void;
};

/** The pictures in their order, then those still uploading. */
function ImageTiles({ images, uploads, onChange }: ImageTilesProps) {
  const [said, setSaid] = useState("");
  const dragged = useRef<number | null>(null);
  const move = (from: number, to: number) => {
    onChange((before) => [...moved(before, from, to)]);
    setSaid(`Picture ${from + 1} is now ${to + 1} of ${images.length}${to === 0 ? ", Primary" : ""}`);
  };
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4 empty:hidden">
        {images.map((image, index) => (
          <ImageTile
            key={image.url}
            image={image}
            index={index}
            count={images.length}
            onAlt={(alt) =>
              onChange((before) => before.map((old) => (old.url === image.url ? { ...old, alt } : old)))
            }
            onMove={(to) => move(index, to)}
            onRemove={() => {
              onChange((before) => before.filter((old) => old.url !== image.url));
              setSaid(`Picture ${index + 1} removed`);
            }}
            onDragStart={() => {
              dragged.current = index;
            }}
            onDropHere={() => {
              if (dragged.current !== null && dragged.current !== index) move(dragged.current, index);
              dragged.current = null;
            }}
          />
        ))}
        {uploads.map((upload) => (
          <li key={upload.key} className="image-tile" data-uploading="">
            <img src={upload.preview} alt="" className="aspect-4/5 w-full rounded-picture object-cover" />
            <progress
              value={upload.part}
              max={1}
              aria-label={`Uploading ${upload.name}`}
              className="h-2 w-full accent-fairway"
            />
            <span className="text-sm wrap-anywhere text-ink-2">{upload.name}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** Handles pictures pasted anywhere on the page; pasted text goes to its field. */
function usePastedFiles(start: (files: File[]) => Promise<void>): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void start(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    window.addEventListener("paste", listen);
    return () => window.removeEventListener("paste", listen);
  }, []);
}
