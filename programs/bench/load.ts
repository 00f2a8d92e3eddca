// Sends as many requests as a server answers, over persistent connections. The client does as little as it can
// (it counts the bytes of each answer and checks its status), so that only the server is measured.
import { connect, type Socket } from "node:net";

const CONNECTIONS = 16;
const HEAD_END = Buffer.from("\r\n\r\n");

/** `path`: of each request, where they differ. `took`: gets the milliseconds of each answer. */
export type Target = { port: number; path: string | (() => string); took?: number[] };

/** Requests for `ms` milliseconds; returns the number of answers. Throws on any status but 200. */
export async function askFor(target: Target, ms: number): Promise<number> {
  const until = performance.now() + ms;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => converse(target, until)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Requests `times` times. */
export async function askTimes(target: Target, times: number): Promise<void> {
  const each = Math.ceil(times / CONNECTIONS);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => converse(target, Number.POSITIVE_INFINITY, each)),
  );
}

function converse(
  { port, path, took }: Target,
  until: number,
  times = Number.POSITIVE_INFINITY,
): Promise<number> {
  const requestOf = (url: string) =>
    `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`;
  const always = typeof path === "string" ? requestOf(path) : null;
  let asked = { at: 0, url: String(path) };
  const next = () => {
    if (always !== null && !took) return always;
    asked = { at: performance.now(), url: typeof path === "string" ? path : path() };
    return requestOf(asked.url);
  };
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(next()));
    let waiting: Buffer = Buffer.alloc(0);
    let missing = 0;
    let answers = 0;
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(answers);
    };
    const answered = () => {
      answers += 1;
      took?.push(performance.now() - asked.at);
      if (answers >= times || performance.now() >= until) end();
      else socket.write(next());
    };
    socket.setNoDelay(true);
    socket.on("error", end);
    socket.on("end", () => end(new Error(`${asked.url} was not answered to its end`)));
    socket.on("data", (chunk) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) answered();
        return;
      }
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const headEnd = waiting.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = waiting.toString("latin1", 0, headEnd);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith("HTTP/1.1 200") || length === undefined) {
        end(new Error(`${asked.url} was answered by:\n${head}`));
        return;
      }
      missing = Number(length) - (waiting.length - headEnd - HEAD_END.length);
      waiting = Buffer.alloc(0);
      if (missing === 0) answered();
    });
  });
}
