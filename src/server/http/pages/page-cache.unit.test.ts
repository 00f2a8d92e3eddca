import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ProductChange, ShownChange } from "../../shown/change.ts";
import { PageCache, type Render } from "./page-cache.ts";
import { ShownIndex } from "./shown-index.ts";

afterEach(() => {
  vi.useRealTimers();
});

const POLO = "11111111-0000-4000-8000-000000000000";
const CAP = "22222222-0000-4000-8000-000000000000";
const CARD = "33333333-0000-4000-8000-000000000000";

const change = (what: ProductChange["what"], id = POLO, created = 0): ShownChange => ({
  kind: "product",
  id,
  what,
  categories: ["SHIRTS"],
  created,
  designs: [],
});

/** A cache whose clock is moved by hand, and pages that say what `text` is when they are drawn. */
function start({ bytesMax = 1_000_000, shows = POLO, card = CARD, index = new ShownIndex() } = {}) {
  let now = 1_000_000;
  const errors: string[] = [];
  const cache = new PageCache(() => now, {
    bytesMax,
    index,
    onError: (name, error) => errors.push(`${name}: ${(error as Error).message}`),
  });
  const world = { text: "first", status: 200, control: "public", isBroken: false };
  const render: Render = async (shown) => {
    shown.noteProduct(shows);
    shown.noteList({ category: null, by: ["stock"], since: 1 }, [{ id: card, images: [] }]);
    const { text, status, control, isBroken } = world;
    await setImmediate();
    if (isBroken) throw new Error("the database is away");
    const headers = { "cache-control": control, "content-type": "text/html" };
    return { status, headers, cookies: [], body: Buffer.from(text) };
  };
  const told = (body: Buffer) => body.toString();
  /** As the page server asks. */
  const ask = async (name = "/page", draw = render) => {
    const hit = cache.recall(name, "");
    if (hit?.isOld) cache.refresh(name, draw);
    if (hit) return told(hit.body);
    const filled = await cache.fill(name, draw, "");
    return told(filled.kind === "once" ? filled.rendered.body : filled.answer.body);
  };
  const settle = async () => {
    for (const _ of [1, 2, 3]) await setImmediate();
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { cache, world, render, ask, settle, advance, errors };
}

describe("what changed", () => {
  test.each([
    ["edited", POLO],
    ["sold_out", POLO],
    ["listed", POLO],
  ] as const)("%s of what a page shows is seen at the next look", async (what, id) => {
    const { cache, world, ask } = start();
    await ask();
    world.text = "second";
    cache.note(change(what, id));
    expect(await ask()).toBe("second");
    expect(cache.renders).toBe(2);
  });

  test("of another product draws nothing", async () => {
    const { cache, ask, advance } = start();
    await ask();
    for (const what of ["edited", "sold_out", "stock"] as const) cache.note(change(what, CAP));
    advance(10_000);
    for (const _ of [1, 2, 3]) await ask();
    expect(cache.renders).toBe(1);
    expect(cache.hits).toBe(3);
  });

  test("harmlessly on a card or in a list makes nobody wait, however long ago it was", async () => {
    const { cache, world, ask, settle, advance } = start();
    await ask();
    for (const [what, id] of [
      ["level", CARD],
      ["back", CARD],
      ["back", CAP],
    ] as const) {
      advance(60_000);
      const before = await ask();
      world.text += " and again";
      cache.note(change(what, id, id === CAP ? 1 : 0));
      advance(60_000);
      expect(await ask()).toBe(before);
      await settle();
      expect(await ask()).toBe(world.text);
    }
    expect(cache.misses).toBe(1);
  });

  test("harmlessly is drawn in the background while the old page is served, and for no longer than a second", async () => {
    const { cache, world, ask, settle, advance } = start();
    await ask();
    advance(600);
    world.text = "second";
    cache.note(change("stock"));
    expect(await ask()).toBe("first");
    await settle();
    expect(await ask()).toBe("second");
    advance(600);
    world.text = "third";
    cache.note(change("stock"));
    advance(1_001);
    expect(await ask()).toBe("third");
    expect(cache.renders).toBe(3);
  });

  test("harmlessly and often draws a page no more often than twice a second", async () => {
    const { cache, ask, settle, advance } = start();
    await ask();
    for (let ms = 0; ms < 10_000; ms += 10) {
      cache.note(change("stock"));
      await ask();
      await settle();
      advance(10);
    }
    expect(cache.renders).toBeLessThanOrEqual(21);
    expect(cache.renders).toBeGreaterThan(10);
    expect(cache.misses).toBe(1);
  });

  test("while a page is drawn: who asked before gets it, who asks after gets one that was begun after", async () => {
    const { cache, world, ask } = start();
    const before = ask();
    world.text = "second";
    cache.note(change("edited"));
    const after = [ask(), ask()];
    expect(await before).toBe("first");
    expect(await Promise.all(after)).toEqual(["second", "second"]);
    expect(await ask()).toBe("second");
    expect(cache.renders).toBe(2);
  });

  test("of something else while a page is drawn does not throw it away", async () => {
    const { cache, ask } = start();
    const first = ask();
    cache.note(change("edited", CAP));
    const second = ask();
    await Promise.all([first, second]);
    expect(await ask()).toBe("first");
    expect(cache.renders).toBe(1);
  });

  test("more often than anybody remembers while a page is drawn counts as everything", async () => {
    const { cache, world, ask } = start();
    const first = ask();
    for (let at = 0; at < 1_500; at += 1) cache.note(change("edited", CAP));
    world.text = "second";
    await first;
    expect(await ask()).toBe("second");
  });

  test("of a page that was pushed out and drawn again is known of the new one alone", async () => {
    const { cache, ask } = start({ bytesMax: 10_000 });
    const showing =
      (id: string): Render =>
      async (shown) => {
        shown.noteProduct(id);
        return { status: 200, headers: { "cache-control": "public" }, cookies: [], body: Buffer.alloc(500) };
      };
    await ask("/page", showing(POLO));
    for (let at = 0; at < 50; at += 1) await ask(`/other/${at}`, showing(CARD));
    expect(cache.recall("/page", "")).toBeNull();
    await ask("/page", showing(CAP));
    cache.note(change("edited", POLO));
    expect(cache.recall("/page", "")).not.toBeNull();
    cache.note(change("edited", CAP));
    expect(cache.recall("/page", "")).toBeNull();
  });
});

test("a stampede on a product that sells out draws its page once", async () => {
  const { cache, world, ask } = start();
  await ask();
  world.text = "sold out";
  cache.note(change("sold_out"));
  const texts = await Promise.all(Array.from({ length: 1_000 }, () => ask()));
  expect(new Set(texts)).toEqual(new Set(["sold out"]));
  expect(cache.renders).toBe(2);
});

describe("a database that is away", () => {
  test.each([
    ["breaks", { isBroken: true }, { kind: "everything" }],
    ["fails", { status: 503 }, change("edited")],
    ["only remembers", { control: "no-store" }, change("sold_out")],
  ] as [string, object, ShownChange][])(
    "a page that %s is served as it was, tried every five seconds, and at once when the database tells something",
    async (_, broken, how) => {
      const { cache, world, ask, advance } = start();
      await ask();
      cache.note(change("edited"));
      Object.assign(world, { text: "failure", ...broken });
      for (let times = 0; times < 10; times += 1) expect(await ask()).toBe("first");
      expect(cache.renders).toBe(2);
      expect(cache.lastGoods).toBe(10);
      advance(5_001);
      expect(await ask()).toBe("first");
      expect(cache.renders).toBe(3);
      Object.assign(world, { text: "back", isBroken: false, status: 200, control: "public" });
      expect(await ask()).toBe("first");
      cache.note(how);
      expect(await ask()).toBe("back");
    },
  );

  test.each([
    ["stock", POLO],
    ["back", CARD],
  ] as const)(
    "[SH-7] that tells of harmless %s, too, has a page that could not be drawn tried at once",
    async (what, id) => {
      const { cache, world, ask } = start();
      await ask();
      cache.note(change("edited"));
      Object.assign(world, { text: "second", isBroken: true });
      expect(await ask()).toBe("first");
      world.isBroken = false;
      cache.note(change(what, id));
      expect(await ask()).toBe("second");
    },
  );

  test("a page that hangs is served as it was after a second, then at once, and as it is when it is drawn at last", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { cache, ask, settle, render } = start();
    await ask();
    cache.note(change("edited"));
    const { promise: database, resolve } = Promise.withResolvers<void>();
    const hanging: Render = async (shown) => {
      await database;
      return { ...(await render(shown)), body: Buffer.from("second") };
    };
    const asked = [ask("/page", hanging), ask("/page", hanging)];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(asked)).toEqual(["first", "first"]);
    expect(await ask("/page", hanging)).toBe("first");
    expect(cache.renders).toBe(2);
    resolve();
    await settle();
    expect(await ask("/page", hanging)).toBe("second");
    expect(cache.lastGoods).toBe(3);
  });

  test("each drawing that throws is told once, also one that nobody waits for", async () => {
    const { cache, world, ask, settle, advance, errors } = start();
    await ask();
    world.isBroken = true;
    cache.note(change("edited"));
    await Promise.all([ask(), ask(), ask()]);
    expect(errors).toEqual(["/page: the database is away"]);
    world.isBroken = false;
    advance(5_001);
    await ask();
    world.isBroken = true;
    advance(5 * 60_000 + 1);
    await ask();
    await settle();
    expect(errors).toHaveLength(2);
  });

  test("a drawing that throws before it waits for anything is tried again", async () => {
    const { ask } = start();
    const throwing = () => {
      throw new Error("at once");
    };
    await expect(ask("/page", throwing)).rejects.toThrow("at once");
    expect(await ask()).toBe("first");
  });

  test("a page that nobody ever saw fails", async () => {
    const { world, ask } = start();
    world.isBroken = true;
    await expect(ask()).rejects.toThrow("away");
  });
});

describe("a clock that was ahead", () => {
  const DAY_MS = 24 * 60 * 60_000;

  test("does not keep what was drawn under it once it is set back", async () => {
    const { cache, world, ask, advance } = start();
    await ask();
    world.text = "second";
    advance(-DAY_MS);
    expect(cache.recall("/page", "")).toBeNull();
    expect(await ask()).toBe("second");
    advance(1_000);
    await ask();
    expect(cache.renders).toBe(2);
  });

  test("does not put off the next attempt at a page that could not be drawn", async () => {
    const { cache, world, ask, advance } = start();
    await ask();
    advance(DAY_MS);
    cache.note(change("edited"));
    world.isBroken = true;
    expect(await ask()).toBe("first");
    advance(-DAY_MS);
    Object.assign(world, { text: "second", isBroken: false });
    expect(await ask()).toBe("second");
  });
});

test("a page that nobody asked for for long is not served as it was", async () => {
  const { world, ask, advance } = start();
  await ask();
  world.text = "the next day";
  advance(10 * 60_000 + 1);
  expect(await ask()).toBe("the next day");
});

test("a million pages of products that do not exist take the room of new pages only, and leave the others there", async () => {
  const { cache, world, ask, render } = start({ bytesMax: 100_000 });
  const good = Array.from({ length: 20 }, (_, at) => `/good/${at}`);
  for (const name of good) for (const _ of [1, 2]) await ask(name);
  world.status = 404;
  // The room is a hundredth of the real one, so is the crowd.
  for (let at = 0; at < 10_000; at += 1) {
    const name = `/nowhere/${at}`;
    for (const _ of [1, 2, 3]) if (!cache.recall(name, "")) await cache.fill(name, render, "");
  }
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
  const drawn = cache.renders;
  for (const name of good) await ask(name);
  expect(cache.renders).toBe(drawn);
});

test("a robot that asks each of its own searches twice pushes out no page that shoppers look at", async () => {
  const { cache, ask, render } = start({ bytesMax: 100_000 });
  const good = Array.from({ length: 20 }, (_, at) => `/good/${at}`);
  for (const name of good) for (const _ of [1, 2]) await ask(name);
  const search: Render = (shown) => {
    shown.isOfOwnWords = true;
    return render(shown);
  };
  for (let at = 0; at < 2_000; at += 1) for (const _ of [1, 2]) await ask(`/shop?q=${at}`, search);
  const drawn = cache.renders;
  for (const name of good) await ask(name);
  expect(cache.renders).toBe(drawn);
});

test("a page that sets a cookie is drawn for each who waits for it", async () => {
  const { cache, render } = start();
  let drawn = 0;
  const personal: Render = async (shown) => {
    drawn += 1;
    const visitor = drawn;
    return { ...(await render(shown)), cookies: [`visitor=${visitor}`] };
  };
  const filled = await Promise.all([1, 2, 3].map(() => cache.fill("/page", personal, "")));
  const cookies = filled.flatMap((each) => (each.kind === "once" ? each.rendered.cookies : []));
  expect(new Set(cookies).size).toBe(3);
});

test("an import of 10,000 products visits each page once until it is drawn anew", async () => {
  let visits = 0;
  const index = new ShownIndex();
  const find = index.touchedBy.bind(index);
  index.touchedBy = (told) => {
    const names = find(told);
    visits += names.size;
    return names;
  };
  const { cache, world, ask } = start({ index });
  for (let at = 0; at < 100; at += 1) await ask(`/page/${at}`);
  for (let at = 0; at < 10_000; at += 1) cache.note(change("listed", String(at), 1));
  expect(visits).toBe(100);
  world.text = "second";
  expect(await ask("/page/7")).toBe("second");
  cache.note(change("listed", CAP, 1));
  expect(visits).toBe(101);
});

test("nothing is remembered of what pages showed that are gone", async () => {
  const index = new ShownIndex();
  const cache = new PageCache(() => 0, { bytesMax: 10_000, index });
  const draw =
    (id: string): Render =>
    async (shown) => {
      shown.noteProduct(id);
      return { status: 200, headers: { "cache-control": "public" }, cookies: [], body: Buffer.alloc(500) };
    };
  for (let at = 0; at < 1_000; at += 1) await cache.fill(`/page/${at}`, draw(String(at)), "");
  expect(index.size).toBe(cache.size);
  expect(cache.size).toBeLessThan(20);
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
