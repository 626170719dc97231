/**
 * The fold: `fold(a ++ b) = fold(fold(a), b)`, pure, total (no order of frames makes it throw), and the same code in the
 * worker, the panel and the tests. What one more frame costs does not grow with the run.
 */
import { canonical } from '../base/canonical.ts';
import { Ledger } from '../base/ledger.ts';
import type {
  AgentControlFrame,
  AskUserFrame,
  Frame,
  ModelCallFrame,
  ModelReplyFrame,
  ModelTerms,
  PlanFrame,
  ToolCallFrame,
  ToolResultFrame,
  UsageFrame,
} from './frames.ts';
import { answered } from './answered.ts';
import { anew, archived, followed, forgiven, takenOver, waitOver } from './afresh.ts';
import { compacted, restored, unpinned } from './context-view.ts';
import { keepFound } from './found.ts';
import { graded } from './grade.ts';
import { billed, type Payee } from './cost.ts';
import { remember } from './memory.ts';
import { termsOf } from './roles.ts';
import { statusAfter, wakesCallers } from './head.ts';
import { worst } from './labels.ts';
import { createSession, isOver, type AgentState, type OpenEffect } from './session.ts';
import { abandoned, eachLive, pathOf, stateNamed, subOf, throughSub, withSub } from './subs.ts';
import { termsFor } from './terms.ts';
import { trackUsage } from './tokens.ts';
import { addCall, observed, reflectedOn, withCall } from './turns.ts';

/** Folds one more frame into a state. */
export function fold(state: AgentState, frame: Frame): AgentState {
  const path = pathOf(frame.correlationId);
  return path.length === 0 ? folded(state, frame) : within(state, path, frame, payeeOf(state, frame));
}

/** A frame of the state's own. */
function folded(state: AgentState, frame: Frame): AgentState {
  return {
    ...state,
    ...change(state, frame),
    status: statusAfter(state.status, frame),
    seen: worst(state.seen, frame.labels),
    lastSeq: frame.seq,
    lastId: frame.id,
    updatedAt: frame.at,
  };
}

/** A frame of an agent that was called within it. `path`: keys of the calls that lead there, one at least. */
function within(
  state: AgentState,
  [key = '', ...rest]: readonly string[],
  frame: Frame,
  payee: Payee | null,
): AgentState {
  const before = subOf(state, key) ?? createSession();
  const sub = rest.length === 0 ? folded(before, frame) : within(before, rest, frame, payee);
  const wakes = wakesCallers(frame);
  const isCalled = rest.length === 0 && frame.kind === 'agent.invoked';
  return {
    ...state,
    ...throughSub(state, sub, frame, payee),
    ...(wakes ? waitOver(state, frame.at) : {}),
    subs: withSub(state.subs, key, sub),
    invoked: state.invoked + (isCalled ? 1 : 0),
    status: wakes && !isOver(state.status) ? 'running' : state.status,
    lastSeq: frame.seq,
    updatedAt: frame.at,
  };
}

/** Who is paid for what a frame says was spent, as the agent knows them that spent it. */
export function payeeOf(state: AgentState, frame: Frame): ModelTerms | null {
  if (frame.kind !== 'usage') return null;
  const spec = stateNamed(state, frame.correlationId)?.spec;
  return spec ? termsOf(spec.models, frame.model) : null;
}

/** Folds frames in order, from the start or onto an earlier state. */
export function foldAll(frames: readonly Frame[], from: AgentState = createSession()): AgentState {
  return frames.reduce(fold, from);
}

/** What a frame says beyond its status, sequence and time. */
function change(state: AgentState, frame: Frame): Partial<AgentState> {
  switch (frame.kind) {
    case 'agent.invoked':
      return { spec: frame.spec, startedAt: frame.at, phase: 'thinking', base: frame.labels };
    case 'plan':
      return plan(state, frame);
    case 'tool.call':
      return { ...intend(state, frame), phase: 'executing' };
    case 'tool.result':
      return { ...settleCall(state, frame), phase: 'analyzing' };
    case 'observation':
      return { turn: observed(state.turn, frame) };
    case 'model.call':
      return { ...begin(state, frame), ...waitOver(state, frame.at) };
    case 'model.reply':
      return settleModel(state, frame);
    case 'usage':
      return spend(state, frame);
    case 'reflection':
      return { memory: remember(state.memory, frame), turn: reflectedOn(state.turn, frame) };
    case 'compaction':
      return { view: compacted(state.view, frame) };
    case 'grade':
      return graded(state, frame, { turn: state.past.length, since: state.since });
    case 'ask.user':
      return ask(state, frame);
    case 'wait':
      return { wait: { until: frame.until, since: frame.at, message: frame.message, reason: frame.reason } };
    case 'control':
      return control(state, frame);
    case 'agent.response': {
      const { text, partial, impossible, note, citations } = frame;
      return { answer: { text, partial, impossible, note, citations }, phase: null, subs: abandoned(state.subs) };
    }
    case 'error':
      return { trouble: frame.trouble, phase: null };
    default:
      return {}; // a frame of a newer version: keep what is understood
  }
}

/** A new turn begins; the one before is history. A reply that led here is used up, and so are the memos of its effects. */
function plan(state: AgentState, frame: PlanFrame): Partial<AgentState> {
  const { step, by, thought, decision, problem, reply, held } = frame;
  const from = reply === null ? undefined : state.replies.get(reply);
  const [said, led] = [from?.text ?? '', from?.labels ?? frame.labels];
  return {
    step,
    held,
    past: state.turn ? state.past.with(state.turn) : state.past,
    turn: { step, by, thought, decision, problem, said, calls: [], question: null, labels: frame.labels, led },
    pending: null,
    replies: Ledger.empty(),
    effects: new Map(),
    rejected: decision === 'invalid' ? state.rejected + 1 : 0,
    phase: decision === 'invalid' ? 'reflecting' : state.phase,
  };
}

const FRESH = { results: [], observed: false, approved: null, reflected: false } as const;

function intend(state: AgentState, frame: ToolCallFrame): Partial<AgentState> {
  const { key, ordinal, tool, args, reasoning, seq, id } = frame;
  const known = state.turn?.calls.some((call) => call.key === key) === true;
  const turn = known
    ? withCall(state.turn, key, { status: 'open', seq, id })
    : addCall(state.turn, { ...FRESH, key, ordinal, tool, args, reasoning, status: 'open', seq, id });
  return { turn };
}

function ask(state: AgentState, frame: AskUserFrame): Partial<AgentState> {
  const asks = [...state.asks, frame];
  const { form, call, key, text } = frame;
  if ((form === 'question' || form === 'turn') && state.turn)
    return { asks, turn: { ...state.turn, question: { text, answer: null } } };
  if (form === 'outcome') return { asks, turn: withCall(state.turn, key, { status: 'asked' }) };
  if (!call) return { asks };
  const { ordinal, tool, args, reasoning } = call;
  const asked = { ...FRESH, key, ordinal, tool, args, reasoning, status: 'asked', seq: -1, id: frame.id } as const;
  return { asks, turn: addCall(state.turn, asked) };
}

function settleCall(state: AgentState, frame: ToolResultFrame): Partial<AgentState> {
  const call = state.turn?.calls.find((candidate) => candidate.key === frame.key);
  const results = [...(call?.results ?? []), frame];
  const finds = keepFound(state, frame, state.past.length);
  const spent = frame.final ? ({ status: 'settled', approved: null } as const) : ({ status: 'open' } as const); // a yes serves once
  const turn = withCall(state.turn, frame.key, { results, observed: false, ...spent });
  if (!frame.final || !call) return { turn, ...finds };
  const name = signature(call.tool, call.args);
  const before = state.outcomes.get(name);
  const outcome = {
    times: (before && before.turn >= state.since ? before.times : 0) + 1,
    failed: frame.isError,
    code: frame.trouble?.code ?? '',
    recoverable: frame.recoverable,
    message: frame.message,
    turn: state.past.length,
  };
  return { turn, ...finds, outcomes: state.outcomes.with(name, outcome) };
}

/** Names an action: the same tool with the same arguments. */
export function signature(tool: string, args: unknown): string {
  return `${tool} ${canonical(args)}`;
}

function begin(state: AgentState, frame: ModelCallFrame): Partial<AgentState> {
  const before = state.effects.get(frame.key);
  const effect: OpenEffect = {
    call: frame,
    by: state.spec && termsOf(state.spec.models, frame.model),
    underWay: true,
    tries: frame.attempt,
    failures: before?.failures ?? 0,
    failure: null,
    partial: before?.partial ?? '',
  };
  const phases = {
    part: 'analyzing',
    answer: 'synthesizing',
    decide: 'thinking',
    reflect: 'reflecting',
    compact: 'reflecting',
    look: 'analyzing',
    grade: 'analyzing',
    rewrite: 'reflecting',
  } as const;
  return { effects: new Map(state.effects).set(frame.key, effect), phase: phases[frame.purpose] };
}

function settleModel(state: AgentState, frame: ModelReplyFrame): Partial<AgentState> {
  const { key, text, calls, finish, failure } = frame;
  const effects = new Map(state.effects);
  const effect = effects.get(key);
  // what pictures weigh is an estimate, and says nothing of how a model counts words
  const weighed = effect && effect.call.purpose !== 'look';
  const counted = weighed ? { key, input: effect.call.estimate.input } : null;
  if (finish === 'failed' || finish === 'aborted') {
    if (!effect) return {};
    const failures = effect.failures + (finish === 'failed' ? 1 : 0);
    const partial = text.length > effect.partial.length ? text : effect.partial;
    return { counted, effects: effects.set(key, { ...effect, underWay: false, failures, failure, partial }) };
  }
  effects.delete(key);
  return {
    effects,
    counted,
    replies: state.replies.with(key, {
      text,
      calls,
      finish,
      labels: frame.labels,
      purpose: effect?.call.purpose ?? null,
    }),
    pending: effect && decides(effect.call) ? key : state.pending,
    recovered: state.recovered || (effect?.failures ?? 0) > 0,
  };
}

function spend(state: AgentState, frame: UsageFrame): Partial<AgentState> {
  const { usage, bill, spec } = state;
  const payee = spec && termsOf(spec.models, frame.model);
  return { usage: trackUsage(usage, frame), bill: billed(bill, frame, payee), drift: driftAfter(state, frame) };
}

/** What a provider counts may be more than what we do: the budget is held by the worst of it so far. */
function driftAfter({ drift, counted }: AgentState, { key, source, input }: UsageFrame): number {
  const own = counted?.key === key ? counted.input : 0;
  return source === 'provider' && own > 0 ? Math.max(drift, input / own) : drift;
}

/** Whether the reply says what is next; others are for what asked for them. */
const decides = ({ purpose }: ModelCallFrame): boolean => purpose === 'decide' || purpose === 'answer';

function control(state: AgentState, frame: AgentControlFrame): Partial<AgentState> {
  switch (frame.control) {
    case 'resume':
      return goneOn(state, frame, Math.max(0, frame.at - state.updatedAt));
    case 'retry':
      return {
        trouble: null,
        wait: null,
        effects: forgiven(state.effects, () => true),
        rejected: 0,
        // what was learnt of the model may be over, or be of another model; a window that is too small shows again
        share: 1,
        drift: 1,
        counted: null,
        view: state.trouble?.code === 'limit.context' ? unpinned(state.view) : state.view,
        ...archived(state),
        // the person grants a fresh allowance of steps and time; tokens stay spent
        stepsFrom: state.step,
        waited: frame.at - state.startedAt,
        resumedAt: frame.seq, // calls that the end of the run cut are known no better than those an interruption cut
        spec: state.spec ? { ...state.spec, ...frame.terms } : null,
        switches: [],
        subs: eachLive(state.subs, (sub) => retried(sub, frame)),
      };
    case 'follow':
      return followed(state, frame);
    case 'switch':
      return takenOver(state, frame);
    case 'cancel':
      return { phase: null, wait: null, asks: [], subs: abandoned(state.subs) };
    case 'limit':
      return {};
    case 'shorten':
      return { share: frame.share, effects: anew(state.effects), ...waitOver(state, frame.at) };
    case 'restore':
      return { view: restored(state.view, frame.compaction) };
    case 'answer':
    case 'approve':
    case 'decline':
    case 'outcome':
      return { ...answered(state, frame), ...waitOver(state, frame.at) };
  }
}

/** An agent at work when the run was tried again goes on too, on terms that follow from the run's. */
function retried(sub: AgentState, frame: Extract<AgentControlFrame, { control: 'retry' }>): AgentState {
  const own = sub.spec?.sub;
  const terms = own ? termsFor(own.agent, frame.terms) : frame.terms;
  // one that waited for the person says so anew
  return { ...sub, ...control(sub, { ...frame, terms }), status: 'running' };
}

/** After `away` milliseconds in which no worker lived: nobody worked, so they are not working time. A wait counts its own. */
function goneOn(state: AgentState, frame: Frame, away: number): Partial<AgentState> {
  return {
    resumes: state.resumes + 1,
    resumedAt: frame.seq,
    waited: state.waited + (state.wait ? 0 : away),
    subs: eachLive(state.subs, (sub) => ({ ...sub, ...goneOn(sub, frame, away) })),
  };
}
