/** The state of a run, derived by `fold.ts` from its frames and nothing else. */
import { Ledger } from '../../base/append-map.ts';
import { Sequence } from '../../base/sequence.ts';
import { UNCOMPACTED_VIEW, type ContextView } from './context-view.ts';
import { NO_BILL, type Bill } from '../budget/cost.ts';
import { NO_ARTIFACTS, type Artifacts } from './artifacts.ts';
import { SYSTEM_LABELS, USER_LABELS } from '../frames/labels.ts';
import type { Grades } from '../frames/grade.ts';
import type { Labels, RunSpec, RunRequest } from '../frames/frames.ts';
import type { AskUserFrame, Rating } from '../frames/control-frames.ts';
import type { ModelCallFrame } from '../frames/model-frames.ts';
import { EMPTY_MEMORY, type EpisodicMemory } from './memory.ts';
import type { Phase } from '../ports.ts';
import type { RunStatus } from '../storage-ports.ts';
import { NO_USAGE, type Usage } from '../budget/usage.ts';
import type { Turn } from './turns.ts';
import { createRequest, type Answer, type RequestState } from './request-state.ts';

export interface Exchange extends RunRequest {
  readonly status: RunStatus;
  /** Null if it ended without an answer. */
  readonly answer: Answer | null;
}

export interface SubAgents {
  readonly live: ReadonlyMap<string, AgentState>;
  readonly ended: Ledger<AgentState>;
}

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
  /** By exchange; the present one is the last. */
  readonly ratings: ReadonlyMap<number, Rating>;
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

export const applyChanges = (state: AgentState, changes: StateChanges): AgentState => ({
  ...state,
  ...changes,
  request: changes.request ? { ...state.request, ...changes.request } : state.request,
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
  ratings: new Map(),
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

/** Returns the one that began last; null for none. */
export function findActiveModelCall(state: AgentState): ModelCallFrame | null {
  let latest: ModelCallFrame | null = null;
  for (const { call, underWay } of state.request.modelCalls.values()) if (underWay) latest = call;
  return latest;
}

const ASK_FORMS = {
  answer: ['question', 'turn', 'form', 'url', 'sampling'],
  approve: ['approval'],
  decline: ['approval', 'form', 'url', 'sampling'],
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
