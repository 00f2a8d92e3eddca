// The minimum that Node can do with a page, as a yardstick for the shop's cached pages.
// `node programs/bench/pages/bare-server.ts FILE PORT` answers every request with headers and body from a JSON file.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export type BareAnswer = { headers: Record<string, string>; body: string };

const [file = "", port = ""] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(file, "utf8")) as Record<string, BareAnswer>;
const ready = new Map(
  Object.entries(answers).map(([path, { headers, body }]) => [
    path,
    { headers, body: Buffer.from(body, "base64") },
  ]),
);

createServer((request, response) => {
  const answer = ready.get(request.url ?? "");
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
