/**
 * State is a fold of frames: `fold(a ++ b) = fold(fold(a), b)`, pure, total (no order of frames makes it throw), and
 * the same code in the worker, the panel and the tests. What it keeps is bounded by the run's shape, not its length,
 * so that folding one more frame costs the same at step 400 as at step 1.
 */
import type { Trouble } from '../base/errors.ts';
import { Ledger } from '../base/ledger.ts';
import type {
  AgentControlFrame,
  Frame,
  ModelCallFrame,
  ModelReplyFrame,
  RunSpec,
  ToolCallFrame,
  ToolObject,
  UsageFrame,
} from './frames.ts';
import type { ModelFailure, RunHead, RunStatus } from './ports.ts';

export type Phase = 'thinking' | 'executing' | 'analyzing' | 'reflecting' | 'synthesizing';

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** Part of input and output that is our estimate of attempts cut by an interruption. */
  readonly lost: number;
  /** Model calls settled or lost. */
  readonly calls: number;
}

/** A model effect of the step under way that has settled well. */
export interface SettledReply {
  readonly text: string;
  readonly truncated: boolean;
}

export interface RunState {
  readonly spec: RunSpec | null;
  readonly status: RunStatus;
  readonly lastSeq: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** Decisions made so far, by model or rule. */
  readonly step: number;
  readonly phase: Phase | null;
  /** The tool call without a result, if any. */
  readonly tool: ToolCallFrame | null;
  /** The model call without a reply, if any. */
  readonly call: ModelCallFrame | null;
  /** What the tools found, oldest first. */
  readonly objects: readonly (ToolObject & { readonly tool: string })[];
  /** Settled model effects of the open tool call, by key: a tool that runs again takes its replies from here. */
  readonly replies: Ledger<SettledReply>;
  /** Failed attempts of the model effect under way; `tries` also counts those that an interruption cut. */
  readonly attempts: number;
  readonly tries: number;
  readonly lastFailure: ModelFailure | null;
  /** What the latest tool failed with, if it did. */
  readonly toolTrouble: Trouble | null;
  readonly wait: { readonly until: number; readonly since: number; readonly message: string } | null;
  /** Steps made before the person last asked to try again: they do not count against the limit. */
  readonly stepsFrom: number;
  /** Milliseconds spent waiting so far; they do not count as working time. */
  readonly waited: number;
  readonly usage: Usage;
  /** The longest text of the effect under way among attempts that did not settle well. */
  readonly partial: string;
  readonly answer: { readonly text: string; readonly partial: boolean; readonly note: string } | null;
  readonly trouble: Trouble | null;
  /** How often the run went on after an interruption. */
  readonly resumes: number;
  /** Id of the latest frame: what the next one is caused by. */
  readonly lastId: string | null;
}

const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0, lost: 0, calls: 0 };

export const INITIAL: RunState = {
  spec: null,
  status: 'running',
  lastSeq: -1,
  lastId: null,
  startedAt: 0,
  updatedAt: 0,
  step: 0,
  stepsFrom: 0,
  phase: null,
  tool: null,
  call: null,
  objects: [],
  replies: Ledger.empty(),
  attempts: 0,
  tries: 0,
  lastFailure: null,
  toolTrouble: null,
  wait: null,
  waited: 0,
  usage: NO_USAGE,
  partial: '',
  answer: null,
  trouble: null,
  resumes: 0,
};

/** How a run stands after a frame. Shared by the fold and by the head record that the store keeps. */
function statusAfter(status: RunStatus, frame: Frame): RunStatus {
  switch (frame.kind) {
    case 'agent.invoked':
    case 'tool.call':
    case 'model.call':
      return 'running';
    case 'wait':
      return 'waiting';
    case 'agent.response':
      return 'done';
    case 'error':
      return 'failed';
    case 'control':
      return frame.control === 'cancel' ? 'cancelled' : 'running';
    default:
      return status;
  }
}

/** Folds one more frame into a state. */
export function fold(state: RunState, frame: Frame): RunState {
  return {
    ...state,
    ...change(state, frame),
    status: statusAfter(state.status, frame),
    lastSeq: frame.seq,
    lastId: frame.id,
    updatedAt: frame.at,
  };
}

/** Folds frames in order, from the start or onto an earlier state. */
export function foldAll(frames: readonly Frame[], from: RunState = INITIAL): RunState {
  return frames.reduce(fold, from);
}

/** What a frame says beyond its status, sequence and time. */
function change(state: RunState, frame: Frame): Partial<RunState> {
  switch (frame.kind) {
    case 'agent.invoked':
      return { spec: frame.spec, startedAt: frame.at, phase: 'thinking' };
    case 'plan':
      return { step: frame.step };
    case 'tool.call':
      return { tool: frame, replies: Ledger.empty(), attempts: 0, tries: 0, phase: 'executing' };
    case 'tool.result':
      return {
        tool: null,
        replies: Ledger.empty(),
        phase: 'analyzing',
        toolTrouble: frame.trouble,
        objects: [...state.objects, ...frame.objects.map((object) => ({ ...object, tool: frame.tool }))],
      };
    case 'observation':
      return {};
    case 'model.call':
      return {
        call: frame,
        phase: frame.purpose === 'part' ? 'analyzing' : 'synthesizing',
        tries: frame.attempt,
        lastFailure: null,
        ...waitOver(state, frame.at),
      };
    case 'model.reply':
      return settle(state, frame);
    case 'usage':
      return { usage: spend(state.usage, frame) };
    case 'wait':
      return { wait: { until: frame.until, since: frame.at, message: frame.message } };
    case 'control':
      return control(state, frame);
    case 'agent.response':
      return { answer: { text: frame.text, partial: frame.partial, note: frame.note }, phase: null };
    case 'error':
      return { trouble: frame.trouble, phase: null };
    default:
      return {}; // a frame of a newer version: keep what is understood
  }
}

function settle(state: RunState, frame: ModelReplyFrame): Partial<RunState> {
  if (frame.finish === 'failed' || frame.finish === 'aborted') {
    return {
      call: null,
      attempts: frame.finish === 'failed' ? state.attempts + 1 : state.attempts,
      lastFailure: frame.failure,
      partial: frame.text.length > state.partial.length ? frame.text : state.partial,
    };
  }
  const reply: SettledReply = { text: frame.text, truncated: frame.finish === 'length' };
  const replies = state.replies.with(frame.key, reply);
  return { call: null, attempts: 0, tries: 0, lastFailure: null, partial: '', replies };
}

function control(state: RunState, frame: AgentControlFrame): Partial<RunState> {
  switch (frame.control) {
    case 'resume':
      return { resumes: state.resumes + 1 };
    case 'retry':
      return {
        trouble: null,
        toolTrouble: null,
        lastFailure: null,
        attempts: 0,
        wait: null,
        // the person grants a fresh allowance of steps and time; tokens stay spent
        stepsFrom: state.step,
        waited: frame.at - state.startedAt,
        spec: state.spec && frame.terms ? { ...state.spec, ...frame.terms } : state.spec,
      };
    case 'cancel':
      return { phase: null, wait: null };
    case 'limit':
      return {};
  }
}

function waitOver(state: RunState, at: number): Partial<RunState> {
  return state.wait ? { wait: null, waited: state.waited + Math.max(0, at - state.wait.since) } : {};
}

function spend(usage: Usage, frame: UsageFrame): Usage {
  return {
    input: usage.input + frame.input,
    output: usage.output + frame.output,
    cached: usage.cached + frame.cached,
    reasoning: usage.reasoning + frame.reasoning,
    lost: usage.lost + (frame.source === 'lost' ? frame.input + frame.output : 0),
    calls: usage.calls + 1,
  };
}

/** The head record after one more frame: what the store must know of a run without reading its frames. */
export function headAfter(head: RunHead | null, frame: Frame): RunHead {
  const tabId = frame.kind === 'agent.invoked' ? frame.spec.tabId : (head?.tabId ?? -1);
  const spent = frame.kind === 'usage' ? frame : { input: 0, output: 0 };
  return {
    runId: frame.runId,
    tabId,
    lastSeq: frame.seq,
    status: statusAfter(head?.status ?? 'running', frame),
    startedAt: head?.startedAt ?? frame.at,
    until: frame.kind === 'wait' ? frame.until : 0,
    input: (head?.input ?? 0) + spent.input,
    output: (head?.output ?? 0) + spent.output,
  };
}

/** Whether nothing more will happen by itself. */
export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** The best there is to show when a run has not ended well: what was being written, else what its parts gave. */
export function bestPartial(state: RunState): string {
  if (state.partial !== '') return state.partial;
  return Array.from(state.replies, ([, reply]) => reply.text).join('\n\n');
}
