import { createServer, type Server, type Socket } from "node:net";

type Message = { from: string; to: string[]; data: string };

/** A minimal mail server: it answers the end of each message with the next of `answers`. */
export class TinySmtpServer {
  readonly messages: Message[] = [];
  readonly commands: string[] = [];
  connections = 0;
  #answers: string[];
  #server: Server;

  constructor(answers: string[]) {
    this.#answers = answers;
    this.#server = createServer((socket) => this.#talk(socket));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #talk(socket: Socket): void {
    this.connections += 1;
    let unread = "";
    let message: Message = { from: "", to: [], data: "" };
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (inData) {
        if (line !== ".") {
          message.data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
          return;
        }
        inData = false;
        const answer = this.#answers.shift() ?? "250 2.0.0 queued";
        if (answer.startsWith("250")) this.messages.push(message);
        message = { from: "", to: [], data: "" };
        say(answer);
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
    socket.on("data", (bytes) => {
      unread += bytes.toString("utf8");
      const lines = unread.split("\r\n");
      unread = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 tiny.example ESMTP");
  }
}
