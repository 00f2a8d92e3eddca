import { type Attack, unless } from "../attack.ts";

const TOOLS = [
  "/dev/mailbox",
  "/dev/mailbox/1",
  "/dev/mailbox.css",
  "/sandbox",
  "/sandbox/",
  "/sandbox/state",
  "/sandbox/state/",
  "/sandbox/payments",
  "/sandbox/v1/payment_intents",
  "/sandbox/checkout/../state",
  "/sandbox/checkout/%2e%2e/state",
  "/sandbox/api/%2e%2e/state",
];
const CONTROLS = ["/sandbox/faults", "/sandbox/clock", "/sandbox/race", "/sandbox/payments/pi_1/settle"];

export const demoTools: Attack[] = [
  {
    promise: "TR-6",
    name: "a stranger in a public demo opens neither the mailbox nor the sandbox",
    modes: ["public"],
    run: async (shop) => {
      const broken: string[] = [];
      // A stranger may say that he sits at the machine.
      for (const from of ["203.0.113.61", "127.0.0.1"]) {
        for (const target of TOOLS) {
          const { status } = await shop.ask({ target, headers: [["X-Forwarded-For", from]] });
          broken.push(...unless(status === 302 || status === 400, `${target} from ${from}: ${status}`));
        }
        for (const target of CONTROLS) {
          const headers: [string, string][] = [
            ["Origin", shop.publicUrl],
            ["X-Forwarded-For", from],
            ["Content-Type", "application/json"],
            ["Content-Length", "2"],
          ];
          const { status } = await shop.ask({ method: "POST", target, headers, body: ["{}"] });
          broken.push(...unless(status === 403, `POST ${target} from ${from}: ${status}`));
        }
      }
      return broken;
    },
  },
  {
    promise: "TR-6",
    name: "a page on the internet that points its name at this machine does not open the demo's tools",
    modes: ["demo"],
    run: async (shop) => {
      const broken: string[] = [];
      for (const host of [`evil.example:${shop.port}`, `127.0.0.1.evil.example:${shop.port}`]) {
        for (const target of [
          "/dev/mailbox",
          "/sandbox/state",
          `http://localhost:${shop.port}/sandbox/state`,
        ]) {
          const { status } = await shop.ask({ target, headers: [["Host", host]] });
          broken.push(...unless(status === 308 || status === 403, `${target} as ${host}: ${status}`));
        }
      }
      return broken;
    },
  },
];
