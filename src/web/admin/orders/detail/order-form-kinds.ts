// The forms of an order's page, by their intents: what each sends. The page's action has the same table.
import type * as z from "zod";
import type { FormSchema } from "#domain/form/form-fields.ts";
import { addressForm, cancelForm, emailForm, noteForm, swapForm } from "#domain/order/forms/order-forms.ts";
import { assignForm, refundForm } from "#domain/order/forms/refund-form.ts";
import { shipForm, trackingForm } from "#domain/order/forms/shipment-forms.ts";
import { approveForm, declineForm, receiveForm } from "#domain/returns/return-forms.ts";

/** `moves`: money or goods move, so the order must still be as its owner saw it. */
type Kind = { schema: FormSchema; moves: boolean };

export const orderFormKinds = {
  ship: { schema: shipForm, moves: true },
  refund: { schema: refundForm, moves: true },
  cancel: { schema: cancelForm, moves: true },
  address: { schema: addressForm, moves: true },
  email: { schema: emailForm, moves: true },
  swap: { schema: swapForm, moves: true },
  "receive-return": { schema: receiveForm, moves: true },
  "approve-return": { schema: approveForm, moves: false },
  "decline-return": { schema: declineForm, moves: false },
  assign: { schema: assignForm, moves: false },
  correct: { schema: trackingForm, moves: false },
  note: { schema: noteForm, moves: false },
} satisfies Record<string, Kind>;

export type OrderFormKind = keyof typeof orderFormKinds;

type SchemaOf<K extends OrderFormKind> = (typeof orderFormKinds)[K]["schema"];
export type OrderFormField<K extends OrderFormKind> = keyof SchemaOf<K>["shape"] & string;
export type OrderFormValue<K extends OrderFormKind> = z.output<SchemaOf<K>>;
