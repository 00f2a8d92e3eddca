import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ShopChange } from "../../catalog/shown/change.ts";
import { PageCache } from "./page-cache.ts";

const POLO = "11111111-0000-4000-8000-000000000000";
const CAP = "22222222-0000-4000-8000-000000000000";
const pageOf = (id: string) => `/product/${id}`;
const product = (id: string): ShopChange => ({ kind: "product", id });
const everything: ShopChange = { kind: "everything" };

/** A cache whose clock and pauses are moved by hand, and pages that say what `text` is when they are drawn. */
function start({ bytesMax = 1_000_000 } = {}) {
  let now = 1_000_000;
  const errors: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const drawn: string[] = [];
  const world = {
    text: "first",
    status: 200,
    control: "public",
    cookies: [] as string[],
    isBroken: false,
    /** When every page becomes another. */
    changesAt: Number.POSITIVE_INFINITY,
    /** What a drawing waits for. */
    database: setImmediate() as Promise<unknown>,
  };
  const draw = async (name: string) => {
    drawn.push(name);
    const { text, status, control, cookies, isBroken, database } = world;
    await database;
    if (isBroken) throw new Error("the database is away");
    const headers = { "cache-control": control, "content-type": "text/html" };
    return { status, headers, cookies, body: Buffer.from(text) };
  };
  const cache = new PageCache(() => now, draw, {
    bytesMax,
    onError: (name, error) => errors.push(`${name}: ${(error as Error).message}`),
    pause: (ms) => new Promise<void>((end) => pauses.push({ ms, end })),
    nextChange: (at) => (at < world.changesAt ? world.changesAt : Number.POSITIVE_INFINITY),
  });
  /** As the page server asks. */
  const ask = async (name = "/page") => {
    const hit = cache.recall(name, "");
    if (hit) return hit.body.toString();
    const filled = await cache.fill(name, "");
    return (filled.kind === "once" ? filled.rendered.body : filled.answer.body).toString();
  };
  const settle = async () => {
    for (const _ of [1, 2, 3]) await setImmediate();
  };
  const endPauses = async () => {
    for (const { end } of pauses.splice(0)) end();
    await settle();
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { cache, world, ask, settle, endPauses, advance, errors, pauses, drawn };
}

describe("a change", () => {
  test.each([
    ["of the product, on its own page", pageOf(POLO), product(POLO)],
    ["of a product, on any other page that is not a product's own", "/shop?category=HATS", product(POLO)],
    ["of the settings", pageOf(POLO), { kind: "settings" }],
    ["of anything", "/", everything],
  ] as [string, string, ShopChange][])(
    "%s has the old page served while one new one is drawn",
    async (_, name, change) => {
      const { cache, world, ask, settle } = start();
      await ask(name);
      world.text = "second";
      cache.note(change);
      expect([await ask(name), await ask(name)]).toEqual(["first", "first"]);
      await settle();
      expect(await ask(name)).toBe("second");
      expect([cache.renders, cache.misses]).toEqual([2, 1]);
    },
  );

  test("of a product leaves the pages of others as they are", async () => {
    const { cache, ask, settle } = start();
    for (const name of [pageOf(CAP), `${pageOf(CAP)}.data`]) await ask(name);
    cache.note(product(POLO));
    for (const name of [pageOf(CAP), `${pageOf(CAP)}.data`]) await ask(name);
    await settle();
    expect(cache.renders).toBe(2);
    cache.note(product(CAP));
    await ask(`${pageOf(CAP)}.data`);
    await settle();
    expect(cache.renders).toBe(3);
  });

  test("that is a minute old makes the next request wait for the new page", async () => {
    const { cache, world, ask, advance } = start();
    await ask();
    advance(30_000);
    world.text = "second";
    cache.note(everything);
    advance(30_000);
    // A further change makes nothing younger.
    cache.note(everything);
    advance(30_001);
    expect(await ask()).toBe("second");
  });

  test("[BR-2] at a time that is known before lets no page be served past it", async () => {
    const { world, ask, advance, cache } = start();
    world.changesAt = 1_000_000 + 30_000;
    await ask();
    world.text = "second";
    advance(29_999);
    expect(await ask()).toBe("first");
    advance(1);
    expect(await ask()).toBe("second");
    advance(60_000);
    expect(await ask()).toBe("second");
    expect(cache.renders).toBe(2);
  });

  test("while a page is drawn makes what comes out old", async () => {
    const { cache, world, ask, settle } = start();
    const before = ask();
    world.text = "second";
    cache.note(everything);
    expect(await before).toBe("first");
    expect(await ask()).toBe("first");
    await settle();
    expect(await ask()).toBe("second");
    expect(cache.misses).toBe(1);
  });

  test("10,000 times in a moment is looked at once", async () => {
    const { cache, world, ask, settle } = start();
    await ask(pageOf(POLO));
    world.text = "second";
    for (let at = 0; at < 10_000; at += 1) cache.note(product(`${at}`));
    cache.note(product(POLO));
    await ask(pageOf(POLO));
    await settle();
    expect(await ask(pageOf(POLO))).toBe("second");
    expect(cache.renders).toBe(2);
  });
});

describe("what the owner has saved", () => {
  test("is on every page requested afterward, even where other products show it on a card", async () => {
    const { cache, world, ask } = start();
    const names = ["/", pageOf(POLO), pageOf(CAP)];
    for (const name of names) await ask(name);
    world.text = "second";
    cache.note(product(POLO));
    cache.saved();
    for (const name of names) expect(await ask(name)).toBe("second");
  });

  test("is on a page that was being rendered, too, for later requests", async () => {
    const { cache, world, ask } = start();
    const before = ask();
    world.text = "second";
    cache.note(everything);
    cache.saved();
    const after = [ask(), ask()];
    expect(await before).toBe("first");
    expect(await Promise.all(after)).toEqual(["second", "second"]);
    expect(await ask()).toBe("second");
    expect(cache.renders).toBe(2);
  });
});

describe("old pages are rendered again", () => {
  test("one at a time, each once however many ask, with a pause nine times as long as the drawing", async () => {
    const { cache, world, ask, settle, endPauses, pauses, drawn } = start();
    const names = ["/a", "/b", "/c"];
    for (const name of names) await ask(name);
    drawn.length = 0;
    cache.note(everything);
    const { promise: database, resolve } = Promise.withResolvers<void>();
    world.database = database;
    const began = performance.now();
    for (const name of [...names, ...names]) await ask(name);
    await settle();
    expect(drawn).toEqual(["/a"]);
    world.database = setImmediate();
    await new Promise((waited) => setTimeout(waited, 20));
    resolve();
    await settle();
    const tookAtMost = performance.now() - began;
    expect(drawn).toEqual(["/a"]);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]?.ms).toBeGreaterThan(9 * 19);
    expect(pauses[0]?.ms).toBeLessThanOrEqual(9 * tookAtMost);
    await endPauses();
    await endPauses();
    await endPauses();
    expect(drawn).toEqual(names);
    expect(pauses).toEqual([]);
  });

  test("and not a second time when a request waited for them", async () => {
    const { cache, ask, endPauses, drawn } = start();
    for (const name of ["/a", "/b"]) await ask(name);
    cache.note(everything);
    for (const name of ["/a", "/b"]) await ask(name);
    cache.saved();
    await ask("/b");
    await endPauses();
    expect(drawn.filter((name) => name === "/b")).toHaveLength(2);
  });

  test("after five minutes without any change, because pages depend on the day", async () => {
    const { world, ask, settle, advance } = start();
    await ask();
    world.text = "second";
    advance(5 * 60_000 - 1);
    await ask();
    await settle();
    expect(await ask()).toBe("first");
    advance(1);
    expect(await ask()).toBe("first");
    await settle();
    expect(await ask()).toBe("second");
  });

  test("before they are served if they weren't requested for long", async () => {
    const { world, ask, advance } = start();
    await ask();
    world.text = "the next day";
    advance(6 * 60_000 + 1);
    expect(await ask()).toBe("the next day");
  });
});

test("a stampede on a page that is not there yet draws it once", async () => {
  const { cache, ask } = start();
  const texts = await Promise.all(Array.from({ length: 1_000 }, () => ask()));
  expect(new Set(texts)).toEqual(new Set(["first"]));
  expect(cache.renders).toBe(1);
});

describe("a database that is away", () => {
  test.each([
    ["breaks", { isBroken: true }],
    ["fails", { status: 503 }],
    ["only remembers", { control: "no-store" }],
  ])(
    "[SH-7] a page that %s is served as it was, tried every five seconds, and right away on a notification of the database",
    async (_, broken) => {
      const { cache, world, ask, advance } = start();
      await ask();
      cache.note(everything);
      cache.saved();
      Object.assign(world, { text: "failure", ...broken });
      for (let times = 0; times < 10; times += 1) expect(await ask()).toBe("first");
      expect([cache.renders, cache.lastGoods]).toEqual([2, 10]);
      advance(5_001);
      expect(await ask()).toBe("first");
      expect(cache.renders).toBe(3);
      Object.assign(world, { text: "back", isBroken: false, status: 200, control: "public" });
      expect(await ask()).toBe("first");
      cache.note(product(POLO));
      expect(await ask()).toBe("back");
    },
  );

  test("a redraw that fails leaves the old page there, and is not tried again right away", async () => {
    const { cache, world, ask, settle, endPauses, advance, errors } = start();
    await ask();
    cache.note(everything);
    world.isBroken = true;
    for (let times = 0; times < 3; times += 1) {
      expect(await ask()).toBe("first");
      await endPauses();
    }
    expect(errors).toEqual(["/page: the database is away"]);
    Object.assign(world, { text: "second", isBroken: false });
    advance(5_001);
    expect(await ask()).toBe("first");
    await settle();
    expect(await ask()).toBe("second");
    expect(cache.lastGoods).toBe(0);
  });

  test("a page that hangs is served as it was after a second, then right away, and as it is when it is drawn at last", async () => {
    const { cache, world, ask, settle, endPauses, pauses } = start();
    await ask();
    cache.note(everything);
    cache.saved();
    const { promise: database, resolve } = Promise.withResolvers<void>();
    Object.assign(world, { text: "second", database });
    const asked = [ask(), ask()];
    await settle();
    expect(pauses.map(({ ms }) => ms)).toEqual([1_000, 1_000]);
    await endPauses();
    expect(await Promise.all(asked)).toEqual(["first", "first"]);
    expect(await ask()).toBe("first");
    expect(cache.renders).toBe(2);
    resolve();
    await settle();
    expect(await ask()).toBe("second");
    expect(cache.lastGoods).toBe(3);
  });

  test("each rendering that throws is reported once, however many wait for it", async () => {
    const { cache, world, ask, errors } = start();
    await ask();
    world.isBroken = true;
    cache.note(everything);
    cache.saved();
    await Promise.all([ask(), ask(), ask()]);
    expect(errors).toEqual(["/page: the database is away"]);
  });

  test("a page that was never rendered fails, and is retried at the next request", async () => {
    const { world, ask } = start();
    world.isBroken = true;
    await expect(ask()).rejects.toThrow("away");
    world.isBroken = false;
    expect(await ask()).toBe("first");
  });
});

test("a page is as old as the moment at which its drawing began", async () => {
  const { cache, world, ask, settle, advance } = start();
  const { promise: database, resolve } = Promise.withResolvers<void>();
  world.database = database;
  const asked = ask();
  await settle();
  advance(5 * 60_000 + 1);
  resolve();
  await asked;
  await ask();
  await settle();
  expect(cache.renders).toBe(2);
});

describe("a clock that was ahead", () => {
  const DAY_MS = 24 * 60 * 60_000;

  test("does not keep what was drawn under it once it is set back", async () => {
    const { cache, world, ask, advance } = start();
    await ask();
    world.text = "second";
    advance(-DAY_MS);
    expect(await ask()).toBe("second");
    advance(1_000);
    await ask();
    expect(cache.renders).toBe(2);
  });

  test("does not put off the next attempt at a page that could not be drawn", async () => {
    const { cache, world, ask, advance } = start();
    await ask();
    advance(DAY_MS);
    cache.note(everything);
    cache.saved();
    world.isBroken = true;
    expect(await ask()).toBe("first");
    advance(-DAY_MS);
    Object.assign(world, { text: "second", isBroken: false });
    expect(await ask()).toBe("second");
  });
});

test.each([
  ["searches of a robot's own", (at: number) => `/shop?q=${at}`, 200],
  ["pages of products that do not exist", (at: number) => pageOf(`${at}`), 404],
] as const)("10,000 %s push out no page that shoppers look at", async (_, nameOf, status) => {
  const { cache, world, ask } = start({ bytesMax: 100_000 });
  const good = Array.from({ length: 20 }, (_none, at) => `/good/${at}`);
  for (const name of good) await ask(name);
  world.status = status;
  for (let at = 0; at < 10_000; at += 1) for (const _twice of [1, 2]) await ask(nameOf(at));
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
  const { renders } = cache;
  for (const name of good) await ask(name);
  expect(cache.renders).toBe(renders);
});

test("a product that is gone takes no room of those that are there", async () => {
  const { cache, world, ask } = start();
  await ask(pageOf(POLO));
  const { bytes } = cache;
  cache.note(product(POLO));
  cache.saved();
  world.status = 404;
  await ask(pageOf(POLO));
  expect(cache.bytes).toBe(bytes);
});

test("a page that sets a cookie is drawn for each who waits for it, and not kept", async () => {
  const { cache, world, drawn } = start();
  world.cookies = ["visitor=1"];
  const filled = await Promise.all([1, 2, 3].map(() => cache.fill("/page", "")));
  expect(filled.map(({ kind }) => kind)).toEqual(["once", "once", "once"]);
  expect(drawn).toHaveLength(3);
  expect(cache.bytes).toBe(0);
});

test("an encoding that few take is made when it is asked for, and counts", async () => {
  const { cache, world, ask } = start();
  world.text = "long enough to be compressed ".repeat(100);
  expect(await ask()).toBe(world.text);
  const before = cache.bytes;
  expect(cache.recall("/page", "gzip")?.headers["content-encoding"]).toBe("gzip");
  expect(cache.bytes).toBeGreaterThan(before);
  const after = cache.bytes;
  expect(cache.recall("/page", "gzip")?.headers["content-encoding"]).toBe("gzip");
  expect(cache.recall("/page", "br")?.headers["content-encoding"]).toBe("br");
  expect(cache.bytes).toBe(after);
});
