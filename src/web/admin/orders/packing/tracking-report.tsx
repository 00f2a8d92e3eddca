import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Button } from "../../../ui/form/button.tsx";
import { CircleAlert, CircleCheck } from "../../../ui/icons.tsx";
import { AnswerNote } from "../../frame/notice-line.tsx";
import { CircleMinus } from "../../icons.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { ordersText } from "../order-texts.ts";
import type { TrackingFile, TrackingLine } from "./tracking-lines.ts";

const columns: Column<TrackingLine>[] = [
  { label: "Line", isNumber: true, cell: ({ line }) => line },
  {
    label: "Order",
    kind: "name",
    cell: ({ order }) => <span className="wrap-anywhere">{order || "–"}</span>,
  },
  {
    label: "What happens",
    cell: ({ ok, text }) => {
      const Icon = ok === null ? CircleMinus : ok ? CircleCheck : CircleAlert;
      return (
        <span
          className={`flex gap-2 wrap-anywhere ${ok === null ? "text-ink-2" : ok ? "text-ok" : "text-err"}`}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          <span>{text}</span>
        </span>
      );
    },
  },
];

/** What each row of a file does or did, and the button that enters the good ones. */
export function TrackingReport({ answer, isApplying }: { answer: TrackingFile; isApplying: boolean }) {
  const { notice, lines, file, count } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  // The answer is below a form: focus brings it into view, and a screen reader reads it next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => heading.current?.focus(), [answer]);
  return (
    <section aria-labelledby="tracking-report">
      <h2 ref={heading} id="tracking-report" tabIndex={-1} className="display mb-3 text-2xl">
        {file === null ? "Result" : "What the file does"}
      </h2>
      <div role={notice.tone === "error" ? "alert" : "status"}>
        <AnswerNote notice={notice} />
      </div>
      {lines.length > 0 && (
        <div className="admin-card mb-5 overflow-hidden">
          <DataTable caption="Rows of the file" columns={columns} rows={lines} keyOf={({ line }) => line} />
        </div>
      )}
      {file !== null && (
        <Form method="post" encType="multipart/form-data" className="save-bar">
          <input type="hidden" name="rows" value={file} />
          <p className="mr-auto text-sm text-ink-2">We'll email each customer the tracking number.</p>
          <Button type="submit" name="intent" value="apply" pending={isApplying}>
            Ship {ordersText(count)}
          </Button>
        </Form>
      )}
    </section>
  );
}
