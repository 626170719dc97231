/** One entry of the trace: a decision with its calls, or something between two. The one rule: a value; nothing acts on it. */
import type { Args } from '../lib/agent/decision.ts';
import type { ModelReplyFrame, ToolResultFrame } from '../lib/agent/frames.ts';
import type { t } from './strings.ts';

export type TraceState = keyof typeof t.stepStates;

/** Input and output tokens. */
export interface Spent {
  readonly input: number;
  readonly output: number;
}

export interface TraceFound {
  readonly name: string;
  readonly preview: string;
  readonly length: number;
  /** Hash of the picture whose text it is; '' for none. */
  readonly picture: string;
}

export interface TraceResult {
  readonly message: string;
  readonly isError: boolean;
  /** Beginnings of what was found, with the size of the whole. */
  readonly found: readonly TraceFound[];
}

/** One part of a long page inside a call. */
export interface TracePart extends Spent {
  readonly key: string;
  readonly title: string;
  readonly state: TraceState;
  readonly ms: number | null;
}

export interface TraceCall {
  readonly key: string;
  readonly tool: string;
  readonly args: Args;
  readonly state: TraceState;
  readonly results: readonly TraceResult[];
  readonly ms: number | null;
  readonly parts: readonly TracePart[];
  /** What the person said to it, in words; '' where nobody was asked. */
  readonly said: string;
}

/** What failed and what was learnt from it. */
export interface TraceReflection {
  readonly by: 'model' | 'rule';
  readonly errorType: string;
  readonly tool: string;
  readonly args: Args;
  readonly analysis: string;
  readonly fix: string;
  /** Not the first of its type: now for another approach. */
  readonly repeated: boolean;
}

/** A decision that the model is no longer shown, or not whole. */
export interface TraceTurn {
  readonly step: number;
  readonly title: string;
  readonly calls: readonly TraceCall[];
}

/** Room made in what the model is shown. */
export interface TraceCompaction {
  /** Of its frame: what bringing it back names. */
  readonly id: string;
  readonly by: 'model' | 'rule';
  readonly stage: 'clear' | 'summary';
  /** Tokens of the whole context. */
  readonly before: number;
  readonly after: number;
  readonly summary: string;
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly dropped: readonly TraceTurn[];
  /** The model is shown all of it again. */
  readonly restored: boolean;
}

export interface TraceItem {
  /** The frame it began with. */
  readonly id: string;
  /** Milliseconds since the run began. */
  readonly since: number;
  readonly title: string;
  readonly state: TraceState;
  /** Who decided; null for what is no decision. */
  readonly by: 'model' | 'rule' | null;
  readonly thought: string;
  /** Why a decision was not acted on, or what a pause or a failure is about. */
  readonly detail: string;
  /** Of the model call that decided. */
  readonly ms: number | null;
  readonly spent: Spent | null;
  readonly calls: readonly TraceCall[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  readonly observation: string;
  readonly reflection: TraceReflection | null;
  readonly compaction: TraceCompaction | null;
  /** How many quotes of the answer were found in what was read; null where it has none. */
  readonly checked: { readonly found: number; readonly missing: number } | null;
}

/** Where a person said no, or what became of it, their word is the result; what the model was told repeats it. */
export function withResult({ results, state, said }: TraceCall, frame: ToolResultFrame): Partial<TraceCall> {
  if (said !== '' && state === 'info') return {};
  const message = frame.isError ? (frame.trouble?.message ?? frame.message) : frame.message;
  const found = frame.objects.map(({ name, body: { preview, length }, meta: { picture } }) => ({
    name,
    preview,
    length,
    picture: name === 'picture' && typeof picture === 'string' ? picture : '',
  }));
  const ended = frame.isError ? 'failed' : 'done';
  return {
    results: [...results, { message, isError: frame.isError, found }],
    state: frame.final ? ended : state,
    ms: frame.final && frame.ms > 0 ? frame.ms : null,
  };
}

const ORDER: readonly TraceState[] = ['asking', 'running', 'cut', 'done', 'failed', 'info'];

/** A decision to call is as far as its calls are: failed only where none of them gave anything. */
export function settled(item: TraceItem): TraceItem {
  const states = item.calls.map(({ state }) => state);
  return { ...item, state: ORDER.find((state) => states.includes(state)) ?? item.state };
}

/** Whatever was under way when the person stopped the run was cut short. */
export function stopped(item: TraceItem): TraceItem {
  const cut = (state: TraceState): TraceState => (state === 'running' || state === 'asking' ? 'cut' : state);
  const calls = item.calls.map((call) => ({
    ...call,
    state: cut(call.state),
    parts: call.parts.map((part) => ({ ...part, state: cut(part.state) })),
  }));
  return { ...item, calls, state: cut(item.state) };
}

export function stateAfter(finish: ModelReplyFrame['finish']): TraceState {
  if (finish === 'aborted') return 'cut';
  return finish === 'failed' ? 'failed' : 'done';
}
