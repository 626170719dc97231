/**
 * One short call, listened to: what came, when, how it ended, and what it took. The one rule: a call always ends, and what
 * it took is counted whatever became of it.
 */
import type { RawReply } from '../agent/decision.ts';
import type { Clock } from '../base/clock.ts';
import type { Model, ModelFailure, ModelRequest, ModelUsage } from '../models/model.ts';
import type { TokenCounter } from '../models/tokens.ts';

export interface Heard {
  readonly reply: RawReply;
  /** Null for a reply that came to its end. */
  readonly failure: ModelFailure | null;
  readonly aborted: boolean;
  /** Milliseconds from the question to each piece of the text, and to the end. */
  readonly pieces: readonly number[];
  readonly ms: number;
  readonly usage: ModelUsage;
  /** Tokens as we count them: of the question's words, of all of it with its tools, and of the text that came. */
  readonly worded: number;
  readonly asked: number;
  readonly written: number;
}

export interface Ear {
  /** Makes one call. */
  hear(request: ModelRequest): Promise<Heard>;
  /** Everything heard so far. */
  readonly heard: readonly Heard[];
}

export interface EarDeps {
  readonly model: Model;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCounter, 'count'>;
  readonly signal: AbortSignal;
}

export function ear({ model, clock, tokens, signal }: EarDeps): Ear {
  const heard: Heard[] = [];

  async function listen(request: ModelRequest): Promise<Heard> {
    const began = clock.now();
    const since = (): number => Math.max(0, clock.now() - began);
    const texts: string[] = [];
    const pieces: number[] = [];
    const calls: RawReply['calls'][number][] = [];
    let end: Pick<Heard, 'failure' | 'aborted' | 'usage'> & { finish: RawReply['finish'] } = CUT;
    let refused = false;
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'text') {
        texts.push(event.text);
        pieces.push(since());
      }
      if (event.type === 'tool-call') calls.push(event);
      if (event.type === 'done') end = { ...CUT, aborted: false, finish: event.finish, usage: event.usage };
      if (event.type === 'error') {
        end = { ...CUT, aborted: false, failure: event.failure };
        refused = event.refused === true;
      }
    }
    const { finish, ...rest } = end;
    const text = texts.join('');
    const ms = since();
    const worded = refused ? 0 : await tokens.count(wordsOf(request));
    const asked = refused ? 0 : worded + (await tokens.count(JSON.stringify(request.tools ?? [])));
    return { ...rest, reply: { text, calls, finish }, pieces, ms, worded, asked, written: await tokens.count(text) };
  }

  return {
    async hear(request) {
      const one = await listen(request);
      heard.push(one);
      return one;
    },
    heard,
  };
}

const CUT = { failure: null, aborted: true, usage: {}, finish: 'other' } as const;

/** What every server has to read of a request, however it shows tools and pictures to its model. */
function wordsOf({ messages }: ModelRequest): string {
  return messages.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : ''))).join('\n');
}

/** Tokens that all calls together took: the server's figures where it gives them, our count where it does not. */
export function takenBy(heard: readonly Heard[]): number {
  return heard.reduce((sum, { usage, asked, written }) => sum + (usage.input ?? asked) + (usage.output ?? written), 0);
}
