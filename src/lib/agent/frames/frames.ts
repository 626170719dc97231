/**
 * Frames: the immutable, JSON-safe records of everything a run decides or learns, and its only source of truth. The
 * state of the panel, the budget and the loop is a fold of them (`fold.ts`). They explain what happened and let a run
 * continue after any interruption.
 */
import { deepFreeze } from '../../base/freeze.ts';
import type { UserError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import type { ModelConfig } from '../../models/config.ts';
import type { FinishReason, ModelFailure } from '../../models/model.ts';
import type { Artifact, Body, Payload } from './artifact.ts';
import type { Args, RawCall } from './decision.ts';
import type { Labels } from './labels.ts';
import type { Citation } from './citation.ts';
import type { Grade } from './grade.ts';
import type { Grant, LimitName, RunSpec, RunConfig, RunRequest } from './spec.ts';

export { SYSTEM_LABELS, USER_LABELS, mergeLabels, type Labels } from './labels.ts';
export { getMetaField, type Artifact, type ArtifactName, type Body, type Payload } from './artifact.ts';
export type { Citation, CitedPlace } from './citation.ts';
export type { Grade } from './grade.ts';
export type { AgentCard, AgentManifest, Invocation } from './manifest.ts';
export type {
  Grant,
  JobName,
  LimitName,
  Limits,
  ModelBinding,
  Prices,
  RunModels,
  RunSpec,
  RunConfig,
  SourceChoice,
  RunRequest,
  RequestPicture,
} from './spec.ts';
export type { ModelConfig };

/** Version of the shapes below. */
export const FRAME_VERSION = 1;

/** A result's content for the model, as in MCP. A resource's text is read by its hash when a prompt is built. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource';
      readonly title: string;
      readonly uri: string;
      readonly language: string;
      readonly body: Body;
    }
  | { readonly type: 'image'; readonly hash: string; readonly mediaType: string; readonly alt: string };

interface FrameOf<K extends string> {
  readonly v: typeof FRAME_VERSION;
  /** `runId/seq`. */
  readonly id: string;
  readonly runId: string;
  /** 0, 1, 2 … without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch, recorded once. */
  readonly at: number;
  readonly kind: K;
  /** The frame that caused this one. */
  readonly parentId: string | null;
  /** The agent that wrote it: `main`, or the id of a called agent. */
  readonly agentId: string;
  /** The invocation it belongs to (`Invocation.correlationId`); null for the main agent. */
  readonly correlationId: string | null;
  readonly labels: Labels;
  /** Version of the extension that wrote the frame. */
  readonly product: string;
}

/** The run begins, or a called agent within it. */
export interface AgentInvokedFrame extends FrameOf<'agent.invoked'> {
  readonly spec: RunSpec;
}

/**
 * A decision and its reason, written before anything acts on it. Its calls follow in the same write: `tool.call` if
 * allowed, `ask.user` if the user must approve first.
 */
export interface PlanFrame extends FrameOf<'plan'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `invalid`: nothing is done; `problem` tells the model why. */
  readonly decision: 'call' | 'respond' | 'ask' | 'impossible' | 'invalid';
  readonly problem: string | null;
  /** Key of the model reply it was read from; null for a rule. */
  readonly reply: string | null;
  /** Names of the auto-triggers whose condition held: each fires again only after a plan without it. */
  readonly held: readonly string[];
}

/** A tool is about to run; written before it does. */
export interface ToolCallFrame extends FrameOf<'tool.call'> {
  readonly step: number;
  /** Position among the calls of one decision, 0-based. */
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  /** Stable across attempts, for idempotency. */
  readonly key: string;
  readonly reasoning: string;
}

/** What a tool returned: everything for the panel (`objects`), a short form for the model (`message`, `content`). */
export interface ToolResultFrame extends FrameOf<'tool.result'> {
  readonly key: string;
  readonly tool: string;
  /** Position among the results of one call, 0-based; the `final` one settles the call. */
  readonly index: number;
  readonly final: boolean;
  readonly isError: boolean;
  readonly payload: Payload;
  readonly message: string;
  readonly content: readonly ContentBlock[];
  readonly structured: Json;
  readonly objects: readonly Artifact[];
  /** Set when `isError`; its hint suggests what to try next. */
  readonly error: UserError | null;
  /** Whether trying again, in the same way or another, may help. */
  readonly recoverable: boolean;
  /** The run ends with this message as its answer. */
  readonly end: boolean;
  readonly ms: number;
}

/** What results mean for the goal; `rule`: written by code, because a model call would add nothing. */
export interface ObservationFrame extends FrameOf<'observation'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly text: string;
  /** Keys of the calls whose results it is about. */
  readonly of: readonly string[];
}

/** A model is about to be called; written before the request is sent. */
export interface ModelCallFrame extends FrameOf<'model.call'> {
  readonly step: number;
  /** Identifies the model call within the run; a settled call is never made again. */
  readonly key: string;
  readonly attempt: number;
  /** Id of the called model. */
  readonly model: string;
  /**
   * `reflect`: why an action failed. `compact`: notes on turns that are condensed. `look`: what a picture shows.
   * `grade`: which search results help. `rewrite`: another search query.
   */
  readonly purpose: 'decide' | 'answer' | 'part' | 'reflect' | 'compact' | 'look' | 'grade' | 'rewrite';
  /** For `part`: which part of how many, 1-based. */
  readonly part: { readonly index: number; readonly of: number } | null;
  /** Reserved in the budget before the call: counted input, largest possible output. */
  readonly estimate: { readonly input: number; readonly output: number };
  /** Counted input tokens by source; they add up to `estimate.input`. */
  readonly shares: readonly Share[];
  readonly promptHash: string;
}

/** Input tokens of one source: an origin that was read (`https://example.org`), or a part of the prompt. */
export interface Share {
  readonly source: string;
  readonly tokens: number;
}

/** How a model call settled. `text` is what had arrived, also for a failed or aborted call. */
export interface ModelReplyFrame extends FrameOf<'model.reply'> {
  readonly key: string;
  readonly text: string;
  /** Tool calls as the model wrote them; acted on only if `finish` allows it. */
  readonly calls: readonly RawCall[];
  readonly finish: FinishReason | 'failed' | 'aborted';
  readonly failure: ModelFailure | null;
  readonly ms: number;
}

/** Tokens spent by one model call. Always in the same write as the frame that settles the call. */
export interface UsageFrame extends FrameOf<'usage'> {
  readonly key: string;
  /** As in the call; that model's prices apply. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /**
   * `provider`: reported by it. `counted`: counted by us. `lost`: our estimate for an attempt cut by the worker's
   * death.
   */
  readonly source: 'provider' | 'counted' | 'lost';
}

/** Why an action failed and what to do instead; shown to later decisions (R5.1). */
export interface ReflectionFrame extends FrameOf<'reflection'> {
  readonly step: number;
  /** `rule`: no model could be called. */
  readonly by: 'model' | 'rule';
  /** Keys of the calls that failed this way. */
  readonly of: readonly string[];
  /** The error's code. */
  readonly errorType: string;
  readonly failedAction: { readonly tool: string; readonly args: Args };
  readonly analysis: string;
  readonly suggestedFix: string;
  /** This error type was reflected on before, so another approach is suggested. */
  readonly repeated: boolean;
}

/** Turns are hidden or condensed in what the model is shown (R5.3). Nothing is deleted: `restore` shows them again. */
export interface CompactionFrame extends FrameOf<'compaction'> {
  readonly step: number;
  /** `clear`: results are shown as their message only. `summary`: the turns are shown as one text. */
  readonly stage: 'clear' | 'summary';
  /** Who wrote the summary; `clear` is always by rule. */
  readonly by: 'model' | 'rule';
  /** Exclusive end: turns with a lower index are affected. */
  readonly to: number;
  readonly summary: string;
  /** Pages that the turns had read; they stay citable. */
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  /** Tokens of the whole context. */
  readonly before: number;
  readonly after: number;
}

/** A call that the user must approve, or whose outcome is unknown. Rendered from these fields only. */
export interface AskedCall {
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /** Hash of tool and canonical arguments: an approval is bound to it, so any change voids the approval. */
  readonly hash: string;
  /** What “always” would allow, derived by code from tool and arguments; null if only a single approval is possible. */
  readonly grant: Grant | null;
}

/** Grades of web search results (R5.2), by URL; a later grade replaces an earlier one. */
export interface GradeFrame extends FrameOf<'grade'> {
  readonly step: number;
  /** Key of the call whose results were graded. */
  readonly of: string;
  /** What the results should help with. */
  readonly need: string;
  readonly grades: readonly Grade[];
}

/** A question only the user can answer. The run waits; the answer arrives as a `control` frame. */
export interface AskUserFrame extends FrameOf<'ask.user'> {
  readonly step: number;
  readonly key: string;
  /**
   * `question`: in the model's words. `approval`: may this call be made? `outcome`: an interrupted call; did it happen?
   * `turn`: a message of an agent that holds the conversation and waits for a reply.
   */
  readonly form: 'question' | 'approval' | 'outcome' | 'turn';
  readonly text: string;
  /** Citations of a turn. */
  readonly citations: readonly Citation[];
  readonly call: AskedCall | null;
}

/** The run pauses; the generator returns, and an alarm or a command starts it again. */
export interface WaitFrame extends FrameOf<'wait'> {
  readonly reason: 'rate-limit' | 'backoff' | 'person';
  /** Milliseconds since the epoch; 0 for the user, who is waited for without limit. */
  readonly until: number;
  /** What is being waited for, as text. */
  readonly message: string;
}

/**
 * An event from outside the run or from its limits. `commandId`: the inbox entry it takes, removed in the same write.
 */
export type AgentControlFrame = FrameOf<'control'> & {
  readonly commandId: string | null;
  readonly note: string;
} & (
    | { readonly control: 'cancel' }
    /** The run continues after the worker's death. `lost`: keys of model calls that were open. */
    | { readonly control: 'resume'; readonly lost: readonly string[] }
    /** The user tries again, with the current config: a wrong model or a low limit may have been the cause. */
    | { readonly control: 'retry'; readonly config: RunConfig }
    /** The user follows up after the answer, with another request and the current config. */
    | { readonly control: 'follow'; readonly request: RunRequest; readonly config: RunConfig }
    | { readonly control: 'limit'; readonly limit: LimitName }
    | { readonly control: 'answer'; readonly ask: string; readonly text: string }
    /** `always`: allows this tool for that origin without asking again; null for this call only. */
    | {
        readonly control: 'approve';
        readonly ask: string;
        readonly hash: string;
        readonly always: Grant | null;
      }
    | { readonly control: 'decline'; readonly ask: string }
    | { readonly control: 'outcome'; readonly ask: string; readonly happened: boolean }
    /** The model's window proved smaller than configured: later prompts use this share of it. */
    | { readonly control: 'shorten'; readonly share: number }
    /**
     * One model replaces another that failed, for the rest of the run: ids of both, and the failure as text. The
     * fallback replaces the main model; the main model replaces the fast one.
     */
    | { readonly control: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
    /** The user wants turns hidden by a compaction shown to the model again: that frame's id. */
    | { readonly control: 'restore'; readonly compaction: string }
  );

/** The run ends in an answer; for a called agent, its report. For `partial` answers, `note` says what stopped them. */
export interface AgentResponseFrame extends FrameOf<'agent.response'> {
  readonly text: string;
  readonly partial: boolean;
  /** The task cannot be done; `text` is the reason. */
  readonly impossible: boolean;
  readonly note: string;
  /** In the order of the text. */
  readonly citations: readonly Citation[];
}

/**
 * The run ends without an answer; `retry` continues it from the last settled action. For a called agent it is final.
 */
export interface ErrorFrame extends FrameOf<'error'> {
  readonly error: UserError;
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
  | ReflectionFrame
  | CompactionFrame
  | GradeFrame
  | AskUserFrame
  | WaitFrame
  | AgentControlFrame
  | AgentResponseFrame
  | ErrorFrame;

/** Whether a stored value is a frame of this version. */
export function isFrame(value: unknown): value is Frame {
  if (typeof value !== 'object' || value === null) return false;
  const { v, kind, seq } = value as Partial<Frame>;
  return v === FRAME_VERSION && typeof kind === 'string' && Number.isInteger(seq);
}

/** Frames of one write: all are stored, or none. */
export type Commit = readonly [Frame, ...Frame[]];

type DraftOf<F> = F extends Frame
  ? Omit<F, 'v' | 'id' | 'runId' | 'seq' | 'at' | 'agentId' | 'correlationId' | 'product' | 'parentId'> & {
      /** The frame that caused it; default: the latest one. */
      readonly parentId?: string | null;
      /** The called agent's; default: the main agent's. */
      readonly agentId?: string;
      readonly correlationId?: string;
    }
  : never;
/** A frame without identity, order and time, which {@link stamp} adds. */
export type FrameDraft = DraftOf<Frame>;
/** Drafts of one write; at least one. */
export type Drafts = readonly FrameDraft[];

export interface Stamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: number;
  readonly product: string;
  /** Id of the latest frame before this write. */
  readonly lastId: string | null;
}

/** Agent id of the main agent. */
export const MAIN_AGENT = 'main';

/** Creates the frozen frame from its draft. */
export function stamp(draft: FrameDraft, context: Stamp): Frame {
  const { runId, seq, at, product, lastId } = context;
  return deepFreeze({
    ...draft,
    parentId: draft.parentId === undefined ? lastId : draft.parentId,
    v: FRAME_VERSION,
    id: `${runId}/${String(seq)}`,
    runId,
    seq,
    at,
    product,
    agentId: draft.agentId ?? MAIN_AGENT,
    correlationId: draft.correlationId ?? null,
  });
}
