import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { pictureTypes } from "#domain/product/image-upload.ts";
import { ImageUp } from "../icons.tsx";

type DropZoneProps = {
  title: string;
  hint: ReactNode;
  /** What the field of files is called. */
  label: string;
  describedBy?: string | undefined;
  onFiles: (files: File[]) => unknown;
};

/** Pictures are dropped here or chosen. */
export function DropZone({ title, hint, label, describedBy, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    if (input.current) input.current.value = "";
    if (files.length > 0) void onFiles(files);
  };
  const takeEarly = useEffectEvent(take);
  // What was chosen before scripts arrived.
  useEffect(() => takeEarly(), []);
  return (
    <label
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void onFiles([...event.dataTransfer.files]);
      }}
    >
      <ImageUp aria-hidden="true" className="size-7 text-fairway" />
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-ink-2">{hint}</span>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.accept}
        multiple
        className="sr-only"
        aria-label={label}
        aria-describedby={describedBy}
        onChange={take}
      />
    </label>
  );
}
