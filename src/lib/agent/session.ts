/** What a run's frames fold to. The one rule: nothing in here is a second truth; `fold.ts` alone makes it. */
import type { Trouble } from '../base/errors.ts';
import { Ledger } from '../base/ledger.ts';
import { Sequence } from '../base/sequence.ts';
import { WHOLE, type ContextView } from './context-view.ts';
import { NO_BILL, type Bill } from './cost.ts';
import type { Args, RawReply } from './decision.ts';
import { NOTHING_FOUND, type Finds } from './found.ts';
import { SYSTEM, USER } from './labels.ts';
import type { Grades } from './grade.ts';
import type {
  AskUserFrame,
  Citation,
  JobName,
  Labels,
  ModelCallFrame,
  ModelTerms,
  PlanFrame,
  RunSpec,
  ToolResultFrame,
  Wish,
  WaitFrame,
} from './frames.ts';
import { NO_MEMORY, type EpisodicMemory } from './memory.ts';
import { visibleText } from './parse/visible.ts';
import type { ModelFailure, Phase, RunStatus } from './ports.ts';
import type { Switch } from './roles.ts';
import { NO_USAGE, type Usage } from './tokens.ts';

export type { Usage };

export type { Phase } from './ports.ts';

/** A model effect that has settled well. */
export interface SettledReply extends RawReply {
  /** What it was asked for; null where the call is not known. */
  readonly purpose: ModelCallFrame['purpose'] | null;
  readonly labels: Labels;
}

/** A model effect that has not settled well yet. */
export interface OpenEffect {
  readonly call: ModelCallFrame;
  /** The model that was called; null where it is none of the run's. */
  readonly by: ModelTerms | null;
  /** A reply is awaited right now, as far as the frames know. */
  readonly underWay: boolean;
  /** Attempts begun, and those of them that failed; an interruption cuts an attempt without failing it. */
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
   * `asked`: a person has to agree, or to say what became of it. `open`: its intent is stored, its result is not.
   * `happened`: it was cut, and the person says that it was done; where they say that it was not, it is `approved` anew.
   */
  readonly status: 'asked' | 'approved' | 'declined' | 'open' | 'happened' | 'settled';
  /** Of the intent frame; -1 without one. */
  readonly seq: number;
  readonly id: string;
  readonly results: readonly ToolResultFrame[];
  readonly observed: boolean;
  /** The hash of tool and arguments that a person agreed to; null where nobody was asked or agreed. */
  readonly approved: string | null;
  /** Its failure has been thought about. */
  readonly reflected: boolean;
}

/** One decision and what came of it. */
export interface Turn {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `follow`: the person went on after an answer; it decides nothing. */
  readonly decision: PlanFrame['decision'] | 'follow';
  readonly problem: string | null;
  /** The reply's own words, where a model decided. */
  readonly said: string;
  readonly calls: readonly CallRecord[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  /** What the model made of the results. */
  readonly observation?: string;
  readonly labels: Labels;
  /** Of what stood in the prompt that led to it: what its calls may do depends on that. */
  readonly led: Labels;
}

/** A wish that the run has done with, and what came of it. */
export interface Exchange {
  readonly job: JobName;
  readonly goal: string;
  /** The tab at hand then. */
  readonly tabId: number;
  /** Hash of the selection that it was about; null for none. */
  readonly selection: string | null;
  readonly pictures: Wish['pictures'];
  readonly sources: Wish['sources'];
  readonly status: RunStatus;
  /** Null where it ended without one. */
  readonly answer: Answer | null;
}

/** Agents that were called: those at work by the key of the call that they were called with, and those that are over. */
export interface Subs {
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

/** With what the tools found: `objects`, oldest first. */
export interface AgentState extends Finds, Grades {
  readonly spec: RunSpec | null;
  readonly status: RunStatus;
  readonly lastSeq: number;
  /** Id of the latest frame: what the next one is caused by. */
  readonly lastId: string | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** Decisions acted upon so far, by model or rule. */
  readonly step: number;
  /** Steps made before the person last asked to try again: they do not count against the limit. */
  readonly stepsFrom: number;
  readonly phase: Phase | null;
  /** Decisions before the present one, oldest first. */
  readonly past: Sequence<Turn>;
  readonly turn: Turn | null;
  /** What a person has been asked and has not answered. */
  readonly asks: readonly AskUserFrame[];
  /** How each action (tool and arguments) last went. */
  readonly outcomes: Ledger<{
    readonly times: number;
    /** Index of the turn it went so in. */
    readonly turn: number;
    readonly failed: boolean;
    /** Of what went wrong; '' where nothing did. */
    readonly code: string;
    readonly recoverable: boolean;
    readonly message: string;
  }>;
  /** What the person said when they were asked, oldest first. */
  readonly words: Sequence<{
    readonly form: AskUserFrame['form'];
    /** The question, or the call. */
    readonly about: string;
    readonly word: string;
  }>;
  /** What failed and what was learnt from it. */
  readonly memory: EpisodicMemory;
  /** What of the turns the model is shown. */
  readonly view: ContextView;
  /** Model effects of this turn that settled well, by key: a tool that runs again takes its replies from here. */
  readonly replies: Ledger<SettledReply>;
  /** Model effects of this turn that did not, by key. */
  readonly effects: ReadonlyMap<string, OpenEffect>;
  /** Key of a settled reply that decides what is next and has not been acted on. */
  readonly pending: string | null;
  /** Decisions in a row that could not be acted on. */
  readonly rejected: number;
  /** Auto-triggers whose condition held at the last decision. */
  readonly held: readonly string[];
  /** Share of the model's window that prompts use; less than 1 once it proved smaller than said. */
  readonly share: number;
  readonly wait: (Pick<WaitFrame, 'until' | 'message' | 'reason'> & { readonly since: number }) | null;
  /** Milliseconds spent waiting so far; they do not count as working time. */
  readonly waited: number;
  readonly usage: Usage;
  /** What that cost. */
  readonly bill: Bill;
  /** How many times our count of a prompt the provider's was, at most; 1 where it was never more. */
  readonly drift: number;
  /** Of the call that settled last: what our count of its input was. */
  readonly counted: { readonly key: string; readonly input: number } | null;
  readonly answer: Answer | null;
  /** What the person wanted before the present wish, oldest first. */
  readonly exchanges: Sequence<Exchange>;
  /** Index of the first turn that is for the present wish. */
  readonly since: number;
  /** Tokens and cost charged before the present wish: budget and bound are for each wish anew. */
  readonly earlier: { readonly tokens: number; readonly cost: number };
  readonly trouble: Trouble | null;
  /** How often the run went on after an interruption, and the `seq` of the latest time (-1 for never). */
  readonly resumes: number;
  readonly resumedAt: number;
  /** A model that had failed has answered again since. */
  readonly recovered: boolean;
  /** Models that took another's place since the run began, or was tried again; oldest first. */
  readonly switches: readonly Switch[];
  /** Agents that were called by the calls of its decisions. */
  readonly subs: Subs;
  /** How many agents it has called for the present wish. */
  readonly invoked: number;
  /** Of what it was asked: the person's own, or what stood before the model that called it. */
  readonly base: Labels;
  /** The worst of all that it has read, been told and said. */
  readonly seen: Labels;
}

/** The state of a run of which nothing is known yet. */
export function createSession(): AgentState {
  return NEW;
}

const NEW: AgentState = {
  spec: null,
  status: 'running',
  lastSeq: -1,
  lastId: null,
  startedAt: 0,
  updatedAt: 0,
  step: 0,
  stepsFrom: 0,
  phase: null,
  past: Sequence.of(),
  turn: null,
  asks: [],
  ...NOTHING_FOUND,
  outcomes: Ledger.empty(),
  words: Sequence.of(),
  memory: NO_MEMORY,
  grades: Ledger.empty(),
  worths: Ledger.empty(),
  view: WHOLE,
  replies: Ledger.empty(),
  effects: new Map(),
  pending: null,
  rejected: 0,
  held: [],
  share: 1,
  wait: null,
  waited: 0,
  usage: NO_USAGE,
  bill: NO_BILL,
  drift: 1,
  counted: null,
  answer: null,
  exchanges: Sequence.of(),
  since: 0,
  earlier: { tokens: 0, cost: 0 },
  trouble: null,
  resumes: 0,
  resumedAt: -1,
  recovered: false,
  switches: [],
  subs: { live: new Map(), ended: Ledger.empty() },
  invoked: 0,
  base: USER,
  seen: SYSTEM,
};

/** What the run works with now: a retry may have changed it since it began. Throws before the beginning. */
export function specOf({ spec }: AgentState): RunSpec {
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

/** Whether nothing more will happen by itself. */
export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** The model call under way that began last, if any. */
export function callUnderWay(state: AgentState): ModelCallFrame | null {
  let latest: ModelCallFrame | null = null;
  for (const { call, underWay } of state.effects.values()) if (underWay) latest = call;
  return latest;
}

/** Calls of this turn that may run now: their intent is stored, their result is not. */
export function openCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.status === 'open') ?? [];
}

/** Calls of this turn that have results nobody has said the meaning of. */
export function unobserved(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.results.length > 0 && !call.observed) ?? [];
}

const FORMS = {
  answer: ['question', 'turn'],
  approve: ['approval'],
  decline: ['approval'],
  outcome: ['outcome'],
} as const;

/** Whether a person's word of that kind answers what was asked; a yes fits only the call that it was given for. */
export function answers(
  asked: AskUserFrame,
  kind: keyof typeof FORMS,
  word: { readonly ask: string; readonly hash?: string },
): boolean {
  const forms: readonly string[] = FORMS[kind];
  if (asked.key !== word.ask || !forms.includes(asked.form)) return false;
  return kind !== 'approve' || asked.call?.hash === word.hash;
}

/** The longest that a server may ask for before whoever stands in goes on: with nobody there, it is waited out. */
export const PATIENCE_MS = 120_000;

/**
 * Whether a model effect has failed for good: time does not heal it, or it was tried often enough. A look at a picture is
 * not waited for longer than a person is patient: there is its text.
 */
export function isGivenUp(effect: OpenEffect | undefined, { limits }: Pick<RunSpec, 'limits'>): boolean {
  if (!effect?.failure) return false;
  const { retryable, retryAfterMs = 0 } = effect.failure;
  if (isAside(effect.call) && retryAfterMs > PATIENCE_MS) return true;
  return !retryable || effect.failures > limits.maxRetries;
}

/** How many decisions have been made so far. */
export function turnCount({ past, turn }: Pick<AgentState, 'past' | 'turn'>): number {
  return past.length + (turn ? 1 : 0);
}

/** Every decision so far, newest first. */
export function* turnsNewestFirst({ past, turn }: Pick<AgentState, 'past' | 'turn'>): Generator<Turn, void, undefined> {
  if (turn) yield turn;
  yield* past.newestFirst();
}

/** Every decision so far, oldest first. */
export function* turnsOf(state: AgentState): Generator<Turn, void, undefined> {
  yield* state.past;
  if (state.turn) yield state.turn;
}

/** The decision at an index, as objects and the view of the turns count them. */
export function turnAt({ past, turn }: AgentState, index: number): Turn | null {
  return past.at(index) ?? (index === past.length ? turn : null);
}

/** The best there is to show when a run has not ended well: what was being written, else what was found so far. */
export function bestPartial(state: AgentState): string {
  const writing = Array.from(state.effects.values(), ({ call, partial }) => shownWords(call, partial)).filter(
    (text) => text !== '',
  );
  const best = writing.sort((a, b) => b.length - a.length)[0];
  if (best !== undefined) return best;
  const written = Array.from(state.replies, ([, reply]) => shownWords(reply, reply.text)).filter((text) => text !== '');
  if (written.length > 0) return written.join('\n\n');
  return [found(state), ...Array.from(state.subs.live.values(), bestPartial)]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Whether a run can do without what a call writes, which is never a word of its answer. */
export const isAside = ({ purpose }: Pick<SettledReply, 'purpose'>): boolean => purpose !== null && ASIDE.has(purpose);

const ASIDE: ReadonlySet<ModelCallFrame['purpose']> = new Set(['reflect', 'compact', 'look', 'grade', 'rewrite']);

/** What of a call's words is for a reader: a decision's may be a thought or half a call, which are not. */
export function shownWords(call: Pick<SettledReply, 'purpose'>, text: string): string {
  if (isAside(call)) return '';
  return call.purpose === 'decide' ? visibleText(text) : text;
}

/** What was found so far, where a model chose to look: its own words on it, else the beginning of each finding. */
function found(state: AgentState): string {
  const lines: string[] = [];
  for (const { by, observation, calls } of turnsOf(state)) {
    if (by === 'rule') continue;
    const results = calls.flatMap((call) => call.results).filter((result) => !result.isError);
    if (observation !== undefined && observation !== '') lines.push(observation);
    else lines.push(...results.flatMap(findings));
  }
  return Array.from(new Set(lines), (line) => `- ${line}`).join('\n');
}

function findings({ content, message }: ToolResultFrame): readonly string[] {
  const begun = openingsOf(content);
  return begun.length > 0 ? begun : [message];
}

/** How each text of a result begins. */
export function openingsOf(content: ToolResultFrame['content']): readonly string[] {
  return content.flatMap((block) => (block.type === 'resource' ? [opening(block.body.preview)] : []));
}

/** The first words of a text, without headings and the mark of the passage that it is. */
function opening(preview: string): string {
  const lines = preview.split('\n').filter((line) => !/^(?:#|\[[\w/-]{1,24}\](?: |$))/.test(line));
  const words = lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, OPENING);
  return `${words.slice(0, words.lastIndexOf(' ')) || words}…`;
}

const OPENING = 160;
