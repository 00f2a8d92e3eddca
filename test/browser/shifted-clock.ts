// Loaded before the shop's own code by test/browser/shop-process.ts.
import { ServerResponse } from "node:http";
import { shiftClock } from "./three-zones.ts";

shiftClock(Number(process.env.CLOCK_SHIFT_MS));

// Node writes the Date header from its own clock, and the checkout relies on that header.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...head: Parameters<typeof writeHead>) {
  this.setHeader("Date", new Date().toUTCString());
  return writeHead.apply(this, head);
} as typeof writeHead;
