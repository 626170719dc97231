/** The state of a run, derived by `fold.ts` from its frames and nothing else. */
import type { UserError } from '../../base/errors.ts';
import { Ledger } from '../../base/ledger.ts';
import { Sequence } from '../../base/sequence.ts';
import { UNCOMPACTED_VIEW, type ContextView } from './context-view.ts';
import { NO_BILL, type Bill } from '../budget/cost.ts';
import type { Args, RawReply } from '../frames/decision.ts';
import { NO_ARTIFACTS, type Artifacts } from './artifacts.ts';
import { SYSTEM_LABELS, USER_LABELS } from '../frames/labels.ts';
import type { Grades } from '../frames/grade.ts';
import type {
  AskUserFrame,
  Citation,
  Labels,
  ModelCallFrame,
  ModelBinding,
  PlanFrame,
  RunSpec,
  ToolResultFrame,
  RunRequest,
  WaitFrame,
} from '../frames/frames.ts';
import { EMPTY_MEMORY, type EpisodicMemory } from './memory.ts';
import type { ModelFailure, Phase, RunStatus } from '../ports.ts';
import type { ModelSwitch } from './model-roles.ts';
import { NO_USAGE, type Usage } from '../budget/usage.ts';

export type { Usage };

export type { Phase } from '../ports.ts';

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

export interface CallRecord {
  readonly key: string;
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /** `open`: intent stored, no result. `happened`: it was interrupted and the user says it was done. */
  readonly status: 'asked' | 'approved' | 'declined' | 'open' | 'happened' | 'settled';
  /** -1 without an intent frame. */
  readonly seq: number;
  readonly id: string;
  readonly results: readonly ToolResultFrame[];
  readonly observed: boolean;
  /** Hash of the approved tool and arguments; null if not asked or not approved. */
  readonly approved: string | null;
  readonly reflected: boolean;
}

export interface Turn {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `follow`: the user continued after an answer. */
  readonly decision: PlanFrame['decision'] | 'follow';
  readonly problem: string | null;
  readonly text: string;
  readonly calls: readonly CallRecord[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  readonly observation?: string;
  readonly labels: Labels;
  /** Labels of the deciding prompt; they restrict what its calls may do. */
  readonly promptLabels: Labels;
}

export interface Exchange extends Pick<
  RunRequest,
  'job' | 'goal' | 'tabId' | 'selection' | 'pictures' | 'sources' | 'action' | 'language'
> {
  readonly status: RunStatus;
  /** Null if it ended without an answer. */
  readonly answer: Answer | null;
}

export interface SubAgents {
  readonly live: ReadonlyMap<string, AgentState>;
  readonly ended: Ledger<AgentState>;
}

export interface Answer {
  readonly text: string;
  readonly partial: boolean;
  readonly impossible: boolean;
  readonly note: string;
  readonly citations: readonly Citation[];
}

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
  ...start,
});

export interface AgentState extends Artifacts, Grades {
  readonly spec: RunSpec | null;
  readonly status: RunStatus;
  readonly lastSeq: number;
  readonly lastId: string | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly step: number;
  readonly phase: Phase | null;
  readonly past: Sequence<Turn>;
  readonly turn: Turn | null;
  /** The user's current request. */
  readonly request: RequestState;
  readonly exchanges: Sequence<Exchange>;
  readonly outcomes: Ledger<{
    readonly times: number;
    readonly turn: number;
    readonly failed: boolean;
    /** '' for success. */
    readonly code: string;
    readonly recoverable: boolean;
    readonly message: string;
  }>;
  readonly userReplies: Sequence<{
    readonly form: AskUserFrame['form'];
    readonly about: string;
    readonly word: string;
  }>;
  readonly memory: EpisodicMemory;
  readonly view: ContextView;
  readonly usage: Usage;
  readonly bill: Bill;
  /** Number of resumes after an interruption, and the `seq` of the latest (-1 for never). */
  readonly resumes: number;
  readonly resumedAt: number;
  readonly subAgents: SubAgents;
  /** The user's, or of the prompt of the calling agent. */
  readonly inputLabels: Labels;
  /** Worst labels of everything read, received or written. */
  readonly worstLabels: Labels;
}

/** What a frame changes. */
export type StateChanges = Partial<Omit<AgentState, 'request'>> & { readonly request?: Partial<RequestState> };

export const applyChanges = (state: AgentState, { request, ...changes }: StateChanges): AgentState => ({
  ...state,
  ...changes,
  request: request ? { ...state.request, ...request } : state.request,
});

export function createSession(): AgentState {
  return EMPTY_STATE;
}

const EMPTY_STATE: AgentState = {
  spec: null,
  status: 'running',
  lastSeq: -1,
  lastId: null,
  startedAt: 0,
  updatedAt: 0,
  step: 0,
  phase: null,
  past: Sequence.of(),
  turn: null,
  request: createRequest(),
  exchanges: Sequence.of(),
  ...NO_ARTIFACTS,
  outcomes: Ledger.empty(),
  userReplies: Sequence.of(),
  memory: EMPTY_MEMORY,
  grades: Ledger.empty(),
  gradesByNeed: Ledger.empty(),
  view: UNCOMPACTED_VIEW,
  usage: NO_USAGE,
  bill: NO_BILL,
  resumes: 0,
  resumedAt: -1,
  subAgents: { live: new Map(), ended: Ledger.empty() },
  inputLabels: USER_LABELS,
  worstLabels: SYSTEM_LABELS,
};

/** A retry may have changed the spec. Throws before the run began. */
export function getSpec({ spec }: AgentState): RunSpec {
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** Returns the one that began last; null for none. */
export function findActiveModelCall(state: AgentState): ModelCallFrame | null {
  let latest: ModelCallFrame | null = null;
  for (const { call, underWay } of state.request.modelCalls.values()) if (underWay) latest = call;
  return latest;
}

export function listOpenCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.status === 'open') ?? [];
}

export function listUnobservedCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.results.length > 0 && !call.observed) ?? [];
}

const ASK_FORMS = {
  answer: ['question', 'turn'],
  approve: ['approval'],
  decline: ['approval'],
  outcome: ['outcome'],
} as const;

/** An approval is valid only for the exact call it was given for. */
export function isAnswerTo(
  ask: AskUserFrame,
  kind: keyof typeof ASK_FORMS,
  reply: { readonly ask: string; readonly hash?: string },
): boolean {
  const forms: readonly string[] = ASK_FORMS[kind];
  if (ask.key !== reply.ask || !forms.includes(ask.form)) return false;
  return kind !== 'approve' || ask.call?.hash === reply.hash;
}

/** Longest server delay before a fallback model takes over; without a fallback it is waited out. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** Whether a call failed for good. Optional calls do not wait longer than `MAX_RETRY_AFTER_MS`. */
export function isGivenUp(call: PendingModelCall | undefined, { limits }: Pick<RunSpec, 'limits'>): boolean {
  if (!call?.failure) return false;
  const { retryable, retryAfterMs = 0 } = call.failure;
  if (isOptional(call.call) && retryAfterMs > MAX_RETRY_AFTER_MS) return true;
  return !retryable || call.failures > limits.maxRetries;
}

export function countTurns({ past, turn }: Pick<AgentState, 'past' | 'turn'>): number {
  return past.length + (turn ? 1 : 0);
}

export function* iterateTurnsNewestFirst({
  past,
  turn,
}: Pick<AgentState, 'past' | 'turn'>): Generator<Turn, void, undefined> {
  if (turn) yield turn;
  yield* past.iterateNewestFirst();
}

export function* iterateTurns(state: AgentState): Generator<Turn, void, undefined> {
  yield* state.past;
  if (state.turn) yield state.turn;
}

export function findTurnAt({ past, turn }: AgentState, index: number): Turn | null {
  return past.at(index) ?? (index === past.length ? turn : null);
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
]);
