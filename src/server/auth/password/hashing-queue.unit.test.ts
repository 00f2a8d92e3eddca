import { expect, test } from "vitest";
import { HASHES_AT_ONCE, HashingBusy, HashingQueue } from "./hashing-queue.ts";

/** Passwords whose hashing ends when the test says so. */
function slowHashing() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const hash = (password: string) => {
    started.push(password);
    return new Promise<string>((resolve) => ends.push(() => resolve(`hash of ${password}`)));
  };
  const queue = new HashingQueue({ hash, verify: async () => true });
  const end = async () => {
    ends.shift()?.();
    // The next one starts some microtasks later.
    await new Promise(setImmediate);
  };
  return { queue, started, end };
}

test("[TR-2] of a burst of passwords two are hashed at once, twenty wait, and the rest is sent away", async () => {
  const { queue, started, end } = slowHashing();
  const burst = Array.from({ length: 50 }, (_, index) => queue.hash(`guess ${index}`, { isFirst: false }));
  const settled = Promise.allSettled(burst);
  expect(started).toHaveLength(HASHES_AT_ONCE);
  for (let count = 1; count <= 22; count += 1) {
    await end();
    expect(started).toHaveLength(Math.min(count + HASHES_AT_ONCE, 22));
  }
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(28);
  expect(refused[0]).toMatchObject({ reason: expect.any(HashingBusy) });
  void queue.hash("afterwards");
  expect(started.at(-1)).toBe("afterwards");
});

test("[TR-2] a known browser is hashed before strangers who came earlier, and is never sent away", async () => {
  const { queue, started, end } = slowHashing();
  const strangers = Array.from({ length: 22 }, (_, index) =>
    queue.hash(`guess ${index}`, { isFirst: false }),
  );
  const owner = ["owner", "owner again"].map((password) => queue.hash(password));
  await end();
  await end();
  expect(started.slice(HASHES_AT_ONCE)).toEqual(["owner", "owner again"]);
  for (let count = 0; count < 22; count += 1) await end();
  expect(await Promise.all(owner)).toEqual(["hash of owner", "hash of owner again"]);
  expect(await Promise.all(strangers)).toHaveLength(22);
});
