import type { Args } from '../../lib/agent/frames/decision.ts';
import type { ModelReplyFrame, ToolResultFrame } from '../../lib/agent/frames/frames.ts';
import type { t } from '../strings/strings.ts';

export type TraceState = keyof typeof t.stepStates;

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

export interface TraceArtifact {
  readonly name: string;
  readonly preview: string;
  readonly length: number;
  /** Hash of the picture that the text was read from; '' for none. */
  readonly picture: string;
}

export interface TraceResult {
  readonly message: string;
  readonly isError: boolean;
  readonly artifacts: readonly TraceArtifact[];
}

export interface TracePart extends TokenCounts {
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
  /** '' if the user was not asked. */
  readonly userDecision: string;
}

export interface TraceReflection {
  readonly by: 'model' | 'rule';
  readonly errorType: string;
  readonly tool: string;
  readonly args: Args;
  readonly analysis: string;
  readonly fix: string;
  /** An error of this type has occurred before. */
  readonly repeated: boolean;
}

/** A decision that the model no longer sees, or not completely. */
export interface TraceTurn {
  readonly step: number;
  readonly title: string;
  readonly calls: readonly TraceCall[];
}

export interface TraceCompaction {
  /** Id of its frame; needed to unhide it. */
  readonly id: string;
  readonly by: 'model' | 'rule';
  readonly stage: 'clear' | 'summary';
  readonly before: number;
  readonly after: number;
  readonly summary: string;
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly dropped: readonly TraceTurn[];
  readonly isUnhidden: boolean;
}

export interface TraceItem {
  readonly id: string;
  /** Milliseconds since the run began. */
  readonly since: number;
  readonly title: string;
  readonly state: TraceState;
  /** Null if it is no decision. */
  readonly by: 'model' | 'rule' | null;
  readonly thought: string;
  /** Why a decision was not executed, or the message of a pause or failure. */
  readonly detail: string;
  readonly ms: number | null;
  readonly usage: TokenCounts | null;
  readonly calls: readonly TraceCall[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  readonly observation: string;
  readonly reflection: TraceReflection | null;
  readonly compaction: TraceCompaction | null;
  /** Null if the answer has no quotes. */
  readonly checked: { readonly found: number; readonly missing: number } | null;
}

/** Skipped if the user declined the call or reported its outcome: it would only repeat that. */
export function addResult({ results, state, userDecision }: TraceCall, frame: ToolResultFrame): Partial<TraceCall> {
  if (userDecision !== '' && state === 'info') return {};
  const message = frame.isError ? (frame.error?.message ?? frame.message) : frame.message;
  const artifacts = frame.objects.map(({ name, body: { preview, length }, meta }) => ({
    name,
    preview,
    length,
    picture: name === 'picture' ? meta.picture : '',
  }));
  const ended = frame.isError ? 'failed' : 'done';
  return {
    results: [...results, { message, isError: frame.isError, artifacts }],
    state: frame.final ? ended : state,
    ms: frame.final && frame.ms > 0 ? frame.ms : null,
  };
}

const STATE_PRECEDENCE: readonly TraceState[] = ['asking', 'running', 'cut', 'done', 'failed', 'info'];

/** Failed only if no call succeeded. */
export function deriveState(item: TraceItem): TraceItem {
  const states = item.calls.map(({ state }) => state);
  return { ...item, state: STATE_PRECEDENCE.find((state) => states.includes(state)) ?? item.state };
}

/** Marks what was in progress when the user stopped the run. */
export function markAsCut(item: TraceItem): TraceItem {
  const cutState = (state: TraceState): TraceState => (state === 'running' || state === 'asking' ? 'cut' : state);
  const calls = item.calls.map((call) => ({
    ...call,
    state: cutState(call.state),
    parts: call.parts.map((part) => ({ ...part, state: cutState(part.state) })),
  }));
  return { ...item, calls, state: cutState(item.state) };
}

export function toTraceState(finish: ModelReplyFrame['finish']): TraceState {
  if (finish === 'aborted') return 'cut';
  return finish === 'failed' ? 'failed' : 'done';
}
