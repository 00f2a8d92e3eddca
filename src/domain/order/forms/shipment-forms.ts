// The forms by which units leave: one shipment of an order, the packing table's rows, several orders at once, and the
// correction of a carrier or number.
import * as z from "zod";
import {
  buttonField,
  countField,
  fileField,
  labeled,
  switchField,
  textField,
} from "../../form/form-fields.ts";
import { oneLine } from "../../text/one-line.ts";
import type { OrderItem } from "../order.ts";
import { isRounded, readTracking } from "../packing/tracking-number.ts";
import {
  allToSend,
  CARRIER_LENGTH_MAX,
  type Sending,
  type ShippingWay,
  shippingWay,
  TRACKING_LENGTH_MAX,
} from "../shipments.ts";
import type { Quantities } from "../units.ts";

const printable = (name: string, most: number) =>
  z
    .string()
    .transform((text) => oneLine(text))
    .pipe(z.string().max(most, `A ${name} has at most ${most} characters`));

const carrierField = () => labeled("Carrier", textField().pipe(printable("carrier", CARRIER_LENGTH_MAX)));
const NO_CARRIER = "Please choose or type a carrier";
const knownCarrierField = () =>
  labeled(
    "Carrier",
    carrierField().refine((carrier) => carrier !== "", NO_CARRIER),
  );
const numberField = () =>
  labeled("Tracking number", textField().pipe(printable("tracking number", TRACKING_LENGTH_MAX)));

/** What a change is to replace ships anyway. */
const withdrawField = () => switchField();

/** `units`: by the id of the item; one without a count ships whole. */
export const shipForm = z
  .object({
    way: labeled(
      "Delivery method",
      z.preprocess((way): ShippingWay => shippingWay(way), z.custom<ShippingWay>()),
    ),
    carrier: carrierField(),
    trackingNumber: numberField(),
    units: labeled("Items", z.record(z.string(), z.object({ count: countField() })).default({})),
    withdraw: withdrawField(),
  })
  .superRefine(({ way, carrier }, context) => {
    if (way === "carrier" && carrier === "")
      context.addIssue({ code: "custom", path: ["carrier"], message: NO_CARRIER });
  });

type Sent = z.output<typeof shipForm>;

/** Only with a carrier there are a name and maybe a number. */
export function sendingOf({ way, carrier, trackingNumber }: Sent): Sending {
  return way === "carrier" ? { way, carrier, trackingNumber } : { way, carrier: "", trackingNumber: "" };
}

export function unitsOf({ units }: Sent, items: readonly OrderItem[]): Quantities {
  const counts = Object.entries(units).map(([id, { count }]) => [id, count] as const);
  return { ...allToSend(items), ...Object.fromEntries(counts) };
}

/** The correction of a shipment, and what a row of a file says. */
export const trackingForm = z.object({
  carrier: knownCarrierField(),
  trackingNumber: numberField(),
  mail: labeled("Email the customer the new tracking number", switchField()),
});

/** A row of the packing table. `without`: there is no number. */
export const packForm = z
  .object({
    carrier: knownCarrierField(),
    trackingNumber: labeled(
      "Tracking number",
      textField()
        .transform((typed) => readTracking(typed))
        .pipe(printable("tracking number", TRACKING_LENGTH_MAX)),
    ),
    without: buttonField(),
    withdraw: withdrawField(),
  })
  .superRefine(({ trackingNumber, without }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["trackingNumber"], message });
    if (without !== "") return;
    if (trackingNumber === "") refuse("Scan or type the number, or choose “Ship without a number”");
    else if (isRounded(trackingNumber))
      refuse("A spreadsheet has rounded this number. Scan it from the label");
  });

/** Tracking numbers out of a file. `carrier`: for the rows that name none. */
export const trackingFileForm = z.object({
  file: labeled("CSV file", fileField().pipe(z.instanceof(File, { error: "Choose a CSV file" }))),
  carrier: knownCarrierField(),
});

/** Several orders that ship with one carrier. `numbers`: by the id of the order; those without one don't ship. */
export const bulkShipForm = z.object({
  carrier: knownCarrierField(),
  numbers: z
    .record(z.string(), numberField())
    .default({})
    .transform((numbers) => Object.entries(numbers).filter(([, number]) => number !== ""))
    .refine((numbers) => numbers.length > 0, "Please enter at least one tracking number."),
});

/** Several orders that have arrived. */
export const bulkDeliverForm = z.object({
  ids: z.preprocess(
    (ids) => [ids ?? []].flat(),
    z.array(z.string()).min(1, "Please select at least one order."),
  ),
});
