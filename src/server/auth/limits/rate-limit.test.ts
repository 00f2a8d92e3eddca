import { describe, expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { countUse, sweepLimits } from "./count-use.ts";
import { type Limit, RateLimiter } from "./rate-limit.ts";

const store = freshShop({ env: { PUBLIC_URL: "https://shop.example" } });

const few: Limit = { name: "checkouts", requestsMax: 2, windowMs: 10_000 };
const counted = () => store.shop.db.selectFrom("limit_uses").select(["key", "uses"]).execute();

/** Where the database used to be. */
const gone = new Proxy(
  {},
  {
    get: () => () => {
      throw new Error("the database is gone");
    },
  },
) as TestShop["shop"]["db"];

test("a limited client hears how long to wait, and passes afterward", async () => {
  const limiter = new RateLimiter(store.shop);
  const ask = (ip: string) => limiter.secondsToWait(few, ip);
  expect([await ask("203.0.113.7"), await ask("203.0.113.7"), await ask("203.0.113.7")]).toEqual([0, 0, 10]);
  expect(await ask("203.0.113.8")).toBe(0);
  store.clock.advance(10_000);
  expect(await ask("203.0.113.7")).toBe(0);
  expect(limiter.refusals.get("checkouts")).toBe(1);
});

test("[TR-5] a clock that was set back an hour does not make the wait longer, in this process or another", async () => {
  const limiters = [new RateLimiter(store.shop), new RateLimiter(store.shop)];
  const ask = (at: number) => limiters[at]?.secondsToWait(few, "203.0.113.7");
  expect([await ask(0), await ask(0), await ask(0)]).toEqual([0, 0, 10]);
  store.clock.advance(-60 * 60_000);
  expect([await ask(1), await ask(0), await ask(1)]).toEqual([0, 0, 10]);
});

test("[TR-5] clocks of two machines that differ by seconds share one window", async () => {
  const ahead = new RateLimiter({ ...store.shop, clock: () => store.clock.now() + 3_000 });
  const limiter = new RateLimiter(store.shop);
  const waits = [];
  for (const each of [ahead, limiter, limiter]) waits.push(await each.secondsToWait(few, "203.0.113.7"));
  expect(waits).toEqual([0, 0, 13]);
});

describe("[TR-5] one count for all", () => {
  test("of processes: two of them let through as many as one", async () => {
    const processes = [new RateLimiter(store.shop), new RateLimiter(store.shop)];
    const waits = [];
    for (let turn = 0; turn < 4; turn += 1)
      waits.push(await processes[turn % 2]?.secondsToWait(few, "203.0.113.7"));
    expect(waits).toEqual([0, 0, 10, 10]);
  });

  test("of addresses of one /64, while its neighbor is another client", async () => {
    const limiter = new RateLimiter(store.shop);
    const asked = Array.from({ length: 9 }, (_, index) =>
      limiter.secondsToWait(few, `2001:db8:0:7::${index}`),
    );
    expect((await Promise.all(asked)).filter((seconds) => seconds === 0)).toHaveLength(2);
    expect(await limiter.secondsToWait(few, "2001:db8:0:8::1")).toBe(0);
  });

  test("of clients whose IP is lost", async () => {
    const limiter = new RateLimiter(store.shop);
    const ask = () => limiter.secondsToWait(few, "");
    expect([await ask(), await ask(), await ask()]).toEqual([0, 0, 10]);
  });

  test("no IP is stored, and a client over the limit costs the database nothing", async () => {
    const limiter = new RateLimiter(store.shop);
    for (let count = 0; count < 50; count += 1) await limiter.secondsToWait(few, "203.0.113.7");
    expect(await counted()).toEqual([{ key: expect.stringMatching(/^checkouts [\w-]{16}$/), uses: 2 }]);
  });
});

describe("[TR-5] a database that does not answer neither lifts nor closes a limit", () => {
  test("each process counts for itself, says so once, and shares again later", async () => {
    const limiter = new RateLimiter({ ...store.shop, db: gone });
    const waits = [];
    for (let count = 0; count < 4; count += 1) waits.push(await limiter.secondsToWait(few, "203.0.113.7"));
    expect(waits).toEqual([0, 0, 10, 10]);
    expect(await limiter.secondsToWait(few, "203.0.113.8")).toBe(0);
    expect(store.logs.filter(({ event }) => event === "limits.counted_alone")).toHaveLength(1);
  });
});

describe("[TR-5] loopback", () => {
  const ask = async (env: Record<string, string>) => {
    const home = await createTestShop({ env });
    const limiter = new RateLimiter(home.shop);
    const waits = Array.from({ length: 9 }, () => limiter.secondsToWait(few, "127.0.0.1"));
    return (await Promise.all(waits)).filter((seconds) => seconds > 0).length;
  };

  test("is one client like any other in a shop that others can reach: its proxy forgot the header", async () => {
    expect(await ask({ PUBLIC_URL: "https://shop.example" })).toBe(7);
    expect(await ask({ TRUST_PROXY: "1" })).toBe(7);
  });

  test("is the owner in a demo at home, who is never limited", async () => {
    expect(await ask({})).toBe(0);
  });
});

test("counts whose window is over are forgotten", async () => {
  const now = store.clock.now();
  await countUse(store.shop.db, { key: "short", now, windowMs: 1_000 });
  await countUse(store.shop.db, { key: "long", now, windowMs: 2_000 });
  store.clock.advance(1_000);
  await sweepLimits(store.shop);
  expect((await counted()).map(({ key }) => key)).toEqual(["long"]);
});
