/**
 * What a model writes, counted while it arrives. The one rule: showing how much it is never holds the reply up, never
 * fails it, and never takes more than a part of the time.
 */
import type { RawCall } from './decision.ts';
import type { Clock, TokenCounter, TokenStream } from './ports.ts';

/** Milliseconds between two counts for the eye; more where counting takes long. */
const PAUSE_MS = 250;
/** Share of the time that such counts may take: an unbroken run is counted anew each time. */
const SHARE = 0.1;

export class Written {
  readonly #stream: TokenStream;
  readonly #clock: Clock;
  #tokens: number | undefined;
  #due: number;

  constructor(tokens: TokenCounter, clock: Clock) {
    this.#stream = tokens.stream();
    this.#clock = clock;
    this.#due = clock.now() + PAUSE_MS;
  }

  /** Takes a piece of the text; gives the tokens of what came before, as far as they have been counted. */
  append(text: string): number | undefined {
    this.#stream.append(text);
    if (this.#clock.now() >= this.#due) this.#look();
    return this.#tokens;
  }

  /** Tokens of the whole reply: its text, then the names and arguments of its calls. Ask once, at the end. */
  whole(calls: readonly RawCall[]): Promise<number> {
    for (const { name, arguments: args } of calls) this.#stream.append(name + args);
    return this.#stream.count();
  }

  #look(): void {
    const began = this.#clock.now();
    this.#due = Infinity; // one at a time
    this.#stream.count().then(
      (tokens) => {
        const now = this.#clock.now();
        this.#tokens = tokens;
        this.#due = now + Math.max(PAUSE_MS, (now - began) / SHARE);
      },
      () => undefined, // the count at the end says why
    );
  }
}
