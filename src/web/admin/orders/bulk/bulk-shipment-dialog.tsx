import type { ListedOrder } from "#domain/order/order.ts";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { ordersText } from "../order-texts.ts";
import type { BulkStep } from "./bulk-lines.ts";
import { BulkForm } from "./bulk-shipment-form.tsx";

type BulkShipmentDialogProps = {
  /** null while it is closed. */
  step: BulkStep | null;
  orders: ListedOrder[];
  lastCarrier: string;
  onClose: () => void;
};

/** Asks for what is missing. */
export function BulkShipmentDialog({ step, orders, lastCarrier, onClose }: BulkShipmentDialogProps) {
  return (
    <Dialog
      open={step !== null}
      onClose={onClose}
      title={`Mark ${ordersText(orders.length)} as ${step ?? "shipped"}`}
    >
      <DialogBody>
        {step && (
          <div className="grid gap-4 p-5">
            <BulkForm step={step} orders={orders} lastCarrier={lastCarrier}>
              {(rest) => (
                <Button look="secondary" onClick={onClose}>
                  {rest.length === 0 ? "Done" : "Close"}
                </Button>
              )}
            </BulkForm>
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}
