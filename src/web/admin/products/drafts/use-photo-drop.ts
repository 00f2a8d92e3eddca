import { useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { dropRefusal, groupPhotos, heicMessage } from "#domain/product/drafts/photo-names.ts";
import { PRODUCT_IMAGES_MAX, uploadRefusal } from "#domain/product/image-upload.ts";
import type { DraftOfPhoto, PhotoAnswer } from "#server/products/drafts/add-photo.ts";
import { sendImage } from "../form/pictures/send-image.ts";
import { isHeic, shrinkPhoto } from "../form/pictures/shrink-photo.ts";

/** One file of a drop, and how far it is. */
export type PhotoLine = {
  key: number;
  file: File;
  /** Files of one product have one group. */
  group: string;
  state: "waiting" | "sending" | "done" | "known" | "failed";
  /** From 0 to 1. */
  part: number;
  /** Why it failed. */
  message: string;
  /** Trying again may help. */
  canRetry: boolean;
  draft: DraftOfPhoto | null;
};

type Outcome = Partial<PhotoLine> & Pick<PhotoLine, "state">;

const failed = (message: string, canRetry = false): Outcome => ({ state: "failed", message, canRetry });

/** Sends dropped photos one after the other. `onEnd` is called when nothing is in progress. */
export function usePhotoDrop(onEnd: (lines: PhotoLine[]) => void) {
  const [lines, setLines] = useState<PhotoLine[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What the lines are now: answers arrive between two renderings. */
  const all = useRef<PhotoLine[]>([]);
  const isRunning = useRef(false);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  const show = (next: PhotoLine[]) => {
    all.current = next;
    setLines(next);
  };
  const change = (key: number, to: Partial<PhotoLine>) =>
    show(all.current.map((line) => (line.key === key ? { ...line, ...to } : line)));

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    for (;;) {
      const line = all.current.find(({ state }) => state === "waiting");
      if (!line) break;
      change(line.key, { state: "sending", part: 0, message: "" });
      const outcome = await sendPhoto(line.file, {
        ...placeOf(line, all.current),
        onProgress: (part) => change(line.key, { part }),
      });
      change(line.key, outcome);
    }
    isRunning.current = false;
    ended.current(all.current);
  };

  return {
    lines,
    refusal,
    start: (files: File[]) => {
      if (files.length === 0) return;
      const refused = dropRefusal(files.length);
      setRefusal(refused);
      if (refused) return;
      const first = (all.current.at(-1)?.key ?? 0) + 1;
      const drop = `${first} `;
      const added = groupPhotos(files).flatMap(({ key, photos }) =>
        photos.map((file, index) => newLine(file, drop + key, index)),
      );
      show([...stillNeeded(all.current), ...added.map((line, index) => ({ ...line, key: first + index }))]);
      void run();
    },
    retry: (key: number) => {
      change(key, { state: "waiting" });
      void run();
    },
    clear: () => show([]),
  };
}

/** What stays of the drops before a new one: what has not arrived, and what leads it to its draft if it still may. */
export function stillNeeded(all: PhotoLine[]): PhotoLine[] {
  const hasArrived = ({ state }: PhotoLine) => state === "done" || state === "known";
  const late = all.filter((line) => !hasArrived(line) && (line.state !== "failed" || line.canRetry));
  const groups = new Set(late.map(({ group }) => group));
  return all.filter((line) => !hasArrived(line) || groups.has(line.group));
}

/** The draft that others of its group are in, and how many of them come before it there. */
export function placeOf(line: PhotoLine, all: PhotoLine[]): Pick<Sending, "draftId" | "place"> {
  const others = all.filter(({ group }) => group === line.group);
  const draftId = others.findLast(({ draft }) => draft?.isDraft)?.draft?.id ?? "";
  const place = others.filter(({ key, draft }) => key < line.key && draft?.id === draftId).length;
  return { draftId, place };
}

function newLine(file: File, group: string, index: number): PhotoLine {
  const line = { key: 0, file, group, part: 0, message: "", canRetry: false, draft: null };
  if (index >= PRODUCT_IMAGES_MAX) return { ...line, ...failed(fullMessage(file)) };
  if (file.type !== "" && !file.type.startsWith("image/"))
    return { ...line, ...failed(`${uploadRefusal(file.name, "not_an_image")}.`) };
  return { ...line, state: "waiting" };
}

const fullMessage = ({ name }: File) =>
  `${name} was skipped: a product has at most ${PRODUCT_IMAGES_MAX} pictures.`;

type Sending = { draftId: string; place: number; onProgress: (part: number) => void };

async function sendPhoto(file: File, { draftId, place, onProgress }: Sending): Promise<Outcome> {
  try {
    const small = await shrinkPhoto(file);
    if (!small && isHeic(file)) return failed(`${file.name} ${heicMessage}.`);
    if (!small) return failed(`${uploadRefusal(file.name, "too_large")}.`);
    const query = new URLSearchParams({ name: file.name, draft: draftId, place: String(place) });
    const address = `${href("/admin/products/photos")}?${query}`;
    const answer = await sendImage<PhotoAnswer>(address, small, onProgress);
    if (answer.ok) return { state: answer.isKnown ? "known" : "done", draft: answer.draft };
    if (answer.reason === "full") return failed(fullMessage(file));
    const canRetry = answer.reason === "unreachable" || answer.reason === "signed_out";
    return failed(`${uploadRefusal(file.name, answer.reason)}.`, canRetry);
  } catch {
    // The file is gone from the disk, or its card was pulled out.
    return failed(`${file.name} could not be read. Choose it again.`, true);
  }
}
