import { useState } from "react";
import { href, useFetcher } from "react-router";
import type { ListedOrder } from "#domain/order/order.ts";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { AnswerNote } from "../../frame/answer-note.tsx";
import { ordersText } from "../order-texts.ts";
import { type BulkAnswer, type BulkLine, type BulkStep, linesSoFar } from "./bulk-answer.ts";
import { BulkResults, BulkShipmentFields } from "./bulk-shipment-form.tsx";

type BulkShipmentDialogProps = {
  /** null while it is closed. */
  step: BulkStep | null;
  orders: ListedOrder[];
  lastCarrier: string;
  onClose: () => void;
};

/** Asks for what is missing, and says what happened to each order; refused orders stay to be corrected. */
export function BulkShipmentDialog({ step, orders, lastCarrier, onClose }: BulkShipmentDialogProps) {
  return (
    <Dialog
      open={step !== null}
      onClose={onClose}
      title={`Mark ${ordersText(orders.length)} as ${step ?? "shipped"}`}
    >
      <DialogBody>{step && <Content {...{ step, orders, lastCarrier, onClose }} />}</DialogBody>
    </Dialog>
  );
}

function Content({ step, orders, lastCarrier, onClose }: BulkShipmentDialogProps & { step: BulkStep }) {
  const fetcher = useFetcher<BulkAnswer>();
  const answer = fetcher.data;
  const [lines, setLines] = useState<BulkLine[]>([]);
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    setLines(linesSoFar(lines, answer?.lines ?? []));
  }
  const done = new Set(lines.filter(({ ok }) => ok).map(({ id }) => id));
  const rest = orders.filter(({ id }) => !done.has(id));
  return (
    <div className="grid gap-4 p-5">
      <div role="status" className="grid gap-2 empty:hidden">
        {answer && answer.lines.length === 0 && <AnswerNote notice={answer.notice} />}
        <BulkResults lines={lines} />
      </div>
      {rest.length > 0 && (
        <fetcher.Form method="post" action={bulkPath(step, rest)} className="grid gap-4">
          <BulkShipmentFields
            {...{ orders: rest, step, answer, lastCarrier }}
            isPending={fetcher.state !== "idle"}
          />
        </fetcher.Form>
      )}
      <Button look="secondary" onClick={onClose}>
        {rest.length === 0 ? "Done" : "Close"}
      </Button>
    </div>
  );
}

/** The page that asks the same of the same orders: where signing in leads back to when the session has ended. */
function bulkPath(step: BulkStep, orders: readonly { id: string }[]): string {
  const params = new URLSearchParams([["step", step], ...orders.map(({ id }) => ["id", id])]);
  return `${href("/admin/orders/bulk")}?${params}`;
}
