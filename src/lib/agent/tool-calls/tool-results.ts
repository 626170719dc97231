/** Drafts of a tool's results and of its end. */
import type { UserError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import { clip } from '../../base/one-line.ts';
import { mergeLabels, type ToolResultFrame } from '../frames/frames.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import { UNKNOWN_LABELS } from '../frames/labels.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { CallRecord } from '../state/turns.ts';
import type { ToolOutcome } from './tool.ts';

export interface Failure {
  readonly error: UserError;
  readonly recoverable: boolean;
}

export function createResultDrafts(
  call: Pick<CallRecord, 'key' | 'tool' | 'id'>,
  state: AgentState,
  outcome: ToolOutcome,
  failure: Failure | null,
  ms: number,
  observe: boolean,
): Drafts {
  const message = failure ? outcome.message : fillPlaceholders(outcome);
  const { key, tool, id: parentId } = call;
  const ending = { ...createEnding(outcome, failure), index: countResults(state, key), ms };
  const result = createResultDraft(call, outcome, message, ending, state);
  if (!observe) return [result];
  const { labels } = result;
  return [
    result,
    {
      kind: 'observation',
      parentId,
      labels,
      step: state.step,
      by: 'rule',
      text: truncateObservation(message) || tool,
      of: [key],
    },
  ];
}

export const createEnding = (outcome: ToolOutcome, failure: Failure | null) => ({
  final: true,
  isError: failure !== null,
  error: failure?.error ?? null,
  recoverable: failure?.recoverable ?? true,
  end: outcome.end ?? false,
});

type Ending = ReturnType<typeof createEnding> & { readonly index: number; readonly ms: number };

export function createResultDraft(
  call: Pick<CallRecord, 'key' | 'tool' | 'id'>,
  outcome: ToolOutcome,
  message: string,
  ending: Ending,
  state: AgentState,
): FrameDraft {
  const { payload, content = [], structured = null, objects, told } = outcome;
  // a result may repeat its call: no more trusted than what led to it
  const labels = mergeLabels(outcome.labels, state.turn?.labels ?? UNKNOWN_LABELS);
  return {
    kind: 'tool.result',
    parentId: call.id,
    key: call.key,
    tool: call.tool,
    labels,
    payload,
    message: clip(message, SIZE_LIMITS.message),
    content,
    structured,
    objects,
    ...ending,
    ...(told !== undefined && { told }),
  };
}

export const countResults = (state: AgentState, key: string): number => findResults(state, key).length;

export const findResults = (state: AgentState, key: string): readonly ToolResultFrame[] =>
  state.turn?.calls.find((call) => call.key === key)?.results ?? [];

export function fillPlaceholders({ message, name, objects, metadata = {} }: ToolOutcome): string {
  const values: Readonly<Record<string, Json>> = { ...metadata, name, num_objects: objects.length };
  return message.replace(/\{(\w{1,40})\}/g, (whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? whole : typeof value === 'string' ? value : JSON.stringify(value);
  });
}

const MAX_OBSERVATION_CHARS = 200;

export function truncateObservation(message: string): string {
  return clip(message, MAX_OBSERVATION_CHARS);
}
