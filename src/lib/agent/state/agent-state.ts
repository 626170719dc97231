/** The state of a run, which `fold.ts` derives from its frames. It contains nothing that is not in the frames. */
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
  JobName,
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
import { extractVisibleText } from '../parse/visible.ts';
import type { ModelFailure, Phase, RunStatus } from '../ports.ts';
import type { ModelSwitch } from './model-roles.ts';
import { NO_USAGE, type Usage } from '../budget/tokens.ts';

export type { Usage };

export type { Phase } from '../ports.ts';

/** A model call that has settled successfully. */
export interface SettledReply extends RawReply {
  /** Null if the call is unknown. */
  readonly purpose: ModelCallFrame['purpose'] | null;
  readonly labels: Labels;
}

/** A model call that has not settled successfully. */
export interface PendingModelCall {
  readonly call: ModelCallFrame;
  /** The model that was called; null if the run does not have it. */
  readonly binding: ModelBinding | null;
  /** A reply is being waited for, according to the frames. */
  readonly underWay: boolean;
  /** Attempts started, and those that failed; an interruption cuts an attempt without failing it. */
  readonly tries: number;
  readonly failures: number;
  readonly failure: ModelFailure | null;
  /** The longest text of its attempts. */
  readonly partial: string;
}

export interface CallRecord {
  readonly key: string;
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /**
   * `asked`: waits for the user's approval or for the outcome. `open`: the intent is stored, the result is not.
   * `happened`: it
   * was interrupted and the user says it was done; if they say it was not, it becomes `approved` again.
   */
  readonly status: 'asked' | 'approved' | 'declined' | 'open' | 'happened' | 'settled';
  /** Of the intent frame; -1 without one. */
  readonly seq: number;
  readonly id: string;
  readonly results: readonly ToolResultFrame[];
  readonly observed: boolean;
  /** Hash of tool and arguments that the user approved; null if not asked or not approved. */
  readonly approved: string | null;
  readonly reflected: boolean;
}

/** One decision and its results. */
export interface Turn {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `follow`: the user continued after an answer; no decision. */
  readonly decision: PlanFrame['decision'] | 'follow';
  readonly problem: string | null;
  /** The model's reply text, if a model decided. */
  readonly text: string;
  readonly calls: readonly CallRecord[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  /** The model's interpretation of the results. */
  readonly observation?: string;
  readonly labels: Labels;
  /** Labels of the prompt that led to the decision; they restrict what its calls may do. */
  readonly promptLabels: Labels;
}

/** An earlier request of the run and its result. */
export interface Exchange {
  readonly job: JobName;
  readonly goal: string;
  /** The active tab at that time. */
  readonly tabId: number;
  /** Hash of the selection it was about; null for none. */
  readonly selection: string | null;
  readonly pictures: RunRequest['pictures'];
  readonly sources: RunRequest['sources'];
  readonly status: RunStatus;
  /** Null if it ended without an answer. */
  readonly answer: Answer | null;
}

/** Sub-agents: active ones by the key of the call that invoked them, and ended ones. */
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
  /** Questions to the user that are not answered yet. */
  readonly asks: readonly AskUserFrame[];
  /** Settled model calls of this turn by key; a tool that runs again reuses them. */
  readonly replies: Ledger<SettledReply>;
  /** Unsettled model calls of this turn by key. */
  readonly modelCalls: ReadonlyMap<string, PendingModelCall>;
  /** Key of a settled reply that has not been acted on yet. */
  readonly pendingReply: string | null;
  /** Number of consecutive decisions that could not be acted on. */
  readonly rejectedCount: number;
  /** Triggers whose condition was true at the last decision. */
  readonly activeTriggers: readonly string[];
  /** Share of the model's window that prompts use; less than 1 once the window proved smaller than configured. */
  readonly windowShare: number;
  /** Maximum ratio of the provider's count of a prompt to ours; at least 1. */
  readonly drift: number;
  /** Our count of the input of the call that settled last. */
  readonly lastCount: { readonly key: string; readonly input: number } | null;
  /** A model that had failed has answered since. */
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

/** Includes the artifacts that tools found, oldest first. */
export interface AgentState extends Artifacts, Grades {
  readonly spec: RunSpec | null;
  readonly status: RunStatus;
  readonly lastSeq: number;
  /** Id of the latest frame, the default parent of the next one. */
  readonly lastId: string | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** Decisions made so far, by model or rule. */
  readonly step: number;
  readonly phase: Phase | null;
  /** Decisions before the current one, oldest first. */
  readonly past: Sequence<Turn>;
  readonly turn: Turn | null;
  /** The user's current request. */
  readonly request: RequestState;
  /** The user's earlier requests, oldest first. */
  readonly exchanges: Sequence<Exchange>;
  /** The last outcome of each action (tool and arguments). */
  readonly outcomes: Ledger<{
    readonly times: number;
    /** Index of the turn of that outcome. */
    readonly turn: number;
    readonly failed: boolean;
    /** Error code; '' for success. */
    readonly code: string;
    readonly recoverable: boolean;
    readonly message: string;
  }>;
  /** What the user replied when asked, oldest first. */
  readonly userReplies: Sequence<{
    readonly form: AskUserFrame['form'];
    /** The question, or the call. */
    readonly about: string;
    readonly word: string;
  }>;
  readonly memory: EpisodicMemory;
  /** Which parts of the turns the model is shown. */
  readonly view: ContextView;
  readonly usage: Usage;
  readonly bill: Bill;
  /** Number of resumes after an interruption, and the `seq` of the latest (-1 for never). */
  readonly resumes: number;
  readonly resumedAt: number;
  readonly subAgents: SubAgents;
  /** Labels of the input: the user's, or those of the prompt of the agent that called this one. */
  readonly inputLabels: Labels;
  /** The worst labels of everything it has read, been told or written. */
  readonly worstLabels: Labels;
}

/** What a frame changes. */
export type StateChanges = Partial<Omit<AgentState, 'request'>> & { readonly request?: Partial<RequestState> };

export const applyChanges = (state: AgentState, { request, ...changes }: StateChanges): AgentState => ({
  ...state,
  ...changes,
  request: request ? { ...state.request, ...request } : state.request,
});

/** Returns the state before the first frame. */
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

/** Returns the current spec; a retry may have changed it. Throws before the run began. */
export function getSpec({ spec }: AgentState): RunSpec {
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

/** Whether the run has ended. */
export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** Returns the model call in progress that began last; null for none. */
export function findActiveModelCall(state: AgentState): ModelCallFrame | null {
  let latest: ModelCallFrame | null = null;
  for (const { call, underWay } of state.request.modelCalls.values()) if (underWay) latest = call;
  return latest;
}

/** Returns the calls of this turn whose intent is stored and whose result is not. */
export function listOpenCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.status === 'open') ?? [];
}

/** Returns the calls of this turn with results that have not been interpreted. */
export function listUnobservedCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.results.length > 0 && !call.observed) ?? [];
}

const ASK_FORMS = {
  answer: ['question', 'turn'],
  approve: ['approval'],
  decline: ['approval'],
  outcome: ['outcome'],
} as const;

/** Whether a reply of that kind answers the question; an approval is valid only for the exact call it was given for. */
export function isAnswerTo(
  ask: AskUserFrame,
  kind: keyof typeof ASK_FORMS,
  reply: { readonly ask: string; readonly hash?: string },
): boolean {
  const forms: readonly string[] = ASK_FORMS[kind];
  if (ask.key !== reply.ask || !forms.includes(ask.form)) return false;
  return kind !== 'approve' || ask.call?.hash === reply.hash;
}

/** Longest retry delay a server may ask for before a fallback model takes over; without a fallback it is waited out. */
export const MAX_RETRY_AFTER_MS = 120_000;

/**
 * Whether a model call has failed for good: it cannot be retried or was retried often enough. Optional calls are not
 * retried if the server asks for a longer delay than `MAX_RETRY_AFTER_MS`.
 */
export function isGivenUp(call: PendingModelCall | undefined, { limits }: Pick<RunSpec, 'limits'>): boolean {
  if (!call?.failure) return false;
  const { retryable, retryAfterMs = 0 } = call.failure;
  if (isOptional(call.call) && retryAfterMs > MAX_RETRY_AFTER_MS) return true;
  return !retryable || call.failures > limits.maxRetries;
}

/** Returns the number of decisions so far. */
export function countTurns({ past, turn }: Pick<AgentState, 'past' | 'turn'>): number {
  return past.length + (turn ? 1 : 0);
}

/** Every decision so far, newest first. */
export function* iterateTurnsNewestFirst({
  past,
  turn,
}: Pick<AgentState, 'past' | 'turn'>): Generator<Turn, void, undefined> {
  if (turn) yield turn;
  yield* past.iterateNewestFirst();
}

/** Every decision so far, oldest first. */
export function* iterateTurns(state: AgentState): Generator<Turn, void, undefined> {
  yield* state.past;
  if (state.turn) yield state.turn;
}

/** Returns the decision at an index, counted as in artifacts and the context view. */
export function findTurnAt({ past, turn }: AgentState, index: number): Turn | null {
  return past.at(index) ?? (index === past.length ? turn : null);
}

/** Returns the best text to show for a run that failed: the text being written, otherwise what was found so far. */
export function selectBestPartial(state: AgentState): string {
  const writing = Array.from(state.request.modelCalls.values(), ({ call, partial }) =>
    extractReaderText(call, partial),
  ).filter((text) => text !== '');
  const best = writing.sort((a, b) => b.length - a.length)[0];
  if (best !== undefined) return best;
  const written = Array.from(state.request.replies, ([, reply]) => extractReaderText(reply, reply.text)).filter(
    (text) => text !== '',
  );
  if (written.length > 0) return written.join('\n\n');
  return [summariseFindings(state), ...Array.from(state.subAgents.live.values(), selectBestPartial)]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Whether the run can continue without the call's reply; its text is never part of the answer. */
export const isOptional = ({ purpose }: Pick<SettledReply, 'purpose'>): boolean =>
  purpose !== null && OPTIONAL_PURPOSES.has(purpose);

const OPTIONAL_PURPOSES: ReadonlySet<ModelCallFrame['purpose']> = new Set([
  'reflect',
  'compact',
  'look',
  'grade',
  'rewrite',
]);

/** Returns the part of a reply that is for readers; a decision may contain thoughts or half a call, which are not. */
export function extractReaderText(call: Pick<SettledReply, 'purpose'>, text: string): string {
  if (isOptional(call)) return '';
  return call.purpose === 'decide' ? extractVisibleText(text) : text;
}

/** Lists what was found so far: the model's observations, otherwise the beginning of each result. */
function summariseFindings(state: AgentState): string {
  const lines: string[] = [];
  for (const { by, observation, calls } of iterateTurns(state)) {
    if (by === 'rule') continue;
    const results = calls.flatMap((call) => call.results).filter((result) => !result.isError);
    if (observation !== undefined && observation !== '') lines.push(observation);
    else lines.push(...results.flatMap(listFindings));
  }
  return Array.from(new Set(lines), (line) => `- ${line}`).join('\n');
}

function listFindings({ content, message }: ToolResultFrame): readonly string[] {
  const openings = listOpenings(content);
  return openings.length > 0 ? openings : [message];
}

/** Returns the beginning of each text of a result. */
export function listOpenings(content: ToolResultFrame['content']): readonly string[] {
  return content.flatMap((block) => (block.type === 'resource' ? [extractOpening(block.body.preview)] : []));
}

/** Returns the first words of a text, without headings and passage marks. */
function extractOpening(preview: string): string {
  const lines = preview.split('\n').filter((line) => !/^(?:#|\[[\w/-]{1,24}\](?: |$))/.test(line));
  const words = lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, OPENING_LENGTH);
  return `${words.slice(0, words.lastIndexOf(' ')) || words}…`;
}

const OPENING_LENGTH = 160;
