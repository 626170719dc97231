/** Frames: immutable records of a run and its only source of truth; all state is a fold of them (`fold.ts`). */
import type { UserError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import type { Artifact, Payload } from './artifact.ts';
import type { Args } from './decision.ts';
import type { Citation, CitedPlace } from './citation.ts';
import type { RunSpec } from './spec.ts';
import { FRAME_VERSION, type ContentBlock, type FrameOf } from './frame-of.ts';
import type {
  ModelCallFrame,
  ModelReplyFrame,
  UsageFrame,
  ReflectionFrame,
  CompactionFrame,
  GradeFrame,
  OpinionFrame,
} from './model-frames.ts';
import type { AskUserFrame, WaitFrame, AgentControlFrame } from './control-frames.ts';

export { SYSTEM_LABELS, USER_LABELS, mergeLabels, type Labels } from './labels.ts';
export { getMetaField, type Artifact, type ArtifactName, type Body, type Payload } from './artifact.ts';
export type { Citation, CitedPlace, ClaimDoubt, ClaimMismatch } from './citation.ts';
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
  RequestFile,
  RequestPicture,
} from './spec.ts';
export { EMPTY_REQUEST } from './spec.ts';

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
  /** In bits: what sites learnt from the choice of links since the result before. Absent for nothing. */
  readonly told?: number;
}

export interface ObservationFrame extends FrameOf<'observation'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly text: string;
  readonly of: readonly string[];
}

/** The answer, or a called agent's report. `note`: what stopped a `partial` one. */
export interface AgentResponseFrame extends FrameOf<'agent.response'> {
  readonly text: string;
  readonly partial: boolean;
  readonly impossible: boolean;
  readonly note: string;
  readonly citations: readonly Citation[];
  /** Its addresses that no model composed and the run's link table does not have: typed by the user or on a page. Absent for none. */
  readonly links?: readonly string[];
  /** Only where the sources do not answer the question: what comes closest. It backs nothing. */
  readonly nearest?: readonly CitedPlace[];
}

/** No answer; `retry` continues from the last settled action. Final for a called agent. */
interface ErrorFrame extends FrameOf<'error'> {
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
  | OpinionFrame
  | ErrorFrame;

/** Whether an `opinion` follows the answer. */
export const awaitsOpinion = ({ citations }: Pick<AgentResponseFrame, 'citations'>): boolean =>
  citations.some(({ claim }) => claim !== undefined);

/** What a user thinks of an answer: given at any time, no part of the work. */
export const isRating = (frame: Frame): boolean => frame.kind === 'control' && frame.control === 'rate';

/** Whether a stored value is a frame of this version. */
export function isFrame(value: unknown): value is Frame {
  if (typeof value !== 'object' || value === null) return false;
  const { v, kind, seq } = value as Partial<Frame>;
  return v === FRAME_VERSION && typeof kind === 'string' && Number.isInteger(seq);
}

/** All are stored, or none. */
export type Commit = readonly [Frame, ...Frame[]];
