// One listening connection a channel, however many parts of the process hear it.
import type { Hearer, Listening } from "./listener.ts";

type Start = (channel: string, hearer: Hearer) => Promise<Listening>;
type Channel = { hearers: Set<Hearer>; listening: Promise<Listening> };

export class Channels {
  readonly #start: Start;
  readonly #open = new Map<string, Channel>();

  constructor(start: Start) {
    this.#start = start;
  }

  /** `hearer.session` is told of connections that are made from now on. */
  async listen(name: string, hearer: Hearer): Promise<Listening> {
    const channel = this.#open.get(name) ?? this.#begin(name, hearer);
    channel.hearers.add(hearer);
    try {
      const { hears, doubt } = await channel.listening;
      return { hears, doubt, end: () => this.#leave(name, channel, hearer) };
    } catch (error) {
      await this.#leave(name, channel, hearer);
      throw error;
    }
  }

  #begin(name: string, first: Hearer): Channel {
    const hearers = new Set([first]);
    const listening = this.#start(name, {
      heard: (payload) => {
        for (const { heard } of hearers) heard(payload);
      },
      missed: () => {
        for (const { missed } of hearers) missed();
      },
      changed: (hears) => {
        for (const { changed } of hearers) changed?.(hears);
      },
      session: async (client) => {
        for (const { session } of hearers) await session?.(client);
      },
    });
    const channel = { hearers, listening };
    this.#open.set(name, channel);
    return channel;
  }

  async #leave(name: string, channel: Channel, hearer: Hearer): Promise<void> {
    channel.hearers.delete(hearer);
    if (channel.hearers.size === 0) await this.#close(name, channel);
  }

  async #close(name: string, channel: Channel): Promise<void> {
    if (this.#open.get(name) === channel) this.#open.delete(name);
    await channel.listening.then(
      (listening) => listening.end(),
      () => {},
    );
  }

  async end(): Promise<void> {
    await Promise.all([...this.#open].map(([name, channel]) => this.#close(name, channel)));
  }
}
