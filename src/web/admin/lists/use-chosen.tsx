import { useRef, useState } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Column } from "./data-table.tsx";

type Choosing<Row> = {
  /** Id of the form that the check boxes belong to. */
  form: string;
  nameOf: (row: Row) => string;
};

/** Which rows of the page are checked; Shift extends the choice from the last row. */
export function useChosen<Row extends { id: string }>(rows: Row[], { form, nameOf }: Choosing<Row>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastIndex = useRef(0);
  const isHydrated = useHydrated();
  const chosen = rows.filter(({ id }) => ids.has(id));
  const chooseAll = (isOn: boolean) => setIds(new Set(isOn ? rows.map(({ id }) => id) : []));
  const choose = (index: number, isOn: boolean, isRange: boolean) => {
    const [from = index, to = index] = isRange ? [lastIndex.current, index].toSorted((a, b) => a - b) : [];
    const next = new Set(ids);
    for (const { id } of rows.slice(from, to + 1)) isOn ? next.add(id) : next.delete(id);
    lastIndex.current = index;
    setIds(next);
  };
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
        // Before scripts run, the browser keeps the state of the box.
        checked={isHydrated ? ids.has(row.id) : undefined}
        onChange={(event) => {
          const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
          choose(index, event.target.checked, shiftKey === true);
        }}
      />
    ),
  };
  const allBox = isHydrated && (
    <input
      type="checkbox"
      className="check"
      aria-label="Select all on this page"
      checked={chosen.length === rows.length}
      onChange={(event) => chooseAll(event.target.checked)}
    />
  );
  return { chosen, column, allBox, clear: () => chooseAll(false) };
}
