/** The part of a run's state that a follow-up replaces. */
import type { UserError } from '../../base/errors.ts';
import { Ledger } from '../../base/append-map.ts';
import type { RawReply } from '../frames/decision.ts';
import type { AgentResponseFrame, Labels, ModelBinding, RunSpec } from '../frames/frames.ts';
import type { AskUserFrame, WaitFrame } from '../frames/control-frames.ts';
import type { ModelCallFrame } from '../frames/model-frames.ts';
import type { ModelFailure } from '../ports.ts';
import type { ModelSwitch } from './model-roles.ts';

export interface SettledReply extends RawReply {
  /** Null if the call is unknown. */
  readonly purpose: ModelCallFrame['purpose'] | null;
  readonly labels: Labels;
}

export interface PendingModelCall {
  readonly call: ModelCallFrame;
  /** Null if the run does not have that model. */
  readonly binding: ModelBinding | null;
  readonly underWay: boolean;
  /** Attempts started and failed; an interruption ends an attempt without failing it. */
  readonly tries: number;
  readonly failures: number;
  readonly failure: ModelFailure | null;
  readonly partial: string;
}

export type Answer = Pick<
  AgentResponseFrame,
  'text' | 'partial' | 'impossible' | 'note' | 'citations' | 'links' | 'nearest'
>;

/** What belongs to one request of the user; a follow-up begins a new one. */
export interface RequestState {
  /** Index of its first turn. */
  readonly firstTurn: number;
  /** Tokens and cost charged before it; budget and cost limit apply per request. */
  readonly chargedBefore: { readonly tokens: number; readonly cost: number };
  /** Steps before it or its last retry; they do not count against the limit. */
  readonly stepsBeforeRetry: number;
  /** Milliseconds since the run's start that do not count as working time: earlier requests and waiting. */
  readonly waitedMs: number;
  readonly wait: (Pick<WaitFrame, 'until' | 'message' | 'reason'> & { readonly since: number }) | null;
  readonly answer: Answer | null;
  readonly error: UserError | null;
  readonly asks: readonly AskUserFrame[];
  /** Settled calls of this turn by key, reused by a tool that runs again. */
  readonly replies: Ledger<SettledReply>;
  readonly modelCalls: ReadonlyMap<string, PendingModelCall>;
  readonly pendingReply: string | null;
  readonly rejectedCount: number;
  readonly activeTriggers: readonly string[];
  /** Share of the window that prompts use; below 1 once the window proved smaller than configured. */
  readonly windowShare: number;
  /** Largest ratio of the provider's token count to ours; at least 1. */
  readonly drift: number;
  readonly lastCount: { readonly key: string; readonly input: number } | null;
  readonly hasRecovered: boolean;
  /** Model replacements since the request began or was last retried, oldest first. */
  readonly switches: readonly ModelSwitch[];
  /** Number of sub-agents called for it. */
  readonly invokedCount: number;
  /** In bits, with its sub-agents: what sites learnt from the choice of links. */
  readonly told: number;
  /** The same by earlier requests of the run. */
  readonly toldBefore: number;
}

/** Returns the model calls of a turn that has made none; a new decision drops those of the last. */
export const createTurnCalls = (): Pick<RequestState, 'replies' | 'modelCalls' | 'pendingReply'> => ({
  replies: Ledger.empty(),
  modelCalls: new Map(),
  pendingReply: null,
});

/** Nothing was learnt of the model yet. */
export const UNMEASURED = { rejectedCount: 0, windowShare: 1, drift: 1, lastCount: null } as const;

/** `start`: where the request begins; default: at the start of the run. */
export const createRequest = (start: Partial<RequestState> = {}): RequestState => ({
  ...createTurnCalls(),
  ...UNMEASURED,
  firstTurn: 0,
  chargedBefore: { tokens: 0, cost: 0 },
  stepsBeforeRetry: 0,
  waitedMs: 0,
  wait: null,
  answer: null,
  error: null,
  asks: [],
  activeTriggers: [],
  hasRecovered: false,
  switches: [],
  invokedCount: 0,
  told: 0,
  toldBefore: 0,
  ...start,
});

/** Longest server delay before a fallback model takes over; without a fallback it is waited out. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** A model that wrote nothing twice to an optional call has nothing to say. */
const MAX_EMPTY_REPLIES = 2;

/** Whether a call failed beyond retry. Optional calls do not wait longer than `MAX_RETRY_AFTER_MS`. */
export function isGivenUp(call: PendingModelCall | undefined, { limits }: Pick<RunSpec, 'limits'>): boolean {
  if (call?.call.purpose === 'sample') return !call.underWay; // the user agreed to the price of one attempt
  // one that failed or was cut may have been paid; a refused option was not
  if (call?.call.purpose === 'opinion') return !call.underWay && (call.failure === null || call.failures > 0);
  if (!call?.failure) return false;
  const { code, retryable, retryAfterMs = 0 } = call.failure;
  const isEmpty = code === 'model.empty' && call.failures >= MAX_EMPTY_REPLIES;
  if (isOptional(call.call) && (isEmpty || retryAfterMs > MAX_RETRY_AFTER_MS)) return true;
  return !retryable || call.failures > limits.maxRetries;
}

/** Whether the run can continue without the reply, which is never part of the answer. */
export const isOptional = ({ purpose }: Pick<SettledReply, 'purpose'>): boolean =>
  purpose !== null && OPTIONAL_PURPOSES.has(purpose);

const OPTIONAL_PURPOSES: ReadonlySet<ModelCallFrame['purpose']> = new Set([
  'reflect',
  'compact',
  'look',
  'grade',
  'rewrite',
  'rank',
  'sample',
  'opinion',
]);
