import { useEffect, useRef, useState } from "react";
import type { Column } from "./data-table.tsx";

type Choosing<Row> = {
  /** Id of the form that the check boxes belong to. */
  form: string;
  nameOf: (row: Row) => string;
};

/**
 * Which rows of the page are checked; Shift extends the choice from the last row. The boxes belong to the browser, so those
 * that were checked before scripts arrived count.
 */
export function useChosen<Row extends { id: string }>(rows: Row[], { form, nameOf }: Choosing<Row>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastIndex = useRef(0);
  const all = useRef<HTMLInputElement>(null);
  const look = () => {
    const checked = boxesOf(form).filter((box) => box.checked);
    setIds(new Set(checked.map(({ value }) => value)));
  };
  const choose = (boxes: HTMLInputElement[], isOn: boolean) => {
    for (const box of boxes) box.checked = isOn;
    look();
  };
  const chooseAll = (isOn: boolean) => choose(boxesOf(form), isOn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was checked before scripts arrived.
  useEffect(() => {
    if (all.current?.checked) chooseAll(true);
    else look();
  }, []);
  const chosen = rows.filter(({ id }) => ids.has(id));
  const column: Column<Row> = {
    label: "Select",
    kind: "select",
    cell: (row, index) => (
      <input
        type="checkbox"
        name="id"
        value={row.id}
        form={form}
        className="check"
        aria-label={`Select ${nameOf(row)}`}
        onChange={({ target, nativeEvent }) => {
          const { shiftKey } = nativeEvent as unknown as { shiftKey?: boolean };
          const [from = index, to = index] = shiftKey
            ? [lastIndex.current, index].toSorted((a, b) => a - b)
            : [];
          const range = new Set(rows.slice(from, to + 1).map(({ id }) => id));
          lastIndex.current = index;
          choose(
            boxesOf(form).filter(({ value }) => range.has(value)),
            target.checked,
          );
        }}
      />
    ),
  };
  const allBox = (
    <input
      ref={all}
      type="checkbox"
      className="check"
      aria-label="Select all on this page"
      checked={rows.length > 0 && chosen.length === rows.length}
      onChange={({ target }) => chooseAll(target.checked)}
    />
  );
  return { chosen, column, allBox, clear: () => chooseAll(false) };
}

function boxesOf(form: string): HTMLInputElement[] {
  return [
    ...document.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name="id"][form="${form}"]`),
  ];
}
