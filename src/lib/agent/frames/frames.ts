/** Frames: immutable records of a run and its only source of truth; all state is a fold of them (`fold.ts`). */
import { deepFreeze } from '../../base/freeze.ts';
import type { UserError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
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
export type { AgentCard, AgentManifest } from './manifest.ts';
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
export { EMPTY_REQUEST } from './spec.ts';

/** Version of the shapes below. */
export const FRAME_VERSION = 1;

/** As in MCP. A resource's text is read by its hash when a prompt is built. */
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
  readonly id: string;
  readonly runId: string;
  /** From 0, without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: K;
  readonly parentId: string | null;
  /** `main` or a called agent's id. */
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly labels: Labels;
  /** The extension's version. */
  readonly product: string;
}

/** The run, or a called agent within it, begins. */
export interface AgentInvokedFrame extends FrameOf<'agent.invoked'> {
  readonly spec: RunSpec;
}

/** A decision, written before anything acts on it; its calls or approval questions follow in the same write. */
export interface PlanFrame extends FrameOf<'plan'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `invalid`: nothing is done; `problem` tells the model why. */
  readonly decision: 'call' | 'respond' | 'ask' | 'impossible' | 'invalid';
  readonly problem: string | null;
  readonly reply: string | null;
  /** Auto-triggers whose condition held; each fires again only after a plan without it. */
  readonly held: readonly string[];
}

/** Written before the tool runs. */
export interface ToolCallFrame extends FrameOf<'tool.call'> {
  readonly step: number;
  /** 0-based, among the calls of a decision. */
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  /** Stable across attempts, for idempotency. */
  readonly key: string;
  readonly reasoning: string;
}

/** `objects` are for the panel, `message` and `content` for the model. */
export interface ToolResultFrame extends FrameOf<'tool.result'> {
  readonly key: string;
  readonly tool: string;
  /** 0-based, within one call; the `final` one settles it. */
  readonly index: number;
  readonly final: boolean;
  readonly isError: boolean;
  readonly payload: Payload;
  readonly message: string;
  readonly content: readonly ContentBlock[];
  readonly structured: Json;
  readonly objects: readonly Artifact[];
  /** Set when `isError`. */
  readonly error: UserError | null;
  readonly recoverable: boolean;
  /** The run ends with this message as its answer. */
  readonly end: boolean;
  readonly ms: number;
}

export interface ObservationFrame extends FrameOf<'observation'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly text: string;
  readonly of: readonly string[];
}

/** Written before the request is sent. */
export interface ModelCallFrame extends FrameOf<'model.call'> {
  readonly step: number;
  readonly key: string;
  readonly attempt: number;
  /** Id of the called model. */
  readonly model: string;
  /** `part`: of a page. `compact`: condenses turns. `look`: at a picture. `grade`, `rewrite`: for search. */
  readonly purpose: 'decide' | 'answer' | 'part' | 'reflect' | 'compact' | 'look' | 'grade' | 'rewrite';
  /** 1-based; for `part` only. */
  readonly part: { readonly index: number; readonly of: number } | null;
  /** Reserved before the call: counted input, largest output. */
  readonly estimate: { readonly input: number; readonly output: number };
  readonly shares: readonly Share[];
  readonly promptHash: string;
}

/** Input tokens of an origin (`https://example.org`) or a part of the prompt. */
export interface Share {
  readonly source: string;
  readonly tokens: number;
}

export interface ModelReplyFrame extends FrameOf<'model.reply'> {
  readonly key: string;
  readonly text: string;
  /** As written; acted on only if `finish` allows it. */
  readonly calls: readonly RawCall[];
  readonly finish: FinishReason | 'failed' | 'aborted';
  readonly failure: ModelFailure | null;
  readonly ms: number;
}

/** Always in the same write as the frame that settles the call. */
export interface UsageFrame extends FrameOf<'usage'> {
  readonly key: string;
  /** That model's prices apply. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** `counted`: by us. `lost`: our estimate for an attempt cut by the worker's death. */
  readonly source: 'provider' | 'counted' | 'lost';
}

/** Why an action failed; shown to later decisions (R5.1). */
export interface ReflectionFrame extends FrameOf<'reflection'> {
  readonly step: number;
  /** `rule`: no model could be called. */
  readonly by: 'model' | 'rule';
  readonly of: readonly string[];
  readonly errorType: string;
  readonly failedAction: { readonly tool: string; readonly args: Args };
  readonly analysis: string;
  readonly suggestedFix: string;
  readonly repeated: boolean;
}

/** Hides or condenses turns for the model (R5.3). Nothing is deleted: `restore` shows them again. */
export interface CompactionFrame extends FrameOf<'compaction'> {
  readonly step: number;
  /** `clear`: results as their message only. `summary`: the turns as one text. */
  readonly stage: 'clear' | 'summary';
  readonly by: 'model' | 'rule';
  /** Exclusive end: turns with a lower index. */
  readonly to: number;
  readonly summary: string;
  /** Pages that were read; they stay citable. */
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly before: number;
  readonly after: number;
}

/** Must be approved, or has an unknown outcome. Rendered from these fields only. */
export interface AskedCall {
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /** Of tool and canonical arguments: any change voids the approval. */
  readonly hash: string;
  /** What “always” allows, derived by code; null if not offered. */
  readonly grant: Grant | null;
}

/** By URL (R5.2); a later grade replaces an earlier one. */
export interface GradeFrame extends FrameOf<'grade'> {
  readonly step: number;
  readonly of: string;
  readonly need: string;
  readonly grades: readonly Grade[];
}

/** The run waits; the answer is a `control` frame. */
export interface AskUserFrame extends FrameOf<'ask.user'> {
  readonly step: number;
  readonly key: string;
  /** `outcome`: did an interrupted call happen? `turn`: a message of an agent that holds the conversation. */
  readonly form: 'question' | 'approval' | 'outcome' | 'turn';
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly call: AskedCall | null;
}

/** The generator returns; an alarm or a command starts the run again. */
export interface WaitFrame extends FrameOf<'wait'> {
  readonly reason: 'rate-limit' | 'backoff' | 'person';
  /** Milliseconds since the epoch; 0: for the user, without limit. */
  readonly until: number;
  readonly message: string;
}

/** An event from outside. `commandId`: the inbox entry, removed in the same write. */
export type AgentControlFrame = FrameOf<'control'> & {
  readonly commandId: string | null;
  readonly note: string;
} & (
    | { readonly control: 'cancel' }
    /** After the worker's death. `lost`: keys of open model calls. */
    | { readonly control: 'resume'; readonly lost: readonly string[] }
    /** With the current config, because the old one may have been the cause. */
    | { readonly control: 'retry'; readonly config: RunConfig }
    | { readonly control: 'follow'; readonly request: RunRequest; readonly config: RunConfig }
    | { readonly control: 'limit'; readonly limit: LimitName }
    | { readonly control: 'answer'; readonly ask: string; readonly text: string }
    /** `always`: this tool and origin, without asking again; null: this call only. */
    | {
        readonly control: 'approve';
        readonly ask: string;
        readonly hash: string;
        readonly always: Grant | null;
      }
    | { readonly control: 'decline'; readonly ask: string }
    | { readonly control: 'outcome'; readonly ask: string; readonly happened: boolean }
    /** Later prompts use this share of the model's window. */
    | { readonly control: 'shorten'; readonly share: number }
    /** Ids. The fallback replaces a failed main model, the main model a failed fast one, until the run ends. */
    | { readonly control: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
    /** Shows the model the hidden turns again: the frame's id. */
    | { readonly control: 'restore'; readonly compaction: string }
  );

/** The answer, or a called agent's report. `note`: what stopped a `partial` one. */
export interface AgentResponseFrame extends FrameOf<'agent.response'> {
  readonly text: string;
  readonly partial: boolean;
  readonly impossible: boolean;
  readonly note: string;
  readonly citations: readonly Citation[];
}

/** No answer; `retry` continues from the last settled action. Final for a called agent. */
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

/** All are stored, or none. */
export type Commit = readonly [Frame, ...Frame[]];

type DraftOf<F> = F extends Frame
  ? Omit<F, 'v' | 'id' | 'runId' | 'seq' | 'at' | 'agentId' | 'correlationId' | 'product' | 'parentId'> & {
      /** Default: the latest frame. */
      readonly parentId?: string | null;
      readonly agentId?: string;
      readonly correlationId?: string;
    }
  : never;
/** Without identity, order and time, which {@link stamp} adds. */
export type FrameDraft = DraftOf<Frame>;
export type Drafts = readonly FrameDraft[];

export interface Stamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: number;
  readonly product: string;
  readonly lastId: string | null;
}

export const MAIN_AGENT = 'main';

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
