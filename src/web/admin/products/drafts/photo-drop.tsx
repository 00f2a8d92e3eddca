import { useEffect, useRef, useState } from "react";
import { href, Link, useNavigate, useRevalidator } from "react-router";
import { Button } from "../../../ui/form/button.tsx";
import { CircleAlert, CircleCheck } from "../../../ui/icons.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { DropZone } from "../drop-zone.tsx";
import { type PhotoLine, usePhotoDrop } from "./use-photo-drop.ts";

/**
 * Photos that are dropped or chosen here become drafts. When all of them have arrived, the table of drafts opens; what
 * could not be taken stays in sight, with its reason. `table`: the
 * table of drafts on the same page, with what it has loaded, and whether something is typed in it that is not saved.
 */
export function PhotoDrop({ table }: { table?: { loaded: object; isDirty: boolean } }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  /** The table that does not show the new drafts yet: in front, they take away rows at the end, with what is typed there. */
  const [older, setOlder] = useState<object | null>(null);
  const isOnDrafts = table !== undefined;
  /** Photos keep arriving when the owner has gone to another page, and does something else there. */
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const { lines, refusal, start, retry, clear } = usePhotoDrop((all) => {
    const drafts = new Set(all.flatMap(({ draft }) => draft?.id ?? []));
    if (table?.isDirty) setOlder(table.loaded);
    else if (table) void revalidate();
    if (drafts.size === 0 || all.some(({ state }) => state === "failed" || state === "known")) return;
    toast.success(drafts.size === 1 ? "1 draft made" : `${drafts.size} drafts made`);
    clear();
    if (!isOnDrafts && isHere.current) void navigate(href("/admin/products/drafts"));
  });
  return (
    <section aria-label="New products from photos" className="mb-5 grid gap-3">
      <DropZone
        title="Drag photos here"
        hint="or choose them. Each becomes a draft. pine-polo-1 and pine-polo-2 become one draft with two pictures."
        label="Photos of new products"
        onFiles={start}
      />
      <div role="alert" className="font-medium text-err empty:hidden">
        {refusal}
      </div>
      {table && older === table.loaded && (
        <div role="status" className="flex flex-wrap items-center gap-3">
          The new drafts appear once you save your changes below.
          <Button look="secondary" size="small" onClick={() => revalidate()}>
            Show the new drafts
          </Button>
        </div>
      )}
      {lines.length > 0 && <Lines lines={lines} onRetry={retry} onClear={clear} isOnDrafts={isOnDrafts} />}
    </section>
  );
}

type LinesProps = {
  lines: PhotoLine[];
  onRetry: (key: number) => void;
  onClear: () => void;
  isOnDrafts: boolean;
};

function Lines({ lines, onRetry, onClear, isOnDrafts }: LinesProps) {
  const isBusy = lines.some(({ state }) => state === "waiting" || state === "sending");
  const ended = lines.filter(({ state }) => state !== "waiting" && state !== "sending").length;
  const hasDrafts = lines.some(({ draft }) => draft !== null);
  return (
    <div className="admin-card grid gap-3 p-5">
      <p role="status" className="font-semibold">
        {isBusy ? `${ended} of ${lines.length} photos` : "Done. These need a look:"}
      </p>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <li key={line.key} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Outcome line={line} />
            {line.canRetry && line.state === "failed" && (
              <Button look="secondary" size="small" onClick={() => onRetry(line.key)}>
                Try Again<span className="sr-only"> {line.file.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isBusy && (
        <div className="flex flex-wrap gap-4">
          {hasDrafts && !isOnDrafts && (
            <Link to={href("/admin/products/drafts")} className="text-link font-semibold">
              Go to the drafts
            </Link>
          )}
          <Button look="quiet" size="small" onClick={onClear}>
            Clear this list
          </Button>
        </div>
      )}
    </div>
  );
}

function Outcome({ line: { file, state, part, message, draft } }: { line: PhotoLine }) {
  if (state === "failed") {
    return (
      <span className="flex gap-1.5 font-medium wrap-anywhere text-err">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
        {message}
      </span>
    );
  }
  if (state === "waiting" || state === "sending") {
    return (
      <>
        <span className="min-w-0 wrap-anywhere">{file.name}</span>
        <progress
          value={part}
          max={1}
          aria-label={`Uploading ${file.name}`}
          className="h-2 w-32 accent-fairway"
        />
      </>
    );
  }
  return (
    <span className="flex gap-1.5 wrap-anywhere">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 flex-none text-fairway" />
      {state === "known"
        ? `${file.name} is already a picture of ${draft?.name}.`
        : `${file.name} is in ${draft?.name}.`}
    </span>
  );
}
