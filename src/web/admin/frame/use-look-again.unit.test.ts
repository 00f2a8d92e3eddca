import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLookAgain } from "./use-look-again.ts";

const router = vi.hoisted(() => ({ revalidation: "idle", navigation: "idle", asked: 0 }));
const effect = vi.hoisted(() => ({ end: undefined as (() => void) | undefined, of: "" }));

vi.mock("react-router", () => ({
  useNavigation: () => ({ state: router.navigation }),
  useRevalidator: () => ({ state: router.revalidation, revalidate: ask }),
}));

vi.mock("react", () => ({
  useEffect: (run: () => (() => void) | undefined, uses: unknown[]) => {
    const of = JSON.stringify(uses);
    if (of === effect.of) return;
    effect.end?.();
    Object.assign(effect, { of, end: run() });
  },
}));

/** A page, as React draws it. */
function Page({ isWaiting }: { isWaiting: boolean }) {
  useLookAgain(isWaiting);
}

function ask() {
  router.asked += 1;
  router.revalidation = "loading";
  Page({ isWaiting: true });
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a page that waits is read again, but not while it is read, or another page", () => {
  Page({ isWaiting: true });
  vi.advanceTimersByTime(20_000);
  expect(router.asked).toBe(1);

  router.revalidation = "idle";
  router.navigation = "loading";
  Page({ isWaiting: true });
  vi.advanceTimersByTime(20_000);
  expect(router.asked).toBe(1);

  router.navigation = "idle";
  Page({ isWaiting: true });
  vi.advanceTimersByTime(20_000);
  expect(router.asked).toBe(2);

  router.revalidation = "idle";
  Page({ isWaiting: false });
  vi.advanceTimersByTime(20_000);
  expect(router.asked).toBe(2);
});
