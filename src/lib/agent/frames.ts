/**
 * Frames: the one truth of a run. Everything a run decides or learns is one of these immutable, JSON-safe records;
 * whatever the panel, the budget or the loop itself knows is a fold of them (`fold.ts`). From the frames alone a person
 * can say what happened and why, and a program can continue the run after any interruption.
 */
import { deepFreeze } from '../base/freeze.ts';
import type { Trouble } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import type { ModelConfig } from '../models/config.ts';
import type { FinishReason, ModelFailure } from '../models/model.ts';
import type { Args, RawCall } from './decision.ts';
import type { Labels } from './labels.ts';
import type { Citation } from './citation.ts';
import type { Grade } from './grade.ts';
import type { Grant, LimitName, RunSpec, RunTerms, Wish } from './spec.ts';

export { SYSTEM, USER, worst, type Labels } from './labels.ts';
export type { Citation, CitedPlace } from './citation.ts';
export type { Grade } from './grade.ts';
export type { AgentCard, AgentManifest, Invocation } from './manifest.ts';
export type {
  Grant,
  JobName,
  LimitName,
  Limits,
  ModelTerms,
  Prices,
  RunModels,
  RunSpec,
  RunTerms,
  SourceChoice,
  Wish,
  WishedPicture,
} from './spec.ts';
export type { ModelConfig };

/** Version of the shapes below. Older frames are up-cast on read (`migrate.ts`), never rewritten. */
export const FRAME_VERSION = 8;

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
  /** `supersedes`: names whose earlier objects this one stands for, as far as the model is concerned. */
  readonly meta: Readonly<Record<string, Json>>;
  /** Kept for code alone: the model is never shown it. */
  readonly hidden: boolean;
}

/** What a result says to the model, as MCP has it. A resource's text is read by its hash when a prompt is made. */
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
  /** Milliseconds since the epoch, recorded once and never read again from a clock. */
  readonly at: number;
  readonly kind: K;
  /** The frame that caused this one. */
  readonly parentId: string | null;
  /** Whose frame it is: `main`, or the id of an agent that was called. */
  readonly agentId: string;
  /** The invocation that it belongs to (`Invocation.correlationId`); null for the main agent's. */
  readonly correlationId: string | null;
  readonly labels: Labels;
  /** Version of the product that wrote the frame. */
  readonly product: string;
}

/** The run begins; or, within it, the work of an agent that was called. */
export interface AgentInvokedFrame extends FrameOf<'agent.invoked'> {
  readonly spec: RunSpec;
}

/**
 * A decision, with the thought behind it, before anything acts on it. Its calls follow in the same write: as `tool.call`
 * where they may run, as `ask.user` where a person has to agree first.
 */
export interface PlanFrame extends FrameOf<'plan'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly thought: string;
  /** `invalid`: nothing is done; `problem` says why, for the model to do better. */
  readonly decision: 'call' | 'respond' | 'ask' | 'impossible' | 'invalid';
  readonly problem: string | null;
  /** The model reply that it was read from; null for a rule's own. */
  readonly reply: string | null;
  /** Names of the auto-triggers whose condition held: one fires again only after a plan without it. */
  readonly held: readonly string[];
}

/** A tool is about to run (written before it does). */
export interface ToolCallFrame extends FrameOf<'tool.call'> {
  readonly step: number;
  /** Place among the calls of one decision, 0-based. */
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  /** Stable across attempts: same key, same effect. */
  readonly key: string;
  readonly reasoning: string;
}

/** What a tool returned: everything for the panel (`objects`), the short face for the model (`message`, `content`). */
export interface ToolResultFrame extends FrameOf<'tool.result'> {
  readonly key: string;
  readonly tool: string;
  /** Place among the results of one call, 0-based; the call is settled by the one that is `final`. */
  readonly index: number;
  readonly final: boolean;
  readonly isError: boolean;
  /** How the panel draws it: `page`, `picture`, `notes`, `passages`, `link`, `results`, `query`, `web`, `text`, `error`. */
  readonly payload: string;
  readonly message: string;
  readonly content: readonly ContentBlock[];
  readonly structured: Json;
  readonly objects: readonly ToolObject[];
  /** Set when `isError`: its cure is the suggestion of what to try next. */
  readonly trouble: Trouble | null;
  /** Whether trying again, the same or otherwise, may help. */
  readonly recoverable: boolean;
  /** The run ends with this message as its answer. */
  readonly end: boolean;
  readonly ms: number;
}

/** What results mean for the goal; `rule` where code wrote it because no model call would add anything. */
export interface ObservationFrame extends FrameOf<'observation'> {
  readonly step: number;
  readonly by: 'model' | 'rule';
  readonly text: string;
  /** Keys of the calls whose results it is about. */
  readonly of: readonly string[];
}

/** A model is about to be called (written before the request leaves). */
export interface ModelCallFrame extends FrameOf<'model.call'> {
  readonly step: number;
  /** Names the effect within the run; the reply to it is never asked for twice. */
  readonly key: string;
  readonly attempt: number;
  /** Id of the model that is called; '' in runs of earlier versions, which had one. */
  readonly model: string;
  /**
   * `reflect`: why an action failed. `compact`: what must be kept of decisions that make room. `look`: what a picture shows.
   * `grade`: which results of a search help. `rewrite`: other words to search with.
   */
  readonly purpose: 'decide' | 'answer' | 'part' | 'reflect' | 'compact' | 'look' | 'grade' | 'rewrite';
  /** Which part of how many, for `part`. 1-based. */
  readonly part: { readonly index: number; readonly of: number } | null;
  /** Reserved against the budget before the call: counted input, largest possible output. */
  readonly estimate: { readonly input: number; readonly output: number };
  /** Whose words the input is made of: counted tokens by source, which add up to `estimate.input`. */
  readonly shares: readonly Share[];
  readonly promptHash: string;
}

/** Input tokens of one source: an origin whose words were read (`https://example.org`), or a part of the prompt. */
export interface Share {
  readonly source: string;
  readonly tokens: number;
}

/** How a model call settled. `text` holds whatever had arrived, also for a failed or stopped call. */
export interface ModelReplyFrame extends FrameOf<'model.reply'> {
  readonly key: string;
  readonly text: string;
  /** Tool calls as the model wrote them. Nothing acts on them unless `finish` allows it. */
  readonly calls: readonly RawCall[];
  readonly finish: FinishReason | 'failed' | 'aborted';
  readonly failure: ModelFailure | null;
  readonly ms: number;
}

/** Tokens spent by one model call. Always in the same write as the frame that settles the call. */
export interface UsageFrame extends FrameOf<'usage'> {
  readonly key: string;
  /** As in the call: at that model's prices it is paid. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** `provider`: its own figures. `counted`: by us. `lost`: our estimate of an attempt the worker's death cut. */
  readonly source: 'provider' | 'counted' | 'lost';
}

/** Why an action failed and what to do instead: an episode that later decisions are shown (R5.1). */
export interface ReflectionFrame extends FrameOf<'reflection'> {
  readonly step: number;
  /** `rule` where no model could be asked. */
  readonly by: 'model' | 'rule';
  /** Keys of the calls that failed so. */
  readonly of: readonly string[];
  /** The code of what went wrong. */
  readonly errorType: string;
  readonly failedAction: { readonly tool: string; readonly args: Args };
  readonly analysis: string;
  readonly suggestedFix: string;
  /** An error of this type had been reflected on before: now for another approach. */
  readonly repeated: boolean;
}

/**
 * Decisions make room in what the model is shown (R5.3). Nothing is deleted: the turns are still frames, and `restore`
 * shows them again.
 */
export interface CompactionFrame extends FrameOf<'compaction'> {
  readonly step: number;
  /** `clear`: results are shown as their message alone. `summary`: the turns are shown as one text. */
  readonly stage: 'clear' | 'summary';
  /** Who wrote the summary; code clears. */
  readonly by: 'model' | 'rule';
  /** Turns it reaches to: those with an index below. */
  readonly to: number;
  readonly summary: string;
  /** Pages that the turns had read, which stay citable. */
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  /** Tokens of the whole context. */
  readonly before: number;
  readonly after: number;
}

/** A call that a person has to agree to, or whose outcome nobody knows. Drawn from these fields alone. */
export interface AskedCall {
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /** Of tool and canonical arguments: an approval is bound to it, and any change voids it. */
  readonly hash: string;
  /** What “always” would allow, as code reads it off tool and arguments; null where it can be allowed for once alone. */
  readonly grant: Grant | null;
}

/** What results of a web search are worth (R5.2), each under its address; a later grade takes the place of an earlier one. */
export interface GradeFrame extends FrameOf<'grade'> {
  readonly step: number;
  /** Key of the call whose results they are. */
  readonly of: string;
  /** What the results have to help with. */
  readonly need: string;
  readonly grades: readonly Grade[];
}

/** Something only a person can say. The run waits; the answer comes as a `control` frame. */
export interface AskUserFrame extends FrameOf<'ask.user'> {
  readonly step: number;
  readonly key: string;
  /**
   * `question`: in the model's words. `approval`: may this call be made? `outcome`: a call was cut; did it happen? `turn`: what
   * an agent says that has the conversation, and waits for a reply to.
   */
  readonly form: 'question' | 'approval' | 'outcome' | 'turn';
  readonly text: string;
  /** What of a turn quotes, and where that stands. */
  readonly citations: readonly Citation[];
  readonly call: AskedCall | null;
}

/** The run pauses; the generator has returned, and an alarm or the inbox starts it again. */
export interface WaitFrame extends FrameOf<'wait'> {
  readonly reason: 'rate-limit' | 'backoff' | 'person';
  /** Milliseconds since the epoch; 0 for a person, who is waited for as long as it takes. */
  readonly until: number;
  /** What is being waited out, in words. */
  readonly message: string;
}

/** What reached the run from outside or from its limits. `commandId`: the inbox entry it takes, gone in the same write. */
export type AgentControlFrame = FrameOf<'control'> & {
  readonly commandId: string | null;
  readonly note: string;
} & (
    | { readonly control: 'cancel' }
    /** The run goes on after the worker's death. `lost`: keys of model calls that were under way. */
    | { readonly control: 'resume'; readonly lost: readonly string[] }
    /** The person tries again, on the terms chosen by then: a wrong model or a low limit may be what failed. */
    | { readonly control: 'retry'; readonly terms: RunTerms }
    /** The person goes on after the answer, with another wish and the terms chosen by then. */
    | { readonly control: 'follow'; readonly wish: Wish; readonly terms: RunTerms }
    | { readonly control: 'limit'; readonly limit: LimitName }
    | { readonly control: 'answer'; readonly ask: string; readonly text: string }
    /** `always`: from now on for this tool towards that origin, unasked; null for this once. */
    | {
        readonly control: 'approve';
        readonly ask: string;
        readonly hash: string;
        readonly always: Grant | null;
      }
    | { readonly control: 'decline'; readonly ask: string }
    | { readonly control: 'outcome'; readonly ask: string; readonly happened: boolean }
    /** The model's window proved smaller than said: later prompts use this share of it. */
    | { readonly control: 'shorten'; readonly share: number }
    /**
     * One model takes the place of another that was given up, for the rest of the run: ids of both, and the failure in
     * words. The fallback takes the main model's place, the main model that of the fast one.
     */
    | { readonly control: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
    /** The person wants what a compaction dropped to be shown to the model again: that frame's id. */
    | { readonly control: 'restore'; readonly compaction: string }
  );

/** The run ends in an answer; of an agent that was called, its report. `partial` answers say in `note` what stopped them. */
export interface AgentResponseFrame extends FrameOf<'agent.response'> {
  readonly text: string;
  readonly partial: boolean;
  /** The task cannot be done; `text` is the reason. */
  readonly impossible: boolean;
  readonly note: string;
  /** What of it quotes, and where that stands; in the order of the text. */
  readonly citations: readonly Citation[];
}

/** The run ends without an answer, for now: `retry` continues it from its last settled effect. An agent's end is for good. */
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
  | ReflectionFrame
  | CompactionFrame
  | GradeFrame
  | AskUserFrame
  | WaitFrame
  | AgentControlFrame
  | AgentResponseFrame
  | ErrorFrame;

/** Frames of one write: all of them are stored, or none. */
export type Commit = readonly [Frame, ...Frame[]];

type Drafted<F> = F extends Frame
  ? Omit<F, 'v' | 'id' | 'runId' | 'seq' | 'at' | 'agentId' | 'correlationId' | 'product' | 'parentId'> & {
      /** The frame that caused it; the latest one unless said otherwise. */
      readonly parentId?: string | null;
      /** Of an agent that was called; the main one's unless said otherwise. */
      readonly agentId?: string;
      readonly correlationId?: string;
    }
  : never;
/** What the loop says of a frame; identity, order and time are stamped by {@link stamp}. */
export type FrameDraft = Drafted<Frame>;
/** Drafts of one write; at least one. */
export type Drafts = readonly FrameDraft[];

export interface Stamp {
  readonly runId: string;
  readonly seq: number;
  readonly at: number;
  readonly product: string;
  /** The latest frame before this write. */
  readonly lastId: string | null;
}

/** Whose frames those of the run itself are. */
export const MAIN = 'main';

/** Makes the frozen frame out of its draft. */
export function stamp(draft: FrameDraft, by: Stamp): Frame {
  const { runId, seq, at, product, lastId } = by;
  return deepFreeze({
    ...draft,
    parentId: draft.parentId === undefined ? lastId : draft.parentId,
    v: FRAME_VERSION,
    id: `${runId}/${String(seq)}`,
    runId,
    seq,
    at,
    product,
    agentId: draft.agentId ?? MAIN,
    correlationId: draft.correlationId ?? null,
  });
}
