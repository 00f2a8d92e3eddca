import { expect, test } from "vitest";
import { PageStore } from "./page-store.ts";

const item = (bytes: number, mayStay = true) => ({ bytes, mayStay });

function storeOf(bytesMax: number) {
  const dropped: string[] = [];
  const store = new PageStore(bytesMax, (name) => dropped.push(name));
  return { store, dropped };
}

test("a million names that are asked for once take no more than their part, and push out nothing that was asked for again", () => {
  const { store } = storeOf(1_000);
  const good = Array.from({ length: 7 }, (_, at) => `good ${at}`);
  for (const name of good) {
    store.set(name, item(100));
    store.use(name);
  }
  for (let at = 0; at < 1_000_000; at += 1) store.set(`nonsense ${at}`, item(100));
  expect(store.bytes).toBeLessThanOrEqual(1_000);
  expect(store.size).toBe(10);
  for (const name of good) expect(store.peek(name), name).toBeDefined();
});

test("what may not stay is asked for as often as anybody likes, and stays among what is new", () => {
  const { store } = storeOf(300);
  store.set("good", item(100));
  store.use("good");
  for (let at = 0; at < 100; at += 1) {
    store.set(`not found ${at}`, item(100, false));
    for (const _ of [1, 2, 3]) store.use(`not found ${at}`);
  }
  expect(store.peek("good")).toBeDefined();
  expect(store.bytes).toBe(100 + 200);
});

test("of what was asked for again, the one not asked for longest goes first", () => {
  const { store, dropped } = storeOf(420);
  for (const name of ["a", "b", "c", "d"]) {
    store.set(name, item(100));
    store.use(name);
  }
  store.use("a");
  store.set("e", item(100));
  expect(dropped).toEqual(["b"]);
  expect(store.names().sort()).toEqual(["a", "c", "d", "e"]);
});

test("a page that takes the place of another keeps it, and its weight counts once", () => {
  const { store, dropped } = storeOf(1_000);
  store.set("a", item(100));
  store.use("a");
  store.set("a", item(200));
  expect(store.bytes).toBe(200);
  for (let at = 0; at < 10; at += 1) store.set(`new ${at}`, item(100));
  expect(store.peek("a")).toBeDefined();
  store.delete("a");
  expect(store.bytes).toBe(800);
  expect(dropped.filter((name) => name === "a")).toHaveLength(2);
});

test("one that grows is weighed again, and what is larger than the room is not kept", () => {
  const { store } = storeOf(1_000);
  const growing = { bytes: 100, mayStay: true };
  store.set("a", growing);
  growing.bytes = 240;
  store.reweigh("a");
  expect(store.bytes).toBe(240);
  growing.bytes = 1_001;
  store.reweigh("a");
  expect(store.size).toBe(0);
  store.set("b", item(2_000));
  expect([store.size, store.bytes]).toEqual([0, 0]);
});
