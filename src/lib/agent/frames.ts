/**
 * Frames: the one truth of a run. Everything a run decides or learns is one of these immutable, JSON-safe records;
 * whatever the panel, the budget or the loop itself knows is a fold of them (`state.ts`). From the frames alone a
 * person can say what happened and why, and a program can continue the run after any interruption.
 */
import { deepFreeze } from '../base/freeze.ts';
import type { Trouble } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import type { ModelConfig } from '../models/config.ts';
import type { FinishReason, ModelFailure } from '../models/model.ts';

/** Version of the shapes below. Older frames are up-cast on read, never rewritten. */
export const FRAME_VERSION = 1;

/** Who a frame's content comes from, set by code at the boundary (SAFETY D1). */
export interface Labels {
  readonly integrity: 'system' | 'user' | 'untrusted';
  readonly confidentiality: 'public' | 'private';
  /** Origin of the content (`https://example.org`), `user`, `model` or `system`. */
  readonly origin: string;
}

export interface Limits {
  readonly maxSteps: number;
  /** Further attempts of one model call after the first failed. */
  readonly maxRetries: number;
  /** Milliseconds of working time; waiting for a person does not count. */
  readonly wallClockMs: number;
  /** Input and output tokens of the whole run. */
  readonly tokenBudget: number;
}

/** What a run works with. Recorded, so that a run never moves to another model because settings changed meanwhile. */
export interface RunTerms {
  /** `Model.id` and `Model.label`. */
  readonly model: string;
  readonly modelLabel: string;
  /** Whether its tokens are spent on somebody's machine or bill. The token budget binds only then. */
  readonly metered: boolean;
  readonly config: ModelConfig;
  readonly limits: Limits;
}

/** What a run was asked to do. Written into its first frame, so that frames alone are enough to resume. */
export interface RunSpec extends RunTerms {
  readonly runId: string;
  readonly job: JobName;
  /** The person's wish in words, verbatim. */
  readonly goal: string;
  readonly tabId: number;
}

export type JobName = 'summarise';

/** A text kept in the blob store under its hash; the frame holds the hash and a preview. */
export interface Body {
  readonly hash: string;
  /** Characters (UTF-16 units) of the whole text. */
  readonly length: number;
  readonly tokens: number;
  readonly preview: string;
}

/** Something a tool found, kept in the run's environment by tool and name. */
export interface ToolObject {
  readonly name: string;
  readonly body: Body;
  readonly meta: Readonly<Record<string, Json>>;
}

interface FrameOf<K extends string> {
  readonly v: typeof FRAME_VERSION;
  /** `runId/seq`. */
  readonly id: string;
  readonly runId: string;
  /** 0, 1, 2 … without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch, recorded once and never read again from a clock. */
  readonly at: number;
  readonly kind: K;
  /** The frame that caused this one. */
  readonly parentId: string | null;
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly labels: Labels;
  /** Version of the product that wrote the frame. */
  readonly product: string;
}

/** The run begins. */
export interface AgentInvokedFrame extends FrameOf<'agent.invoked'> {
  readonly spec: RunSpec;
}

/** A decision, with the thought behind it, before anything acts on it. */
export interface PlanFrame extends FrameOf<'plan'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  readonly decision: 'call' | 'respond';
}

/** A tool is about to run (written before it does). */
export interface ToolCallFrame extends FrameOf<'tool.call'> {
  readonly step: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, Json>>;
  /** Stable across attempts: same key, same effect. */
  readonly key: string;
  readonly reasoning: string;
}

/** What a tool returned: everything for the panel (`objects`), one line for the model (`message`). */
export interface ToolResultFrame extends FrameOf<'tool.result'> {
  readonly key: string;
  readonly tool: string;
  readonly isError: boolean;
  readonly message: string;
  readonly objects: readonly ToolObject[];
  /** Set when `isError`. */
  readonly trouble: Trouble | null;
  readonly ms: number;
}

/** What a result means for the goal; written by code (`rule`) where no model call would add anything. */
export interface ObservationFrame extends FrameOf<'observation'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly text: string;
}

/** A model is about to be called (written before the request leaves). */
export interface ModelCallFrame extends FrameOf<'model.call'> {
  readonly step: number;
  /** Names the effect within the run; the reply to it is never asked for twice. */
  readonly key: string;
  readonly attempt: number;
  readonly purpose: 'answer' | 'part';
  /** Which part of how many, for `part`. 1-based. */
  readonly part: { readonly index: number; readonly of: number } | null;
  /** Reserved against the budget before the call: counted input, largest possible output. */
  readonly estimate: { readonly input: number; readonly output: number };
  readonly promptHash: string;
}

/** How a model call settled. `text` holds whatever had arrived, also for a failed or stopped call. */
export interface ModelReplyFrame extends FrameOf<'model.reply'> {
  readonly key: string;
  readonly text: string;
  readonly finish: FinishReason | 'failed' | 'aborted';
  readonly failure: ModelFailure | null;
  readonly ms: number;
}

/** Tokens spent by one model call. Always in the same write as the frame that settles the call. */
export interface UsageFrame extends FrameOf<'usage'> {
  readonly key: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** `provider`: its own figures. `counted`: by us. `lost`: our estimate of an attempt the worker's death cut. */
  readonly source: 'provider' | 'counted' | 'lost';
}

/** The run pauses until a moment; the generator has returned and an alarm or the inbox starts it again. */
export interface WaitFrame extends FrameOf<'wait'> {
  readonly reason: 'rate-limit' | 'backoff';
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What is being waited out, in words. */
  readonly message: string;
}

/** What reached the run from outside or from its limits. */
export interface AgentControlFrame extends FrameOf<'control'> {
  readonly control: 'cancel' | 'resume' | 'retry' | 'limit';
  /** The inbox entry this frame takes; removed in the same write. */
  readonly commandId: string | null;
  /** For `resume`: keys of model calls that were under way when the worker died. */
  readonly lost: readonly string[];
  /** For `retry`: the terms chosen by then, since a wrong model or a low limit may be what failed. */
  readonly terms: RunTerms | null;
  readonly note: string;
}

/** The run ends in an answer. `partial` answers say in `note` what stopped them. */
export interface AgentResponseFrame extends FrameOf<'agent.response'> {
  readonly text: string;
  readonly partial: boolean;
  readonly note: string;
}

/** The run ends without an answer, for now: `retry` continues it from its last settled effect. */
export interface ErrorFrame extends FrameOf<'error'> {
  readonly trouble: Trouble;
}

export type Frame =
  | AgentInvokedFrame
  | PlanFrame
  | ToolCallFrame
  | ToolResultFrame
  | ObservationFrame
  | ModelCallFrame
  | ModelReplyFrame
  | UsageFrame
  | WaitFrame
  | AgentControlFrame
  | AgentResponseFrame
  | ErrorFrame;

/** Frames of one write: all of them are stored, or none. */
export type Commit = readonly [Frame, ...Frame[]];

type Drafted<F> = F extends Frame
  ? Omit<F, 'v' | 'id' | 'runId' | 'seq' | 'at' | 'agentId' | 'correlationId' | 'product'>
  : never;
/** What the loop says of a frame; identity, order and time are stamped by {@link stamp}. */
export type FrameDraft = Drafted<Frame>;

export interface Stamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: number;
  readonly product: string;
}

/** Makes the frozen frame out of its draft. */
export function stamp(draft: FrameDraft, by: Stamp): Frame {
  const { runId, seq, at, product } = by;
  return deepFreeze({
    ...draft,
    v: FRAME_VERSION,
    id: `${runId}/${String(seq)}`,
    runId,
    seq,
    at,
    product,
    agentId: 'main',
    correlationId: null,
  });
}

export const SYSTEM: Labels = { integrity: 'system', confidentiality: 'public', origin: 'system' };
export const USER: Labels = { integrity: 'user', confidentiality: 'public', origin: 'user' };

/** Label of something derived from several: the lowest integrity and the highest confidentiality (SAFETY D1). */
export function worst(first: Labels, ...rest: readonly Labels[]): Labels {
  const all = [first, ...rest];
  const integrity =
    (['untrusted', 'user', 'system'] as const).find((i) => all.some((l) => l.integrity === i)) ?? 'untrusted';
  const confidentiality = all.some((l) => l.confidentiality === 'private') ? 'private' : 'public';
  const origin = all.find((l) => l.integrity === integrity)?.origin ?? 'system';
  return { integrity, confidentiality, origin };
}
