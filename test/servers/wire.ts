// A connection between the shop and its PostgreSQL that can be cut, or go silent as behind a firewall that has dropped
// its state: both ends believe that it is open, and nothing arrives anymore. It also reads what the shop sends.

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export type Wire = {
  /** The database's URL through this proxy. */
  url: string;
  /** Names of the prepared statements that were sent, except the unnamed one. */
  statementNames: () => string[];
  /** Everything that was sent as text, to search for words such as LISTEN. */
  sent: () => string;
  /** Current connections go silent; new ones work. */
  silence: () => void;
  cut: () => void;
  close: () => Promise<void>;
  /** Resolves when the words of `holds` passed; after that nothing passes on that connection. */
  held: Promise<void>;
  /** Releases what is held, each time it is called. */
  release: () => void;
};

/**
 * asked: the words that the shop sends are held. answered: they pass, and the response to them is held. `after`: only once
 * these words have passed.
 */
type Hold = { words: string; when: "asked" | "answered"; after?: string };

export async function layWire(databaseUrl: string, { holds }: { holds?: Hold } = {}): Promise<Wire> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  const chunks: Buffer[] = [];
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const releases: (() => void)[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on("data", (chunk: Buffer) => chunks.push(chunk));
    if (holds) {
      releases.push(joinHolding([near, far], holds, hold));
    } else {
      near.pipe(far);
      far.pipe(near);
    }
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => pairs.delete(pair));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    statementNames: () => chunks.flatMap(namesIn),
    sent: () => Buffer.concat(chunks).toString("latin1"),
    silence: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    cut,
    held,
    release: () => {
      for (const release of releases) release();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Connects the two until the words pass; returns how to reconnect them. */
function joinHolding(
  [near, far]: [Socket, Socket],
  { words, when, after = "" }: Hold,
  held: () => void,
): () => void {
  const waiting: [Socket, Buffer][] = [];
  let isHeld = false;
  let isNear = false;
  // The words may arrive in two chunks.
  let before = "";
  const pass = (to: Socket, chunk: Buffer) => {
    if (isHeld) waiting.push([to, chunk]);
    else to.write(chunk);
  };
  near.on("data", (chunk: Buffer) => {
    let sent = before + chunk.toString("latin1");
    if (!isNear && sent.includes(after)) {
      isNear = true;
      sent = sent.slice(sent.indexOf(after));
    }
    before = sent.slice(1 - (isNear ? words : after).length);
    const isMeant = isNear && !isHeld && sent.includes(words);
    if (isMeant && when === "answered") far.write(chunk);
    if (isMeant) isHeld = true;
    if (!isMeant || when === "asked") pass(far, chunk);
    if (isMeant) held();
  });
  far.on("data", (chunk: Buffer) => pass(near, chunk));
  near.once("close", () => far.destroy());
  far.once("close", () => near.destroy());
  return () => {
    isHeld = false;
    for (const [to, chunk] of waiting.splice(0)) to.write(chunk);
  };
}

const HEAD = 5;

/** The names in the Parse messages of one write of the driver, which always writes whole messages. */
function namesIn(chunk: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + HEAD <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1)) {
    const length = chunk.readUInt32BE(at + 1);
    if (length < 4) break;
    if (chunk[at] !== "P".charCodeAt(0)) continue;
    const name = chunk.toString("utf8", at + HEAD, chunk.indexOf(0, at + HEAD));
    if (name !== "") names.push(name);
  }
  return names;
}
