// A mail server that keeps the Message-ID of every mail that it has taken. It takes its time, and turns some away with
// "try again later". A mail counts as taken once its "250" was written, whether or not the shop ever reads that.
import { createServer, type Socket } from "node:net";
import type { Random } from "../../random.ts";

const REFUSED = 0.04;
const DELAY_MS = { least: 2, most: 40 };

export type MailSink = {
  url: string;
  /** By Message-ID: how often it was taken. */
  taken: Map<string, number>;
  refused: () => number;
  stop: () => void;
};

export async function startMailSink(random: Random): Promise<MailSink> {
  const taken = new Map<string, number>();
  const sockets = new Set<Socket>();
  let refused = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    talk(
      socket,
      (text) => {
        if (random.chance(REFUSED)) {
          refused += 1;
          return "451 4.7.1 try again later";
        }
        const id = /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? "a mail without Message-ID";
        taken.set(id, (taken.get(id) ?? 0) + 1);
        return "250 2.0.0 taken";
      },
      () => DELAY_MS.least + random.below(DELAY_MS.most),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `smtp://127.0.0.1:${port}`, taken, refused: () => refused, stop };
}

function talk(socket: Socket, judge: (text: string) => string, delayMs: () => number): void {
  let unread = "";
  let lines: string[] | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (lines !== null) {
      if (line !== ".") return void lines.push(line);
      const text = lines.join("\r\n");
      lines = null;
      setTimeout(() => {
        if (!socket.destroyed) say(judge(text));
      }, delayMs());
      return;
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === "DATA") lines = [];
    if (command === "DATA") say("354 go ahead");
    else if (command === "QUIT") socket.end("221 bye\r\n");
    else say("250 ok");
  };
  socket.on("data", (bytes) => {
    const all = (unread + bytes.toString("utf8")).split("\r\n");
    unread = all.pop() ?? "";
    for (const line of all) hear(line);
  });
  say("220 sink.example ESMTP");
}
