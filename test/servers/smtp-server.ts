import { createServer, type Server, type Socket } from "node:net";

type Message = { from: string; to: string[]; messageId: string; data: string; at: number };

/**
 * The fate of a message: the server's response to its end ("250 …" accepts it, after "421 …" the server hangs up), a
 * hang-up in the middle of the message, or no response ever.
 */
export type Answer = `${number} ${string}` | "hang up" | "silence";

type Options = {
  /** Before each of the server's lines. */
  latencyMs?: number;
  /** Decides when a message's headers are read; omitted: the next of `answers`. */
  judge?: (message: Pick<Message, "to" | "messageId">) => Answer;
};

const TAKEN: Answer = "250 2.0.0 queued";

/**
 * A minimal mail server: it responds to the end of each message with the next of `answers`, and then accepts
 * everything.
 */
export class TinySmtpServer {
  /** Messages that it accepted; `at` is performance.now() at that time. */
  readonly messages: Message[] = [];
  readonly commands: string[] = [];
  connections = 0;
  readonly #judge: NonNullable<Options["judge"]>;
  readonly #latencyMs: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(answers: Answer[], { latencyMs = 0, judge = () => answers.shift() ?? TAKEN }: Options = {}) {
    this.#judge = judge;
    this.#latencyMs = latencyMs;
    this.#server = createServer((socket) => this.#talk(socket));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  /** Closes all connections. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): Promise<void> {
    this.hangUp();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #talk(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let unread = "";
    let message = newMessage();
    let answer: Answer | null = null;
    let inData = false;
    const say = (line: string) => {
      if (this.#latencyMs === 0) socket.write(`${line}\r\n`);
      else setTimeout(() => socket.write(`${line}\r\n`), this.#latencyMs);
    };
    const hearMessage = (line: string) => {
      if (line === "" && answer === null) {
        message.messageId = /^Message-ID:\s*(\S+)/im.exec(message.data)?.[1] ?? "";
        answer = this.#judge(message);
        if (answer === "hang up") socket.destroy();
      }
      if (line !== ".") {
        message.data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
        return;
      }
      inData = false;
      if (answer === null || answer === "silence" || answer === "hang up") return;
      if (answer.startsWith("250")) this.messages.push({ ...message, at: performance.now() });
      say(answer);
      if (answer.startsWith("421")) setTimeout(() => socket.end(), this.#latencyMs);
      message = newMessage();
      answer = null;
    };
    const hear = (line: string) => {
      if (inData) {
        hearMessage(line);
        return;
      }
      this.commands.push(line);
      const command = line.slice(0, 4).toUpperCase();
      if (command === "EHLO") say("250 tiny.example");
      else if (command === "DATA") {
        inData = true;
        say("354 go ahead");
      } else if (command === "QUIT") {
        say("221 bye");
        socket.end();
      } else {
        if (command === "MAIL") message.from = line.slice("MAIL FROM:".length);
        if (command === "RCPT") message.to.push(line.slice("RCPT TO:".length));
        say("250 ok");
      }
    };
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (bytes) => {
      unread += bytes.toString("utf8");
      const lines = unread.split("\r\n");
      unread = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 tiny.example ESMTP");
  }
}

function newMessage(): Message {
  return { from: "", to: [], messageId: "", data: "", at: 0 };
}
