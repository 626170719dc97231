import type { Args } from '../frames/decision.ts';
import { isChecked, isLocated } from '../frames/citation-markup.ts';
import type { Citation, Frame, JobName, ToolResultFrame } from '../frames/frames.ts';
import type { Tokens } from '../budget/usage.ts';
import type { AgentControlFrame, AskUserFrame } from '../frames/control-frames.ts';
import type { GradeFrame, ModelCallFrame, ModelReplyFrame } from '../frames/model-frames.ts';

/** `info`: nothing was carried out. */
export type ItemState = 'running' | 'asking' | 'done' | 'failed' | 'cut' | 'info';

/** What tools call models for. */
export const TOOL_PURPOSES: readonly ModelCallFrame['purpose'][] = [
  'part',
  'look',
  'grade',
  'rewrite',
  'rank',
  'translate',
  'sample',
];

/** A model call inside a tool call: its latest attempt. */
export interface PartItem extends Tokens {
  readonly call: ModelCallFrame;
  readonly state: ItemState;
  readonly ms: number | null;
}

export interface CallItem {
  readonly key: string;
  readonly tool: string;
  readonly args: Args;
  readonly state: ItemState;
  readonly results: readonly (ToolResultFrame | GradeFrame)[];
  readonly ms: number | null;
  readonly parts: readonly PartItem[];
  /** What the user decided about it; null if the user was not asked. */
  readonly verdict: Extract<AgentControlFrame, { control: 'approve' | 'decline' | 'outcome' }> | null;
  /** What its server asked the user while it ran, without what was entered. */
  readonly asked: readonly AskedItem[];
}

export interface AskedItem {
  readonly frame: AskUserFrame;
  /** Null while it is open. */
  readonly reply: 'answer' | 'decline' | null;
}

/** A decision that the model no longer sees, or not completely. */
interface HiddenTurn {
  readonly step: number;
  readonly item: TimelineItem;
}

export interface TimelineItem {
  readonly id: string;
  /** What it tells of: a decision, a model call without an outcome yet, or an event. */
  readonly frame: Frame;
  /** Job of the request that the item belongs to. */
  readonly job: JobName;
  /** Milliseconds since the run began. */
  readonly since: number;
  readonly state: ItemState;
  /** Reply of the model call that led to the item. */
  readonly reply: ModelReplyFrame | null;
  /** That model call failed before. */
  readonly hasRecovered: boolean;
  /** Model call of a part that failed or recovered. */
  readonly part: ModelCallFrame | null;
  readonly ms: number | null;
  readonly usage: Tokens | null;
  readonly calls: readonly CallItem[];
  readonly question: { readonly frame: AskUserFrame; readonly answer: string | null } | null;
  readonly observation: string;
  /** Null unless it is a compaction. */
  readonly hidden: { readonly turns: readonly HiddenTurn[]; readonly isUnhidden: boolean } | null;
  /** Null if the answer has no quotes. `turned`: those of `found` whose claim says otherwise than the source. */
  readonly checked: {
    readonly found: number;
    readonly turned: number;
    readonly shortened: number;
    readonly missing: number;
  } | null;
}

export const EMPTY_ITEM = {
  state: 'done',
  reply: null,
  hasRecovered: false,
  part: null,
  ms: null,
  usage: null,
  calls: [],
  question: null,
  observation: '',
  hidden: null,
  checked: null,
} as const;

/** Skipped if the user declined the call or reported its outcome: it would only repeat that. */
export function addResult({ results, state, verdict }: CallItem, frame: ToolResultFrame): Partial<CallItem> {
  if (verdict !== null && state === 'info') return {};
  const ended = frame.isError ? 'failed' : 'done';
  return {
    results: [...results, frame],
    state: frame.final ? ended : state,
    ms: frame.final && frame.ms > 0 ? frame.ms : null,
  };
}

const STATE_PRECEDENCE: readonly ItemState[] = ['asking', 'running', 'cut', 'done', 'failed', 'info'];

/** Failed only if no call succeeded. */
export function deriveState(item: TimelineItem): TimelineItem {
  const states = item.calls.map(({ state }) => state);
  return { ...item, state: STATE_PRECEDENCE.find((state) => states.includes(state)) ?? item.state };
}

/** Marks what was in progress when the user stopped the run. */
export function markAsCut(item: TimelineItem): TimelineItem {
  const cut = <T extends { readonly state: ItemState }>(part: T): T =>
    part.state === 'running' || part.state === 'asking' ? { ...part, state: 'cut' } : part;
  return cut({ ...item, calls: item.calls.map((call) => cut({ ...call, parts: call.parts.map(cut) })) });
}

export const markReplied = (
  asked: CallItem['asked'],
  key: string,
  reply: NonNullable<AskedItem['reply']>,
): CallItem['asked'] => asked.map((one) => (one.frame.key === key ? { ...one, reply } : one));

export function countChecked(citations: readonly Citation[]): TimelineItem['checked'] {
  if (citations.length === 0) return null;
  const located = citations.filter(isLocated).length;
  const checked = citations.filter(isChecked);
  const turned = checked.filter(({ mismatches }) => mismatches.length > 0).length;
  return { found: checked.length, turned, shortened: located - checked.length, missing: citations.length - located };
}
