import { parseUrl } from "../text/query-text.ts";

/** A link to the store's profile on a network. */
export type Social = {
  url: string;
  /** Of the network, or the host of one that is not known. */
  name: string;
  /** A symbol of src/web/layout/socials.svg. */
  icon: keyof typeof networks | "link";
};

/** By their icons. */
export const networks = {
  instagram: { name: "Instagram", hosts: ["instagram.com"] },
  facebook: { name: "Facebook", hosts: ["facebook.com", "fb.com"] },
  tiktok: { name: "TikTok", hosts: ["tiktok.com"] },
  youtube: { name: "YouTube", hosts: ["youtube.com", "youtu.be"] },
  pinterest: { name: "Pinterest", hosts: ["pinterest.com", "pin.it"] },
  threads: { name: "Threads", hosts: ["threads.net", "threads.com"] },
  x: { name: "X", hosts: ["x.com", "twitter.com"] },
} as const;

/** "https://www.instagram.com/shop" → Instagram, "https://golf.example/x" → golf.example. */
export function socialOf(url: string): Social {
  const host = parseUrl(url)?.hostname.replace(/^www\./, "") ?? "";
  const isAt = (known: string) => host === known || host.endsWith(`.${known}`);
  for (const icon of Object.keys(networks) as (keyof typeof networks)[]) {
    const { name, hosts } = networks[icon];
    if (hosts.some(isAt)) return { url, name, icon };
  }
  return { url, name: host, icon: "link" };
}
