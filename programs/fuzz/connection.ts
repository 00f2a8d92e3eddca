// One kept connection that sends requests as bytes, so that nothing on the way makes a hostile request polite.
import { connect, type Socket } from "node:net";

/** status 0: the connection ended without an answer. */
export type Answer = { status: number; head: string; body: string; ms: number };

const ANSWER_MS_MAX = 30_000;
const HEAD_END = "\r\n\r\n";

export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  async send(method: string, request: Buffer): Promise<Answer> {
    const began = performance.now();
    const { head, body } = await this.#exchange(method, request);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    return { status, head, body, ms: performance.now() - began };
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #exchange(method: string, request: Buffer): Promise<{ head: string; body: string }> {
    const socket = this.#open();
    return new Promise((resolve) => {
      let received = "";
      const finish = (isOver: boolean) => {
        clearTimeout(limit);
        socket.off("data", take).off("close", cut).off("error", cut);
        const answer = split(received);
        if (isOver || /\r\nconnection: close/i.test(answer.head)) this.close();
        resolve(answer);
      };
      const take = (part: string) => {
        received += part;
        received = received.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, "");
        if (isWhole(method, received)) finish(false);
      };
      const cut = () => finish(true);
      const limit = setTimeout(cut, ANSWER_MS_MAX);
      socket.on("data", take).once("close", cut).once("error", cut);
      socket.write(request);
    });
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    const socket = connect(this.#port, "127.0.0.1").setEncoding("latin1").setNoDelay(true);
    // An error between two requests only means that the next one needs a new connection.
    socket.on("error", () => {});
    this.#socket = socket;
    return socket;
  }
}

function split(received: string): { head: string; body: string } {
  const at = received.indexOf(HEAD_END);
  if (at < 0) return { head: received, body: "" };
  return { head: received.slice(0, at), body: received.slice(at + HEAD_END.length) };
}

function isWhole(method: string, received: string): boolean {
  if (!received.includes(HEAD_END)) return false;
  const { head, body } = split(received);
  if (method === "HEAD" || /^HTTP\/1\.1 (?:204|304)/.test(head)) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(head) && body.endsWith("0\r\n\r\n");
}
