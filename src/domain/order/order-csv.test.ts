import { expect, test } from "vitest";
import {
  type ItemCsvRow,
  itemCsvHead,
  itemCsvLine,
  type OrderCsvRow,
  orderCsvHead,
  orderCsvLine,
} from "./order-csv.ts";

const order: OrderCsvRow = {
  id: "00000000-0000-4000-8000-000000000001",
  number: 7,
  customerName: 'Pat "Birdie", Jr.',
  customerEmail: "pat@example.com",
  status: "partially_refunded",
  fulfillment: "shipped",
  paymentIntentId: null,
  itemCount: 3,
  hasShipments: true,
  isRehearsal: false,
  subtotal: 9600,
  shipping: 599,
  tax: 0,
  total: 10199,
  ...{ refunded: 1000, taxRefunded: 76, shippingRefunded: 100, unitsRefunded: 1 },
  ...{ extraPaid: 1303, taxExtraPaid: 103 },
  ...{ taxState: "AZ", taxRate: 8.6 },
  createdAt: "2026-06-01T12:00:00.000Z",
  attention: ["out_of_stock"],
  address: {
    customer_name: "Pat",
    customer_email: "pat@example.com",
    line1: "=HYPERLINK(1)",
    line2: null,
    city: "Phoenix",
    state: "AZ",
    postal_code: "02138",
    phone: "+16025550100",
    country: "US",
  },
};

test("[AO-1] [RF-2] an order is one line with as many cells as the head", () => {
  const line = orderCsvLine(order, "America/New_York");
  expect(line).toContain(
    "ORD-007,00000000-0000-4000-8000-000000000001,2026-06-01 08:00:00,partially_refunded",
  );
  expect(line).toContain('"Pat ""Birdie"", Jr."');
  expect(line).toContain(",602-555-0100,'=HYPERLINK(1),");
  // A spreadsheet would drop the zero.
  expect(line).toContain(",AZ,'02138,US,");
  expect(line).toContain(
    "96.00,0.00,,5.99,0.00,101.99,10.00,,out_of_stock,0.76,1.00,1,AZ,8.6,13.03,1.03\r\n",
  );
  expect(orderCsvHead).toMatch(/,Paid for changes,Tax paid for changes\r\n$/);
  const cells = line.replace(/"(?:[^"]|"")*"/g, "x").split(",").length;
  expect(cells).toBe(orderCsvHead.split(",").length);
});

test("[AO-1] an item of an order is one line: what was sold, for how much, and where its units are", () => {
  const item: ItemCsvRow = {
    ...{ id: order.id, number: 7, createdAt: order.createdAt, status: "partially_refunded" },
    ...{ name: "Polo", variation: "M", sku: "007", quantity: 4, price: 7200, discount: 800, paid: 28000 },
    ...{ tax: 2408, toShip: 1, shipped: 2, returned: 0, canceled: 1, replaced: 0, refunded: 1 },
    isReplacement: false,
  };
  const line = itemCsvLine(item, "America/New_York");
  expect(line).toMatch(/^ORD-007,.*,2026-06-01 08:00:00,partially_refunded,Polo,M,'007,4,72\.00,8\.00,/);
  expect(line).toContain(",280.00,24.08,1,2,0,1,0,1,\r\n");
  expect(line.split(",").length).toBe(itemCsvHead.split(",").length);
});
