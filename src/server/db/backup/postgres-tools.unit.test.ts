import { createServer, Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "#test/servers/postgres.ts";
import { start, withClient } from "./postgres-tools.ts";

/** A host that takes connections and says nothing. */
const silent = createServer(() => {});
let url = "";
beforeEach(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", resolve));
  url = `postgres://shop:secret@127.0.0.1:${port}/shop`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  silent.close();
});

test("[KN-6] the connections of a backup give up a host that says nothing, and ask one that has gone quiet", async () => {
  const keepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const refused = expect(withClient(url, async () => {})).rejects.toThrow(/timeout/);
  await vi.waitFor(() => expect(keepAlive).toHaveBeenCalledWith(true, 10_000), { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
});

test("[KN-6] PostgreSQL's programs do the same, and what the URL itself says counts", async () => {
  const { child, ended } = start("echo", `${url}?sslmode=disable&keepalives_idle=60`, []);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await ended;
  expect(said).toContain(
    "/shop?connect_timeout=20&keepalives_idle=10&keepalives_interval=5&keepalives_count=3&sslmode=disable&keepalives_idle=60",
  );
  expect(said).not.toContain("secret");
});
