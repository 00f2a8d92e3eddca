// Raw requests, for what no well-behaved client would send.
import { connect, type Socket } from "node:net";

/** wasAskedToGoOn: "100 Continue" came before the response. */
export type RawAnswer = {
  status: number;
  head: string;
  body: string;
  isClosed: boolean;
  wasAskedToGoOn: boolean;
};

const ANSWER_MS_MAX = 20_000;

/** Sends `text` as it is and reads one response. `then` may send more. Status 0: the connection ended without one. */
export function sendRaw(
  port: number,
  text: string | Buffer,
  then: (socket: Socket) => void = () => {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let received = "";
    let wasAskedToGoOn = false;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      then(socket);
    });
    const finish = (isClosed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      const headEnd = received.indexOf("\r\n\r\n");
      const head = received.slice(0, Math.max(headEnd, 0));
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: received.slice(headEnd + 4), isClosed, wasAskedToGoOn });
    };
    const limit = setTimeout(() => finish(false), ANSWER_MS_MAX);
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      received += String(part);
      const goOn = /^HTTP\/1\.1 100 .*\r\n\r\n/.exec(received)?.[0] ?? "";
      wasAskedToGoOn ||= goOn !== "";
      received = received.slice(goOn.length);
      const head = /^HTTP[\s\S]*?\r\n\r\n/.exec(received)?.[0];
      const length = /\r\ncontent-length: (\d+)/i.exec(head ?? "")?.[1];
      const isWhole = head && length !== undefined && received.length >= head.length + Number(length);
      if (isWhole && !/\r\nconnection: close/i.test(head)) finish(false);
    });
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
  });
}
