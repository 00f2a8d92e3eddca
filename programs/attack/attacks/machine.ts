import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { type Attack, unless } from "../attack.ts";
import { hasGreeted, launch, OWNER, settingsOf } from "../attacked-shop.ts";

const REFUSAL_MS_MAX = 60_000;

/** Whether a shop with these settings gives up by itself. */
async function refusesToStart(settings: Record<string, string>): Promise<boolean> {
  const shop = launch(settings);
  const deadline = performance.now() + REFUSAL_MS_MAX;
  while (shop.code() === undefined && performance.now() < deadline && !hasGreeted(shop.output())) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const code = shop.code();
  await shop.end();
  return code !== undefined && code !== 0;
}

export const machine: Attack[] = [
  {
    promise: "TR-6",
    name: "live mode without mail, and a demo that strangers can reach, refuse to start",
    modes: ["live"],
    run: async (shop) => {
      const other = { DATA_DIR: `${shop.dataDir}-other`, PORT: "0", ADMIN_EMAIL: OWNER.email };
      const { SMTP_URL: _url, MAIL_FROM: _from, ...withoutMail } = settingsOf("live", "");
      return [
        ...unless(await refusesToStart({ ...other, ...withoutMail }), "live mode starts without SMTP_URL"),
        ...unless(await refusesToStart({ ...other, HOST: "0.0.0.0" }), "a demo starts on 0.0.0.0"),
        ...unless(
          await refusesToStart({ ...other, PUBLIC_URL: "https://demo.example" }),
          "a demo starts as https://demo.example",
        ),
      ];
    },
  },
  {
    promise: "TR-8",
    name: "nobody else on the machine reads the data folder",
    run: async (shop) => {
      const modeOf = (name: string) => statSync(path.join(shop.dataDir, name)).mode & 0o777;
      // The embedded database leaves its own files open, so the folders above them must let nobody in.
      const own = readdirSync(shop.dataDir).filter((name) => (modeOf(name) & 0o077) !== 0);
      return [
        ...unless(modeOf("") === 0o700, `the folder has mode ${modeOf("").toString(8)}`),
        ...unless(own.length === 0, `open to others: ${own.join(", ")}`),
      ];
    },
  },
  {
    promise: "TR-9",
    name: "a shop does not start with a common password, the owner's address, or the shop's name as its password",
    modes: ["demo"],
    run: async (shop) => {
      const other = { DATA_DIR: `${shop.dataDir}-weak`, PORT: "0", ADMIN_EMAIL: OWNER.email };
      const broken: string[] = [];
      for (const ADMIN_PASSWORD of ["password1234", "owner@example.com", "golfproshop1"]) {
        broken.push(
          ...unless(await refusesToStart({ ...other, ADMIN_PASSWORD }), `${ADMIN_PASSWORD} passes`),
        );
      }
      return broken;
    },
  },
  {
    promise: "TR-12",
    name: "the secret of an order link and the owner's address are in no log line",
    run: async (shop) => {
      const token = "attack-token-that-nobody-may-read-in-a-log1";
      await shop.ask({ target: `/orders/${token}` });
      await shop.ask({
        target: `/orders/${token}?x=1`,
        headers: [["Referer", `${shop.publicUrl}/orders/${token}`]],
      });
      const logged = shop
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"));
      return [
        ...unless(!logged.some((line) => line.includes(token)), "the token is logged"),
        ...unless(!logged.some((line) => line.includes(OWNER.email)), "the owner's address is logged"),
      ];
    },
  },
  {
    promise: "TR-5",
    name: "a stranger who names an address of this machine neither reads the metrics nor escapes the limits",
    modes: ["live"],
    run: async (shop) => {
      const broken: string[] = [];
      for (const named of ["127.0.0.1", "::1", "10.0.0.1", "127.0.0.1, 203.0.113.9"]) {
        const { status } = await shop.ask({ target: "/metrics", headers: [["X-Forwarded-For", named]] });
        broken.push(
          ...unless(status === 404 || status === 401 || status === 403, `/metrics as ${named}: ${status}`),
        );
      }
      const statuses: number[] = [];
      for (let index = 0; index < 60; index += 1) {
        const headers: [string, string][] = [["X-Forwarded-For", `2001:db8:7:7::${index.toString(16)}`]];
        statuses.push((await shop.ask({ target: "/sitemap.xml", headers })).status);
      }
      return [
        ...broken,
        ...unless(statuses.includes(429), "60 addresses of one /64 read the sitemap without a limit"),
      ];
    },
  },
];
