// What stands before the machines of a shop: one address, whose connections go in turn to a machine that answers. It
// outlives every machine, so shoppers and the provider always knock at the same door.
import { connect, createServer, type Socket } from "node:net";

const LOOK_EVERY_MS = 300;
const ANSWER_MS_MAX = 1_000;

export type Front = { origin: string; stop: () => void };

export async function startFront(ports: readonly number[]): Promise<Front> {
  const down = new Set<number>();
  const open = new Map<number, Set<Socket>>(ports.map((port) => [port, new Set<Socket>()]));
  let turn = 0;
  const inTurn = () => {
    turn += 1;
    const all = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    return [...all.filter((port) => !down.has(port)), ...all.filter((port) => down.has(port))];
  };
  const server = createServer((client) => {
    client.on("error", () => {});
    const lead = ([port, ...others]: number[]) => {
      if (port === undefined || client.destroyed) return void client.destroy();
      const machine = connect(port, "127.0.0.1");
      let isConnected = false;
      machine.on("error", () => (isConnected ? client.destroy() : lead(others)));
      machine.once("connect", () => {
        isConnected = true;
        open.get(port)?.add(client);
        machine.once("close", () => client.destroy());
        client.pipe(machine).pipe(client);
      });
      client.once("close", () => {
        open.get(port)?.delete(client);
        machine.destroy();
      });
    };
    lead(inTurn());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  // A single machine is asked even while it is not ready: nobody else could answer.
  const looking = ports.length > 1 ? setInterval(() => void look(ports, down, open), LOOK_EVERY_MS) : null;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      if (looking) clearInterval(looking);
      server.close();
      for (const clients of open.values()) for (const client of clients) client.destroy();
    },
  };
}

async function look(ports: readonly number[], down: Set<number>, open: Map<number, Set<Socket>>) {
  await Promise.all(
    ports.map(async (port) => {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return void down.delete(port);
      if (down.has(port)) return;
      down.add(port);
      for (const client of open.get(port) ?? []) client.destroy();
    }),
  );
}
