import { expect, test } from "vitest";
import { type PhotoLine, placeOf, stillNeeded } from "./use-photo-drop.ts";

const file = new File([], "pine-polo.jpg");
const line = (key: number, draft: PhotoLine["draft"] = null): PhotoLine => ({
  ...{ key, file, group: "1 pine-polo", part: 0, message: "", canRetry: false, draft },
  state: draft === null ? "waiting" : "done",
});
const draft = { id: "a", name: "Pine polo", isDraft: true };
const onSale = { id: "b", name: "Pine polo", isDraft: false };

test("[EA-3] a photo joins the draft of its group, and no product that is on sale by now", () => {
  const third = line(3);
  expect(placeOf(third, [line(1, onSale), line(2, onSale), third])).toEqual({ draftId: "", place: 0 });
  for (const lines of [
    [line(1, onSale), line(2, draft)],
    [line(1, draft), line(2, onSale)],
  ])
    expect(placeOf(third, [...lines, third])).toEqual({ draftId: "a", place: 1 });
  const other = { ...line(1, { ...draft, id: "c" }), group: "1 dune-cap" };
  expect(placeOf(third, [other, line(2), third, line(4, draft)])).toEqual({ draftId: "a", place: 0 });
});

test("[EA-3] what leads a photo to its draft stays while the photo has not arrived", () => {
  const ended = { ...line(4, draft), group: "1 dune-cap" };
  const before = [{ ...line(1, draft), state: "known" as const }, line(2, draft)];
  const refused: PhotoLine = { ...line(3), state: "failed" };
  for (const late of [line(3), { ...line(3), state: "sending" as const }, { ...refused, canRetry: true }]) {
    const kept = stillNeeded([...before, late, ended]);
    expect(kept).toEqual([...before, late]);
    expect(placeOf(late, kept)).toEqual({ draftId: "a", place: 2 });
  }
  // What failed for good stays in sight alone.
  expect(stillNeeded([...before, refused, ended])).toEqual([refused]);
  expect(stillNeeded([...before, ended])).toEqual([]);
});
