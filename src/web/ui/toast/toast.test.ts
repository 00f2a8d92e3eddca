import { expect, test } from "vitest";
import { createToastStore, TOAST_MS } from "./toast.ts";
import { createToastQueue, READING_MS } from "./toast-queue.ts";

/** A clock that the test moves by hand. */
function handTimer() {
  let pending: { run: () => void; ms: number } | null = null;
  return {
    timer: {
      start: (run: () => void, ms: number) => {
        pending = { run, ms };
        return 1;
      },
      stop: () => {
        pending = null;
      },
    },
    pendingMs: () => pending?.ms ?? null,
    elapse: () => pending?.run(),
  };
}

test("[CA-3] one toast at a time: a new one takes the place of the last", () => {
  const store = createToastStore(handTimer().timer);
  store.show("message", "Added to cart");
  store.show("message", "Removed from cart");
  expect(store.get()?.title).toBe("Removed from cart");
});

test("[CA-3] a toast leaves after 5000 ms", () => {
  const { timer, pendingMs, elapse } = handTimer();
  const store = createToastStore(timer);
  store.show("message", "Cart cleared");
  expect(pendingMs()).toBe(5_000);
  expect(TOAST_MS).toBe(5_000);
  elapse();
  expect(store.get()).toBeNull();
});

test("a message leaves right away when its reader moves on, an error does not", () => {
  const { timer, pendingMs } = handTimer();
  const store = createToastStore(timer);
  store.show("message", "Added to cart");
  store.pass();
  expect(store.get()).toBeNull();
  expect(pendingMs()).toBeNull();
  store.show("error", "Payment processing error");
  store.pass();
  expect(store.get()?.title).toBe("Payment processing error");
});

test("an error stays until it is dismissed", () => {
  const { timer, pendingMs } = handTimer();
  const store = createToastStore(timer);
  store.show("error", "Error");
  expect(pendingMs()).toBeNull();
  store.dismiss();
  expect(store.get()).toBeNull();
});

test("a toast that is being read waits, and gets its whole time again", () => {
  const { timer, pendingMs } = handTimer();
  const store = createToastStore(timer);
  store.show("message", "Cart cleared");
  store.hold();
  expect(pendingMs()).toBeNull();
  store.release();
  expect(pendingMs()).toBe(5_000);
});

test("dismissing an older toast leaves the newer one alone", () => {
  const store = createToastStore(handTimer().timer);
  const older = store.show("message", "Added to cart");
  store.show("message", "Cart cleared");
  store.dismiss(older);
  expect(store.get()?.title).toBe("Cart cleared");
});

test("messages that come at once are shown one after the other", () => {
  const shown: string[] = [];
  const waits: number[] = [];
  let now = 1_000;
  const tell = createToastQueue({
    now: () => now,
    later: (run, ms) => {
      waits.push(ms);
      run();
    },
  });
  tell(() => shown.push("paid"));
  tell(() => shown.push("created"));
  now += 500;
  tell(() => shown.push("found"));
  expect(shown).toEqual(["paid", "created", "found"]);
  expect(waits).toEqual([READING_MS, 2 * READING_MS - 500]);
});

test("a message after a pause is shown right away", () => {
  const waits: number[] = [];
  let now = 1_000;
  const tell = createToastQueue({ now: () => now, later: (_run, ms) => void waits.push(ms) });
  tell(() => {});
  now += READING_MS;
  tell(() => {});
  expect(waits).toEqual([]);
});
