import { type ReactNode, useState } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ImageUp } from "../icons.tsx";

type DropZoneProps = {
  title: string;
  hint: ReactNode;
  /** What the field of files is called. */
  label: string;
  describedBy?: string | undefined;
  /** Under this name the chosen files travel with the form in a browser without scripts. */
  nameWithoutScripts?: string;
  onFiles: (files: File[]) => unknown;
};

/** Pictures are dropped here or chosen. */
export function DropZone({ title, hint, label, describedBy, nameWithoutScripts, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const isHydrated = useHydrated();
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
        type="file"
        name={isHydrated ? undefined : nameWithoutScripts}
        accept="image/jpeg,image/png,image/gif,image/webp"
        multiple
        className={isHydrated ? "sr-only" : ""}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          void onFiles(files);
        }}
      />
    </label>
  );
}
