/** Counts the tokens of a streaming reply, never delaying or failing it, in a bounded share of time. */
import type { RawCall } from '../frames/decision.ts';
import type { Clock, TokenCounter, TokenStream } from '../ports.ts';
import type { TokenSpend } from '../budget/usage.ts';

const COUNT_INTERVAL_MS = 250;
/** Each count repeats an unbroken run of text. */
const MAX_TIME_SHARE = 0.1;

/** `output`: with the thoughts, as servers charge them. */
type MeteredTokens = Pick<TokenSpend, 'output' | 'reasoning'>;

export class TokenMeter {
  readonly #stream: TokenStream;
  readonly #thoughts: TokenStream;
  readonly #clock: Clock;
  #latest: MeteredTokens | undefined;
  #nextCountAt: number;

  constructor(tokens: TokenCounter, clock: Clock) {
    this.#stream = tokens.stream();
    this.#thoughts = tokens.stream();
    this.#clock = clock;
    this.#nextCountAt = clock.now() + COUNT_INTERVAL_MS;
  }

  /** Returns the latest count, undefined before the first. */
  append(text: string): MeteredTokens | undefined {
    return this.#appendTo(this.#stream, text);
  }

  appendThought(text: string): MeteredTokens | undefined {
    return this.#appendTo(this.#thoughts, text);
  }

  /** Call once, at the end. */
  countAll(calls: readonly RawCall[]): Promise<MeteredTokens> {
    for (const { name, arguments: args } of calls) this.#stream.append(name + args);
    return this.#count();
  }

  #appendTo(stream: TokenStream, text: string): MeteredTokens | undefined {
    stream.append(text);
    if (this.#clock.now() >= this.#nextCountAt) this.#countNow();
    return this.#latest;
  }

  async #count(): Promise<MeteredTokens> {
    const [written, reasoning] = await Promise.all([this.#stream.count(), this.#thoughts.count()]);
    return { output: written + reasoning, reasoning };
  }

  #countNow(): void {
    const began = this.#clock.now();
    this.#nextCountAt = Infinity; // one count at a time
    this.#count().then(
      (tokens) => {
        const now = this.#clock.now();
        this.#latest = tokens;
        this.#nextCountAt = now + Math.max(COUNT_INTERVAL_MS, (now - began) / MAX_TIME_SHARE);
      },
      () => undefined, // the final count reports the error
    );
  }
}
