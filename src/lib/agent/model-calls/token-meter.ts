/** Counts the tokens of a streaming reply, never delaying or failing it, in a bounded share of time. */
import type { RawCall } from '../frames/decision.ts';
import type { Clock, TokenCounter, TokenStream } from '../ports.ts';

const COUNT_INTERVAL_MS = 250;
/** Each count repeats an unbroken run of text. */
const MAX_TIME_SHARE = 0.1;

export class TokenMeter {
  readonly #stream: TokenStream;
  readonly #clock: Clock;
  #tokens: number | undefined;
  #nextCountAt: number;

  constructor(tokens: TokenCounter, clock: Clock) {
    this.#stream = tokens.stream();
    this.#clock = clock;
    this.#nextCountAt = clock.now() + COUNT_INTERVAL_MS;
  }

  /** Returns the latest count, undefined before the first. */
  append(text: string): number | undefined {
    this.#stream.append(text);
    if (this.#clock.now() >= this.#nextCountAt) this.#countNow();
    return this.#tokens;
  }

  /** Call once, at the end. */
  countAll(calls: readonly RawCall[]): Promise<number> {
    for (const { name, arguments: args } of calls) this.#stream.append(name + args);
    return this.#stream.count();
  }

  #countNow(): void {
    const began = this.#clock.now();
    this.#nextCountAt = Infinity; // one count at a time
    this.#stream.count().then(
      (tokens) => {
        const now = this.#clock.now();
        this.#tokens = tokens;
        this.#nextCountAt = now + Math.max(COUNT_INTERVAL_MS, (now - began) / MAX_TIME_SHARE);
      },
      () => undefined, // the final count reports the error
    );
  }
}
