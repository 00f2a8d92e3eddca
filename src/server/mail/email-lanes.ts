// The emails that one worker is sending. Retries leave one slot free, since some of them hang on every attempt. After a
// mail server outage nearly all emails are retries, so they get the other slots.
import type { ClaimedEmail } from "./queries.ts";
import type { EmailEnd } from "./send-email.ts";

export type EndedEmail = { mail: ClaimedEmail; end: EmailEnd };

/** Emails that end close together are recorded by one commit, which takes longer than this on a slow disk. */
const GATHER_MS = 10;

export class EmailLanes {
  readonly #count: number;
  readonly #underWay = new Set<ClaimedEmail>();
  #ended: EndedEmail[] = [];
  #wake: () => void = () => {};

  constructor(count: number) {
    this.#count = count;
  }

  /** Nothing is being sent, and every result has been taken. */
  get isEmpty(): boolean {
    return this.#underWay.size + this.#ended.length === 0;
  }

  get free(): number {
    return this.#count - this.#underWay.size;
  }

  /** How many retries may start. */
  get freeForAgain(): number {
    const again = [...this.#underWay].filter(({ attempts }) => attempts > 1).length;
    return Math.max(0, Math.max(1, this.#count - 1) - again);
  }

  /** `work` never rejects. */
  begin(mail: ClaimedEmail, work: Promise<EmailEnd>): void {
    this.#underWay.add(mail);
    void work.then((end) => {
      this.#underWay.delete(mail);
      this.#ended.push({ mail, end });
      this.#wake();
    });
  }

  /** The emails that ended since the last call. Waits at most `ms` for the first one, and a moment longer for more. */
  async nextEnded(ms: number | null): Promise<EndedEmail[]> {
    await this.#wait(1, ms);
    if (this.#ended.length > 0) await this.#wait(Math.ceil(this.#count / 2), GATHER_MS);
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** Waits until this many have ended, or at most `ms`. */
  async #wait(count: number, ms: number | null): Promise<void> {
    const isOver = () => this.#ended.length >= count || this.#underWay.size === 0;
    if (isOver()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = () => {
        if (isOver()) resolve();
      };
      if (ms !== null) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}
