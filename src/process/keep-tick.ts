// V8 forgets the shape of objects of which none is left, and with it what it has learned about the code that makes them.
// Between requests no object of process.nextTick is left, so the first full collection of garbage made each call six times
// as dear for as long as the process lived (Node 24: 310 instead of 50 ns, several calls a request). One that is kept keeps
// their shape.
import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

/** To be called when the process begins. */
export function keepTick(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
