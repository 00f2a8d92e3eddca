// Requests written byte by byte, so that nothing between the attack and the shop mends them.
import { connect } from "node:net";

export type Answer = {
  /** 0: the shop closed the connection without an answer. */
  status: number;
  /** Names in lower case; one that came several times has a line for each. */
  headers: Map<string, string>;
  body: string;
  ms: number;
};

export type Asked = {
  method?: string;
  /** As it stands in the request line. */
  target: string;
  /** Written in this order; a name may come twice. Host is added when no pair names it. */
  headers?: [string, string][];
  /** Parts that are written one after another until the shop answers. */
  body?: Iterable<Uint8Array | string>;
};

const ANSWER_MS_MAX = 20_000;

/** Sends one request on a connection of its own; `host` is what the Host header says. */
export function ask(to: { port: number; host: string }, asked: Asked): Promise<Answer> {
  const { method = "GET", target, headers = [], body } = asked;
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(to.port, "127.0.0.1");
    let received = "";
    const end = () => {
      socket.destroy();
      resolve({ ...readAnswer(received), ms: performance.now() - started });
    };
    socket.setEncoding("latin1");
    socket.setTimeout(ANSWER_MS_MAX, end);
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.on("close", end);
    socket.on("error", end);
    socket.on("connect", async () => {
      const named = headers.some(([name]) => name.toLowerCase() === "host");
      const all = [...(named ? [] : [["Host", to.host]]), ...headers, ["Connection", "close"]];
      socket.write(
        `${method} ${target} HTTP/1.1\r\n${all.map((pair) => pair.join(": ")).join("\r\n")}\r\n\r\n`,
      );
      for (const part of body ?? []) {
        if (received !== "" || socket.destroyed) break;
        if (!socket.write(part)) await new Promise((go) => socket.once("drain", go).once("close", go));
      }
    });
  });
}

function readAnswer(text: string): Omit<Answer, "ms"> {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    const before = headers.get(name);
    const value = line.slice(at + 1).trim();
    headers.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return { status: Number(first.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

/** A form as a browser sends it. */
export function form(fields: Record<string, string>): { headers: [string, string][]; body: string[] } {
  const text = new URLSearchParams(fields).toString();
  const headers: [string, string][] = [
    ["Content-Type", "application/x-www-form-urlencoded"],
    ["Content-Length", String(text.length)],
  ];
  return { headers, body: [text] };
}
