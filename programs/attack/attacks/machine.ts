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
      const names = ["", ...readdirSync(shop.dataDir, { recursive: true, encoding: "utf8" })];
      const open = names.filter((name) => {
        const file = statSync(path.join(shop.dataDir, name), { throwIfNoEntry: false });
        return file !== undefined && (file.mode & 0o077) !== 0;
      });
      return unless(
        open.length === 0,
        `${open.length} of ${names.length} are open to others, such as ${open[0] || "the folder"}`,
      );
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
