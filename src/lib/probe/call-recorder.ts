/** Makes one short call and records reply, timing and token use, however the call ends. */
import type { Tokens } from '../agent/budget/usage.ts';
import type { RawReply } from '../agent/frames/decision.ts';
import type { Clock } from '../base/clock.ts';
import type { Model, ModelFailure, ModelRequest, ModelUsage } from '../models/model.ts';
import type { TokenCounter } from '../models/tokens/token-counter.ts';

export interface CallResult {
  readonly reply: RawReply;
  /** Null for a complete reply. */
  readonly failure: ModelFailure | null;
  readonly aborted: boolean;
  /** Milliseconds from the request. */
  readonly pieces: readonly number[];
  readonly ms: number;
  readonly usage: ModelUsage;
  /** Our own token counts: the request's text, the same with its tools, the reply. */
  readonly textTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface CallRecorder {
  recordCall(request: ModelRequest): Promise<CallResult>;
  readonly results: readonly CallResult[];
}

export interface CallRecorderDeps {
  readonly model: Model;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCounter, 'count'>;
  /** Told of each call before it is made: what it spends at least, by our own count. */
  readonly onBegun: (spent: Tokens) => void;
  /** Told of each call when it ends. */
  readonly onSpent: (spent: Tokens) => void;
  readonly signal: AbortSignal;
}

export function createCallRecorder({ model, clock, tokens, onBegun, onSpent, signal }: CallRecorderDeps): CallRecorder {
  const results: CallResult[] = [];

  async function recordCall(request: ModelRequest): Promise<CallResult> {
    const written = await tokens.count(joinRequestText(request));
    const sent = written + (await tokens.count(JSON.stringify(request.tools ?? [])));
    onBegun({ input: sent, output: 0 });
    const startedAt = clock.now();
    const getElapsed = (): number => Math.max(0, clock.now() - startedAt);
    const texts: string[] = [];
    const pieces: number[] = [];
    const calls: RawReply['calls'][number][] = [];
    let end: Pick<CallResult, 'failure' | 'aborted' | 'usage'> & { finish: RawReply['finish'] } = ABORTED_CALL;
    let refused = false;
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'text') {
        texts.push(event.text);
        pieces.push(getElapsed());
      }
      if (event.type === 'tool-call') calls.push(event);
      if (event.type === 'done') end = { ...ABORTED_CALL, aborted: false, finish: event.finish, usage: event.usage };
      if (event.type === 'error') {
        end = { ...ABORTED_CALL, aborted: false, failure: event.failure, usage: event.usage ?? {} };
        refused = event.refused === true;
      }
    }
    const { finish, ...rest } = end;
    const text = texts.join('');
    const ms = getElapsed();
    const [textTokens, inputTokens] = refused ? [0, 0] : [written, sent];
    const result: CallResult = {
      ...rest,
      reply: { text, calls, finish },
      pieces,
      ms,
      textTokens,
      inputTokens,
      outputTokens: await tokens.count(text),
    };
    results.push(result);
    onSpent(sumTokens([result]));
    return result;
  }

  return { recordCall, results };
}

const ABORTED_CALL = { failure: null, aborted: true, usage: {}, finish: 'other' } as const;

function joinRequestText({ messages }: ModelRequest): string {
  return messages.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : ''))).join('\n');
}

/** Tokens of all calls: the server's counts if given, otherwise ours. */
export const sumTokens = (results: readonly CallResult[]): Tokens => ({
  input: results.reduce((sum, { usage, inputTokens }) => sum + (usage.input ?? inputTokens), 0),
  output: results.reduce((sum, { usage, outputTokens }) => sum + (usage.output ?? outputTokens), 0),
});
